import { useNavigate, useSearchParams } from 'react-router';
import { PaymentFilters } from '../../../features/billing/payments/staff/components/payment-filters.tsx';
import { PaymentList } from '../../../features/billing/payments/staff/components/payment-list.tsx';
import { addressOf, choiceOf } from '../../../features/billing/payments/staff/payment-filter.ts';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { CustomerPicker } from '../console/customer-picker.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** The payments of all customers, newest first. */
export function PaymentsPage() {
  const choice = choiceOf(useSearchParams()[0]);
  const navigate = useNavigate();
  return (
    <ConsolePageLayout title="Payments">
      <ArrowLink to="/admin/accounting">Gateway reconciliation, invoices and ledger</ArrowLink>
      <div className="mt-2">
        <PaymentFilters
          choice={choice}
          customer={
            <CustomerPicker
              chosen={choice.customer}
              onChoose={(customer) => void navigate(addressOf({ ...choice, customer }))}
            />
          }
        />
        <div className="mt-6">
          <PaymentList choice={choice} />
        </div>
      </div>
    </ConsolePageLayout>
  );
}
