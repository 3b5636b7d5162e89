import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useCounterCustomer } from '../../../features/billing/counter/staff/api/get-counter-customer.ts';
import { TakePayment } from '../../../features/billing/counter/staff/components/take-payment.tsx';
import { TillLine } from '../../../features/billing/counter/staff/components/till-line.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const COUNTER = { to: '/admin/counter', label: 'Counter' };

/**
 * /admin/counter/:id: takes money from one customer, for the line `?line=` where it names one; with `?deposit=`
 * and `?slip=` a deposit that a line of the bank shows.
 */
export function TakePaymentPage() {
  const { id = '' } = useParams();
  return <Counter key={id} id={Number(id)} />;
}

function Counter({ id }: { id: number }) {
  const [planId, setPlanId] = useState('');
  const [search] = useSearchParams();
  const [line, setLine] = useState(Number(search.get('line')) || undefined);
  const [amount, slip] = [Number(search.get('deposit')), search.get('slip') ?? ''];
  const deposit = amount > 0 && slip ? { amount, slip: slip.slice(0, 60) } : undefined;
  const customer = useCounterCustomer(id, planId, line);
  return (
    <ConsolePageLayout title="Take a payment" back={COUNTER}>
      <TillLine />
      <FoundOrMissing
        query={customer}
        failure="We could not load what is due"
        missing="There is no such customer"
        back={COUNTER}
        skeleton={<Skeleton className="mt-5 h-96 w-full" />}
      >
        {(loaded) => (
          <TakePayment
            key={loaded.lineId}
            customer={loaded}
            planId={planId}
            onPlan={setPlanId}
            onLine={setLine}
            deposit={deposit}
          />
        )}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
