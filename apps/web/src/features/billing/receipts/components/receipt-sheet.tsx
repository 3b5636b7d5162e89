import { brand } from '@portal/brand';
import type { ReceiptView } from '@portal/contract/billing/payments/payments';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { useLocation } from 'react-router';
import { formatDate, formatDateTime } from '../../../../shared/format/date.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { PrintedSheet } from '../../../../shared/ui/layout/printed-sheet.tsx';

export type ReceiptSheetProps = { receipt: ReceiptView };

/** A receipt: who paid whom, for what, how much and when. */
export function ReceiptSheet({ receipt }: ReceiptSheetProps) {
  const t = useText();
  /** The list that it was opened from. */
  const from: unknown = useLocation().state?.from;
  const list = typeof from === 'string' ? from : '/dashboard?tab=subscription#bills';
  return (
    <PrintedSheet back={{ to: list, label: t('All payments') }}>
      <header className="grid gap-6 sm:grid-cols-[1fr_auto]">
        <div>
          <h1 className="h1">{t('Receipt')}</h1>
          <p className="soft mt-2 break-all">{receipt.receiptNumber}</p>
        </div>
        <Seller seller={receipt.seller} />
      </header>
      <div className="grid gap-8 border-line border-t pt-6 sm:grid-cols-2">
        <Customer customer={receipt.customer} />
        <DescriptionList facts={paymentFacts(receipt, t)} />
      </div>
      <Lines receipt={receipt} />
    </PrintedSheet>
  );
}

function Seller({ seller }: Pick<ReceiptView, 'seller'>) {
  const { street, district, city } = brand.address;
  return (
    <address className="soft small not-italic sm:text-right">
      <p className="font-semibold text-ink">{seller?.name ?? brand.legalName}</p>
      <p>{seller?.address ?? `${street}, ${district}, ${city}`}</p>
      <p>{seller?.phone ?? brand.phone.label}</p>
      <p>{seller?.email ?? brand.supportEmail}</p>
    </address>
  );
}

function Customer({ customer }: Pick<ReceiptView, 'customer'>) {
  const t = useText();
  return (
    <div className="min-w-0">
      <h2 className="soft small">{t('Received from')}</h2>
      <p className="mt-1 break-words font-semibold">{customer.name}</p>
      {hasMailbox(customer.email) && <p className="soft break-all">{customer.email}</p>}
    </div>
  );
}

function paymentFacts(receipt: ReceiptView, t: Translate) {
  return [
    { label: t('Paid'), value: formatDateTime(receipt.paidAt) },
    { label: t('Issued'), value: formatDate(receipt.issuedAt) },
    {
      label: t('Paid with'),
      value: [t(formatGateway(receipt.gateway, receipt.channel)), receipt.paidWith].filter(Boolean).join(' '),
    },
    { label: t('Reference'), value: <span className="break-all">{receipt.reference}</span> },
  ];
}

function Lines({ receipt }: ReceiptSheetProps) {
  const t = useText();
  const { planName, periodStart, periodEnd, lines, total, vatIncluded } = receipt;
  return (
    <section aria-labelledby="receipt-lines">
      <h2 className="h3" id="receipt-lines">
        {planName}
      </h2>
      {periodStart && periodEnd && (
        <p className="soft mt-1">
          {t('{start} to {end}', { start: formatDate(periodStart), end: formatDate(periodEnd) })}
        </p>
      )}
      <DescriptionList
        className="mt-5 border-line border-t pt-4"
        facts={lines.map((line) => ({ label: t(line.label), value: formatExactNaira(line.amount) }))}
      />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-ink border-t pt-4">
        <p className="font-semibold">{t('Total paid')}</p>
        <p className="h2 wrap-anywhere">{formatExactNaira(total)}</p>
      </div>
      {vatIncluded > 0 && (
        <p className="soft small mt-2 text-right">
          {t('Includes VAT of {amount}', { amount: formatExactNaira(vatIncluded) })}
        </p>
      )}
    </section>
  );
}
