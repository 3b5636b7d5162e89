import { useParams } from 'react-router';
import { useAccountView } from '../../../features/identity/account-views/staff/api/account-views.ts';
import { ViewSummary } from '../../../features/identity/account-views/staff/components/view-summary.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const CUSTOMERS = { to: '/admin/customers', label: 'Customers' };

/** /admin/account-views/:id: where the tab of a view as a customer ends, with what was seen in it. */
export function AccountViewPage() {
  const { id = '' } = useParams();
  const view = useAccountView(Number(id));
  return (
    <ConsolePageLayout back={CUSTOMERS}>
      <FoundOrMissing
        query={view}
        failure="We could not load the view"
        missing="There is no such view"
        back={CUSTOMERS}
        skeleton={<Skeleton className="mx-auto my-6 h-96 w-full max-w-xl" />}
      >
        {(loaded) => <ViewSummary key={loaded.id} view={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
