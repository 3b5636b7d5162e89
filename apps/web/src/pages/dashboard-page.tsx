import type { SubscriptionView } from '@portal/contract/subscription';
import { usePaymentQuote } from '../features/payment/api/get-payment-quote.ts';
import { PaymentsPanel } from '../features/payment/components/payments-panel.tsx';
import { useServicePlans } from '../features/plan/api/list-service-plans.ts';
import { useSubscription } from '../features/subscription/api/get-subscription.ts';
import { DashboardHeading } from '../features/subscription/components/dashboard-heading.tsx';
import { NextBillPanel } from '../features/subscription/components/next-bill-panel.tsx';
import { QuickActions } from '../features/subscription/components/quick-actions.tsx';
import { SubscriptionPanel } from '../features/subscription/components/subscription-panel.tsx';
import { failureDetail } from '../shared/api/api-error.ts';
import { useUser } from '../shared/session/use-session.ts';
import { ErrorState } from '../shared/ui/error-state.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

/** / and /dashboard of a signed-in person (specification section 2, Dashboard, Overview). */
export function DashboardPage() {
  const user = useUser();
  const subscription = useSubscription(user !== null);
  const billedPlanId = subscription.data?.scheduledPlanId ?? subscription.data?.planId ?? null;
  const quote = usePaymentQuote(billedPlanId);
  return (
    <div className="wrap grid gap-6 pt-6 pb-16 lg:pt-10 lg:pb-24">
      <DashboardHeading
        firstName={user?.firstName || user?.email || ''}
        subscription={subscription.data}
        amountDue={quote.data?.total}
      />
      <QuickActions />
      {subscription.isError && (
        <ErrorState
          title="We could not load your subscription"
          detail={failureDetail(subscription.error)}
          onRetry={() => void subscription.refetch()}
          retrying={subscription.isFetching}
        />
      )}
      {subscription.isPending && <Skeleton className="h-72 w-full rounded-panel" />}
      {subscription.isSuccess && (
        <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-[7fr_5fr] lg:gap-6">
          <CurrentSubscription subscription={subscription.data} />
          {subscription.data && <NextBillPanel subscription={subscription.data} quote={quote.data} />}
        </div>
      )}
      <PaymentsPanel />
    </div>
  );
}

function CurrentSubscription({ subscription }: { subscription: SubscriptionView | null }) {
  const plans = useServicePlans();
  const scheduled = plans.data?.find(({ id }) => id === subscription?.scheduledPlanId);
  return <SubscriptionPanel subscription={subscription} scheduledPlanName={scheduled?.name} />;
}
