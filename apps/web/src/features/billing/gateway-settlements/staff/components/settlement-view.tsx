import type { SettlementDetail } from '@portal/contract/billing/gateway-settlements';
import { formatDate, formatMoment } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { settlementLooks } from '../settlement-labels.ts';
import { SettlementFindings } from './settlement-findings.tsx';
import { SettlementItems } from './settlement-items.tsx';

/** A sum of the way from what customers paid to what reached the bank; nothing where there is none. */
const taken = (label: string, amount: number): Fact[] =>
  amount === 0 ? [] : [{ label, value: formatExactNaira(-amount) }];

/** One settlement: from what customers paid to what reached the bank, what does not agree, and its payments. */
export function SettlementView({ settlement }: { settlement: SettlementDetail }) {
  const { gateway, settledOn, status, paidToAccount, paidToBank, bankReference, readAt, bookedAt } = settlement;
  const account = [paidToAccount, paidToBank && `bank ${paidToBank}`].filter(Boolean).join(', ');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h2">
          {formatGateway(gateway)}, {formatDate(settledOn)}
        </h1>
        <StatusBadge status={status} statuses={settlementLooks} />
      </div>
      <p className="soft mt-1.5">Settlement {settlement.settlementId}</p>
      <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
        <section aria-labelledby="sums-title">
          <h2 className="h3 mb-3" id="sums-title">
            From payments to payout
          </h2>
          <DescriptionList
            className="border-line border-y py-4"
            facts={[
              { label: 'Paid by customers', value: formatExactNaira(settlement.gross) },
              ...taken('Fees', settlement.fees),
              ...taken('Refunds', settlement.refunds),
              ...taken('Chargebacks', settlement.chargebacks),
              ...taken('Stamp duty', settlement.stampDuty),
              ...taken('Without a name', settlement.unexplained),
              { label: 'Paid out', value: <strong className="semi">{formatExactNaira(settlement.net)}</strong> },
            ]}
          />
        </section>
        <section aria-labelledby="booked-title">
          <h2 className="h3 mb-3" id="booked-title">
            Bank and ledger
          </h2>
          <DescriptionList
            className="border-line border-y py-4"
            facts={[
              { label: 'To account', value: account || 'The gateway does not say' },
              { label: 'Reference at the bank', value: bankReference ?? 'None' },
              { label: 'Last read', value: formatMoment(readAt) },
              { label: 'Booked', value: bookedAt ? formatMoment(bookedAt) : 'Once it is paid out' },
              ...(settlement.feeVat === 0
                ? []
                : [{ label: 'Input VAT in fees', value: formatExactNaira(settlement.feeVat) }]),
              ...(settlement.payerFees === 0
                ? []
                : [{ label: 'Fees that payers bore', value: formatExactNaira(settlement.payerFees) }]),
              ...(settlement.suspense === 0
                ? []
                : [{ label: 'In suspense', value: formatExactNaira(settlement.suspense) }]),
            ]}
          />
        </section>
      </div>
      <SettlementFindings findings={settlement.listed} total={settlement.findings} />
      <section aria-labelledby="items-title" className="mt-10">
        <h2 className="h3 mb-3" id="items-title">
          What is in it
        </h2>
        <SettlementItems id={settlement.id} isBooked={bookedAt !== null} />
      </section>
    </>
  );
}
