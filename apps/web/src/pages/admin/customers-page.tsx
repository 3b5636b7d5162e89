import { CustomerSearch } from '../../features/console/customers/staff/components/customer-search.tsx';
import { PageFrame } from './page-frame.tsx';

/** Everybody who has an account. */
export function CustomersPage() {
  return (
    <PageFrame title="Customers">
      <CustomerSearch />
    </PageFrame>
  );
}
