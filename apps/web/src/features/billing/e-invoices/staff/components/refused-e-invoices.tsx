import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ArrowLink } from '../../../../../shared/ui/button/arrow-link.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useEInvoices } from '../api/e-invoices.ts';
import { E_INVOICES_PAGE } from '../e-invoice-filter.ts';
import { EInvoiceRows } from './e-invoice-rows.tsx';

/** What the tax authority refuses, among what else failed; nothing where documents are not registered. */
export function RefusedEInvoices() {
  const refused = useEInvoices({ state: 'refused', search: '' });
  if (refused.data?.isOn === false) return null;
  return (
    <AsyncBoundary query={refused} failure="We could not load the e-invoices" skeleton={null}>
      {({ documents, waiting, keysRefused }) => (
        <section aria-labelledby="e-invoices-title">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="h3" id="e-invoices-title">
              E-invoices
            </h2>
            <p className="small soft">{waiting.toLocaleString('en-NG')} waiting</p>
          </div>
          {keysRefused && (
            <Alert kind="bad" className="mb-4">
              The provider of the tax authority rejects our keys.
            </Alert>
          )}
          {documents.length === 0 ? (
            <EmptyState title="Nothing was refused">The tax authority takes our documents.</EmptyState>
          ) : (
            <EInvoiceRows documents={documents} />
          )}
          <ArrowLink to={E_INVOICES_PAGE}>All e-invoices</ArrowLink>
        </section>
      )}
    </AsyncBoundary>
  );
}
