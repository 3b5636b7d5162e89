import {
  acceptEInvoice,
  type EInvoice,
  getEInvoiceJson,
  getStaffInvoiceXml,
  retryEInvoice,
} from '@portal/contract/billing/e-invoices';
import { getStaffInvoiceDocument } from '@portal/contract/billing/papers/staff-papers';
import { Download, RotateCw } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { eInvoiceStatuses, eInvoiceTimes, faultSentence, PROCEDURES } from '../e-invoice-labels.ts';

export type EInvoiceRowProps = {
  document: EInvoice;
  busy: boolean;
  onRetry: () => void;
  onAccept: () => void;
};

/** One document: how it stands, what is wrong, whose it is, its files, and what can be done. */
export function EInvoiceRow({ document, busy, onRetry, onAccept }: EInvoiceRowProps) {
  const { documentNumber, invoiceNumber, kind, customer, total, procedure, status, irn, fault } = document;
  const sentence = faultSentence(document);
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 border-line border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi wrap-anywhere min-w-0">{documentNumber}</span>
          <StatusBadge status={status} statuses={eInvoiceStatuses} />
          <span className="small soft">{PROCEDURES[procedure]}</span>
        </p>
        <p className="small wrap-anywhere mt-1 flex flex-wrap items-center gap-x-4">
          <PageLink className="link inline-flex min-h-11 items-center" to={`/admin/customers/${customer.id}`} data-row>
            {bidiIsolate(customer.name)}
          </PageLink>
          <span className="soft">{formatExactNaira(total)}</span>
          {kind === 'credit-note' && <span className="soft">Credit note for {invoiceNumber}</span>}
        </p>
        {sentence && <p className="wrap-anywhere">{sentence}</p>}
        {fault?.field && <p className="small soft wrap-anywhere">Field: {fault.field}</p>}
        {irn && <p className="small soft wrap-anywhere">{irn}</p>}
        <p className="muted small">{eInvoiceTimes(document, now())}</p>
      </div>
      <div className="grid content-start gap-2 md:justify-items-end">
        {status !== 'registered' && (
          <div className="flex flex-wrap gap-2.5">
            {fault?.code === 'duplicate' && status === 'refused' && (
              <Allowed to={acceptEInvoice}>
                <Button variant="quiet" aria-label={`It is ours: ${documentNumber}`} onClick={onAccept}>
                  It is ours
                </Button>
              </Allowed>
            )}
            <Allowed to={retryEInvoice}>
              <Button variant="secondary" busy={busy} aria-label={`Retry: ${documentNumber}`} onClick={onRetry}>
                {!busy && <RotateCw className="icon-small" />}
                Retry
              </Button>
            </Allowed>
          </div>
        )}
        <Files document={document} />
      </div>
    </li>
  );
}

const LINK = 'link inline-flex min-h-11 items-center gap-1.5';

function Files({ document: { id, documentNumber: number } }: { document: EInvoice }) {
  const ofNumber = (path: string) => path.replace(':invoiceNumber', encodeURIComponent(number));
  const files = [
    {
      name: 'PDF',
      needs: getStaffInvoiceDocument,
      to: ofNumber(getStaffInvoiceDocument.path).replace(':document', 'pdf'),
    },
    { name: 'XML', needs: getStaffInvoiceXml, to: ofNumber(getStaffInvoiceXml.path) },
    { name: 'JSON', needs: getEInvoiceJson, to: getEInvoiceJson.path.replace(':id', id) },
  ];
  return (
    <p className="flex flex-wrap gap-x-4">
      {files.map(({ name, needs, to }) => (
        <Allowed key={name} to={needs}>
          <a className={LINK} href={to} download aria-label={`${number} as ${name}`}>
            <Download className="icon-small" />
            {name}
          </a>
        </Allowed>
      ))}
    </p>
  );
}
