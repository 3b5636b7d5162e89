import { useNavigate, useSearchParams } from 'react-router';
import { PaymentFilters } from '../../features/billing/payments/staff/components/payment-filters.tsx';
import { PaymentList } from '../../features/billing/payments/staff/components/payment-list.tsx';
import { addressOf, choiceOf } from '../../features/billing/payments/staff/payment-choice.ts';
import { ArrowLink } from '../../shared/ui/arrow-link.tsx';
import { CustomerChoice } from './customer-choice.tsx';
import { PageFrame } from './page-frame.tsx';

/** The payments of all customers, newest first. */
export function PaymentsPage() {
  const choice = choiceOf(useSearchParams()[0]);
  const navigate = useNavigate();
  return (
    <PageFrame title="Payments">
      <ArrowLink to="/admin/books">Gateway comparison, invoices and books</ArrowLink>
      <div className="mt-2">
        <PaymentFilters
          choice={choice}
          customer={
            <CustomerChoice
              chosen={choice.customer}
              onChoose={(customer) => void navigate(addressOf({ ...choice, customer }))}
            />
          }
        />
        <div className="mt-6">
          <PaymentList choice={choice} />
        </div>
      </div>
    </PageFrame>
  );
}
