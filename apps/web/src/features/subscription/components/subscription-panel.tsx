import type { SubscriptionView } from '@portal/contract/subscription';
import { formatDate } from '../../../shared/format/date.ts';
import { formatNaira } from '../../../shared/format/naira.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { ArrowLink } from '../../../shared/ui/arrow-link.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { type Fact, RuledList } from '../../../shared/ui/ruled-list.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../shared/ui/status-badge.tsx';

export type SubscriptionPanelProps = {
  subscription: SubscriptionView | null;
  /** Name of the plan that takes over at the next billing cycle, where one is scheduled. */
  scheduledPlanName: string | undefined;
};

/** The plan the customer has, or 'No Active Subscription' (specification section 8). */
export function SubscriptionPanel({ subscription, scheduledPlanName }: SubscriptionPanelProps) {
  if (!subscription) {
    return (
      <EmptyState
        title="No Active Subscription"
        action={
          <ButtonLink to="/plans" className="mt-1">
            View Plans
          </ButtonLink>
        }
      >
        Choose a plan to get connected.
      </EmptyState>
    );
  }
  return (
    <Panel className="flex flex-col">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h4">Current subscription</h2>
        <StatusBadge status={subscription.status} statuses={subscriptionStatuses} />
      </div>
      <p className="h2 mb-5">{subscription.planName}</p>
      {subscription.scheduledPlanId && (
        <Alert kind="info" className="mb-5">
          You change to {scheduledPlanName ?? 'another plan'}
          {subscription.nextBillingDate ? ` on ${formatDate(subscription.nextBillingDate)}.` : ' at your next renewal.'}
        </Alert>
      )}
      <RuledList facts={subscriptionFacts(subscription)} className="border-line border-t pt-4" />
      <ArrowLink to="/plans" className="mt-auto self-start pt-4">
        Change plan
      </ArrowLink>
    </Panel>
  );
}

function subscriptionFacts(subscription: SubscriptionView): readonly Fact[] {
  const { startDate, nextBillingDate } = subscription;
  return [
    { label: 'Monthly fee', value: formatNaira(subscription.monthlyFee) },
    { label: 'Started', value: startDate ? formatDate(startDate) : 'When you have paid' },
    ...(nextBillingDate ? [{ label: 'Next billing date', value: formatDate(nextBillingDate) }] : []),
    { label: 'Auto-pay', value: subscription.autoPay ? 'On' : 'Off' },
  ];
}
