import { useParams } from 'react-router';
import { useBulkAction } from '../../../features/console/bulk-actions/staff/api/bulk-actions.ts';
import { BulkView } from '../../../features/console/bulk-actions/staff/components/bulk-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const BULK_ACTIONS = { to: '/admin/bulk-actions', label: 'Bulk actions' };

/** /admin/bulk-actions/:id: one bulk action. */
export function BulkActionPage() {
  const { id = '' } = useParams();
  const bulkAction = useBulkAction(id);
  return (
    <ConsolePageLayout back={BULK_ACTIONS}>
      <FoundOrMissing
        query={bulkAction}
        failure="We could not load the bulk action"
        missing="There is no such bulk action"
        back={BULK_ACTIONS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <BulkView bulkAction={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
