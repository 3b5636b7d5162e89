import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatMonthlyFee } from '../../../../shared/format/monthly-price.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { type SiteFacts, useSiteFacts } from '../../../../shared/site/site-facts.ts';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList, type Fact } from '../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { dateLabel, type SubscriptionState, subscriptionEnd, subscriptionState } from '../subscription-state.ts';
import { ScheduledChange } from './scheduled-change.tsx';
import { SubscriptionNotice } from './subscription-notice.tsx';

export type SubscriptionPanelProps = {
  subscription: SubscriptionView | null;
  /** The plan of the next billing cycle, where one is scheduled and known. */
  scheduledPlan: ServicePlan | undefined;
};

/** The plan the customer has, or 'No Active Subscription' (specification section 8). */
export function SubscriptionPanel({ subscription, scheduledPlan }: SubscriptionPanelProps) {
  const t = useText();
  const facts = useSiteFacts();
  const isOwner = useHasRole('owner');
  if (!subscription) return <NoSubscription />;
  const state = subscriptionState(subscription, now());
  return (
    <Panel className="flex flex-col">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h4">{t('Current subscription')}</h2>
        <StatusBadge status={state.kind} statuses={subscriptionStatuses} />
      </div>
      <p className="h2 mb-5">{subscription.planName}</p>
      <SubscriptionNotice state={state} reason={subscription.cancelReason} className="mb-5" />
      {subscription.scheduledPlanId && <ScheduledChange subscription={subscription} scheduledPlan={scheduledPlan} />}
      <DescriptionList facts={subscriptionFacts(t, subscription, state, facts)} className="border-line border-t pt-4" />
      {isOwner && !subscriptionEnd(state) && (
        <ArrowLink to="/plans" className="mt-auto self-start pt-4">
          {t('Change plan')}
        </ArrowLink>
      )}
    </Panel>
  );
}

/** Replaces a missing subscription, with a link to the plans. */
export function NoSubscription() {
  const t = useText();
  return (
    <EmptyState
      title={t('No Active Subscription')}
      action={
        <ButtonLink to="/plans" className="mt-1">
          {t('View Plans')}
        </ButtonLink>
      }
    >
      {t('Choose a plan to get connected.')}
    </EmptyState>
  );
}

function subscriptionFacts(
  t: Translate,
  subscription: SubscriptionView,
  state: SubscriptionState,
  { vatExtra, vatPercent }: SiteFacts,
): readonly Fact[] {
  const { startDate, nextBillingDate } = subscription;
  return [
    { label: t('Monthly fee'), value: formatMonthlyFee(t, { price: subscription.monthlyFee, vatExtra, vatPercent }) },
    { label: t('Started'), value: startDate ? formatDate(startDate) : t('When you have paid') },
    ...(nextBillingDate ? [{ label: t(dateLabel(state)), value: formatDate(nextBillingDate) }] : []),
    { label: t('Auto-pay'), value: subscription.autoPay ? t('On') : t('Off') },
  ];
}
