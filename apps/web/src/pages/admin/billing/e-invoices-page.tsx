import { useSearchParams } from 'react-router';
import { EInvoiceList } from '../../../features/billing/e-invoices/staff/components/e-invoice-list.tsx';
import { eInvoiceFilterOf } from '../../../features/billing/e-invoices/staff/e-invoice-filter.ts';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/accounting/e-invoices: invoices and credit notes at the tax authority. */
export function EInvoicesPage() {
  const choice = eInvoiceFilterOf(useSearchParams()[0]);
  return (
    <ConsolePageLayout
      title="E-invoices"
      lead="Invoices and credit notes at the tax authority. A business gets its invoice when it is cleared, everything else is reported within 24 hours."
      back={{ to: '/admin/accounting', label: 'Accounting' }}
    >
      <div className="mt-6">
        <EInvoiceList choice={choice} />
      </div>
    </ConsolePageLayout>
  );
}
