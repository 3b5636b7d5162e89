import { BulkList } from '../../../features/console/bulk-actions/staff/components/bulk-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/bulk-actions: what staff did to many customers at once. */
export function BulkActionsPage() {
  return (
    <ConsolePageLayout
      title="Bulk actions"
      lead="What was done to many customers at once, with the result for each of them. New ones begin in the list of customers."
    >
      <BulkList />
    </ConsolePageLayout>
  );
}
