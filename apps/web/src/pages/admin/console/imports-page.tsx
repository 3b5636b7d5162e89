import { useNavigate } from 'react-router';
import { ImportForm } from '../../../features/console/imports/staff/components/import-form.tsx';
import { ImportList } from '../../../features/console/imports/staff/components/import-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/imports: moving in from another system. */
export function ImportsPage() {
  const navigate = useNavigate();
  return (
    <ConsolePageLayout
      title="Imports"
      lead="Bring customers over from another system as CSV files: customers first, then their lines, balances, open invoices, earlier payments and tickets. A check shows exactly what an import would do. Passwords never come over: customers set a new one by a mailed link."
    >
      <ImportForm onImport={(id) => void navigate(`/admin/imports/${id}`)} />
      <ImportList />
    </ConsolePageLayout>
  );
}
