import { CustomerSearch } from '../../../features/console/customers/staff/components/customer-search.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** All accounts. */
export function CustomersPage() {
  return (
    <ConsolePageLayout title="Customers">
      <CustomerSearch />
    </ConsolePageLayout>
  );
}
