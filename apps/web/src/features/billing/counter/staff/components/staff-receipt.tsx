import { brand } from '@portal/brand';
import type { ReceiptView } from '@portal/contract/billing/payments/payments';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { formatDate, formatDateTime } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { PrintedSheet } from '../../../../../shared/ui/layout/printed-sheet.tsx';

/** A customer's receipt, to be handed out: on A4, or narrow enough for a roll. */
export function StaffReceipt({ receipt }: { receipt: ReceiptView }) {
  const { seller, customer, lines, total, vatIncluded, planName, periodStart, periodEnd } = receipt;
  const { street, district, city } = brand.address;
  return (
    <PrintedSheet back={{ to: '/admin/counter', label: 'Counter' }}>
      <header className="grid gap-6 sm:grid-cols-[1fr_auto]">
        <div>
          <h1 className="h1">Receipt</h1>
          <p className="soft mt-2 break-all">{receipt.receiptNumber}</p>
        </div>
        <address className="soft small not-italic sm:text-right">
          <p className="font-semibold text-ink">{seller?.name ?? brand.legalName}</p>
          <p>{seller?.address ?? [street, district, city].join(', ')}</p>
          <p>
            {seller?.phone ?? brand.phone.label}, {seller?.email ?? brand.supportEmail}
          </p>
        </address>
      </header>
      <DescriptionList
        className="border-line border-t pt-6"
        facts={[
          { label: 'Received from', value: <span className="break-words">{customer.name}</span> },
          ...(hasMailbox(customer.email)
            ? [{ label: 'Email', value: <span className="break-all">{customer.email}</span> }]
            : []),
          { label: 'Paid', value: formatDateTime(receipt.paidAt) },
          {
            label: 'Paid with',
            value: [formatGateway(receipt.gateway, receipt.channel), receipt.paidWith].filter(Boolean).join(' '),
          },
          { label: 'Reference', value: <span className="break-all">{receipt.reference}</span> },
          { label: 'Plan', value: planName },
          ...(periodStart && periodEnd
            ? [{ label: 'Service', value: `${formatDate(periodStart)} to ${formatDate(periodEnd)}` }]
            : []),
        ]}
      />
      <section aria-label="What it paid">
        <DescriptionList
          className="border-line border-t pt-4"
          facts={lines.map(({ label, amount }) => ({ label, value: formatExactNaira(amount) }))}
        />
        <p className="mt-4 flex items-baseline justify-between gap-4 border-ink border-t pt-4">
          <span className="font-semibold">Total paid</span>
          <span className="h2">{formatExactNaira(total)}</span>
        </p>
        {vatIncluded > 0 && (
          <p className="soft small mt-2 text-right">Includes VAT of {formatExactNaira(vatIncluded)}</p>
        )}
      </section>
    </PrintedSheet>
  );
}
