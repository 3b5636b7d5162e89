import { AccountNumberOverview } from '../../../features/billing/virtual-accounts/staff/components/account-number-overview.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/account-numbers: who opens account numbers for customers, and at which banks they are. */
export function AccountNumbersPage() {
  return (
    <ConsolePageLayout
      title="Account numbers"
      lead="Numbers at banks that belong to one customer each. Money that comes to them pays that customer’s bills."
      back={{ to: '/admin/accounting', label: 'Accounting' }}
    >
      <AccountNumberOverview />
    </ConsolePageLayout>
  );
}
