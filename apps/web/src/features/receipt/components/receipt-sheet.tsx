import { brand } from '@portal/brand';
import type { ReceiptView } from '@portal/contract/payment';
import { ArrowLeft, Printer } from 'lucide-react';
import { formatDate, formatDateTime } from '../../../shared/format/date.ts';
import { formatGateway } from '../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../shared/format/naira.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { RuledList } from '../../../shared/ui/ruled-list.tsx';
import './receipt.css';

export type ReceiptSheetProps = { receipt: ReceiptView };

/** A receipt as it is kept: who paid whom, for what, how much and when. Prints as one sheet without the page around it. */
export function ReceiptSheet({ receipt }: ReceiptSheetProps) {
  return (
    <>
      <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3">
        <PageLink className="arrow-link" to="/dashboard#bills">
          <ArrowLeft />
          All payments
        </PageLink>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer />
          Print
        </Button>
      </div>
      <Panel className="receipt grid gap-8 p-6! md:p-10! print:p-0!">
        <header className="grid gap-6 sm:grid-cols-[1fr_auto]">
          <div>
            <h1 className="h1">Receipt</h1>
            <p className="soft mt-2 break-all">{receipt.receiptNumber}</p>
          </div>
          <Seller />
        </header>
        <div className="grid gap-8 border-line border-t pt-6 sm:grid-cols-2">
          <Customer customer={receipt.customer} />
          <RuledList facts={paymentFacts(receipt)} />
        </div>
        <Lines receipt={receipt} />
      </Panel>
    </>
  );
}

function Seller() {
  return (
    <address className="soft small not-italic sm:text-right">
      <p className="font-semibold text-ink">{brand.legalName}</p>
      <p>{brand.address.street}</p>
      <p>
        {brand.address.district}, {brand.address.city}
      </p>
      <p>{brand.phone.label}</p>
      <p>{brand.supportEmail}</p>
    </address>
  );
}

function Customer({ customer }: Pick<ReceiptView, 'customer'>) {
  return (
    <div className="min-w-0">
      <h2 className="soft small">Received from</h2>
      <p className="mt-1 break-words font-semibold">{customer.name}</p>
      <p className="soft break-all">{customer.email}</p>
    </div>
  );
}

function paymentFacts(receipt: ReceiptView) {
  return [
    { label: 'Paid', value: formatDateTime(receipt.paidAt) },
    { label: 'Issued', value: formatDate(receipt.issuedAt) },
    { label: 'Paid with', value: formatGateway(receipt.gateway) },
    { label: 'Reference', value: <span className="break-all">{receipt.reference}</span> },
  ];
}

function Lines({ receipt }: ReceiptSheetProps) {
  const { planName, periodStart, periodEnd, lines, total, vatIncluded } = receipt;
  return (
    <section aria-labelledby="receipt-lines">
      <h2 className="h3" id="receipt-lines">
        {planName}
      </h2>
      {periodStart && periodEnd && (
        <p className="soft mt-1">
          {formatDate(periodStart)} to {formatDate(periodEnd)}
        </p>
      )}
      <RuledList
        className="mt-5 border-line border-t pt-4"
        facts={lines.map((line) => ({ label: line.label, value: formatExactNaira(line.amount) }))}
      />
      <div className="mt-4 flex items-baseline justify-between gap-4 border-ink border-t pt-4">
        <p className="font-semibold">Total paid</p>
        <p className="h2">{formatExactNaira(total)}</p>
      </div>
      <p className="soft small mt-2 text-right">Includes VAT of {formatExactNaira(vatIncluded)}</p>
    </section>
  );
}
