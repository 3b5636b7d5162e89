import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useServicePlans } from '../../features/catalogue/plans/api/list-service-plans.ts';
import { refreshSpeedTests } from '../../features/network/speed-tests/api/list-speed-tests.ts';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';

const SpeedTestWidget = lazyComponent(
  async () => (await import('../../features/network/speed-tests/components/speed-test-widget.tsx')).SpeedTestWidget,
);

export type SpeedTestPartProps = { subscription: SubscriptionView | null | undefined };

/**
 * The widget, fetched when it is first shown. It knows the speed of the customer's plan, and a
 * saved result appears at once wherever tests are listed.
 */
export function SpeedTestPart({ subscription }: SpeedTestPartProps) {
  const queries = useQueryClient();
  const plans = useServicePlans();
  const plan = plans.data?.find(({ id }) => id === subscription?.planId);
  return (
    <Suspense fallback={<Skeleton className="min-h-[430px] w-full rounded-panel" />}>
      <SpeedTestWidget onSaved={() => void refreshSpeedTests(queries)} {...(plan && { planMbps: plan.downloadMbps })} />
    </Suspense>
  );
}
