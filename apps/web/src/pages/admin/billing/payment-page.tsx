import { useParams } from 'react-router';
import { useStaffPayment } from '../../../features/billing/payments/staff/api/get-staff-payment.ts';
import { PaymentView } from '../../../features/billing/payments/staff/components/payment-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const PAYMENTS = { to: '/admin/payments', label: 'Payments' };

/** /admin/payments/:reference: one payment with its history and the possible decisions. */
export function PaymentPage() {
  const { reference = '' } = useParams();
  const payment = useStaffPayment(reference);
  return (
    <ConsolePageLayout back={PAYMENTS}>
      <FoundOrMissing
        query={payment}
        failure="We could not load this payment"
        missing="There is no such payment"
        back={PAYMENTS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <PaymentView key={loaded.reference} payment={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
