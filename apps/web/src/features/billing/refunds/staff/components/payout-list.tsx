import type { Payout } from '@portal/contract/billing/payments/staff-payouts';
import { Banknote } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { MoneyEntries, MoneyEntry } from '../../../approvals/staff/components/money-entries.tsx';
import { usePayouts } from '../api/payouts.ts';
import { PayoutActions } from './payout-actions.tsx';

type PayoutListProps = {
  /** Whose refunds; those of all customers without. */
  customerId?: number;
  empty: string;
};

/** Refunds that are to be paid out, the longest waiting first. */
export function PayoutList({ customerId, empty }: PayoutListProps) {
  return (
    <MoneyEntries query={usePayouts(customerId)} failure="We could not load the refunds to pay out" empty={empty}>
      {(payout) => <Entry key={payout.reference} payout={payout} isNamed={customerId === undefined} />}
    </MoneyEntries>
  );
}

function Entry({ payout, isNamed }: { payout: Payout; isNamed: boolean }) {
  const { payment, gateway, customer, amount, reason, requestedBy, approvedBy, since } = payout;
  return (
    <MoneyEntry
      amount={amount}
      badge={
        <Badge kind="warn" icon={Banknote}>
          To pay out
        </Badge>
      }
      customer={isNamed ? customer : null}
    >
      <p className="small">
        {bidiIsolate(requestedBy.name)}: {reason}
        {approvedBy && `; approved by ${bidiIsolate(approvedBy.name)}`}
      </p>
      <p className="muted small">
        Since {formatMoment(since)}, of{' '}
        <PageLink className="link" to={`/admin/payments/${encodeURIComponent(payment)}`}>
          {payment}
        </PageLink>{' '}
        ({formatGateway(gateway)})
      </p>
      <PayoutActions payout={payout} gateway={payout.gateway} />
    </MoneyEntry>
  );
}
