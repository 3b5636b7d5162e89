import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ReactNode } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../../shared/ui/feedback/status-badge.tsx';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { type SubscriptionState, subscriptionState } from '../subscription-state.ts';

export type DashboardHeadingProps = {
  firstName: string;
  /** Undefined while it is loading. */
  subscription: SubscriptionView | null | undefined;
  /** It could not be loaded: its space stays, without a placeholder. */
  failed: boolean;
  /**
   * Naira due at the next bill. Undefined while it is loading, null where it could not be loaded.
   */
  amountDue: number | null | undefined;
  /** The choice of the line, beside its plan. */
  lineChooser: ReactNode;
};

/** The greeting, the plan with its status, and the next bill. */
export function DashboardHeading({ firstName, subscription, failed, amountDue, lineChooser }: DashboardHeadingProps) {
  const t = useText();
  return (
    <div
      className={classNames(
        'grid gap-x-6 gap-y-4 md:grid-cols-[1fr_auto] md:items-end',
        failed && '[&_.skeleton]:invisible',
      )}
    >
      <div className="min-w-0">
        <h1 className="h1 break-words">{t('Welcome back, {name}', { name: firstName })}</h1>
        <div className="soft mt-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
          {lineChooser}
          <PlanLine subscription={subscription} />
        </div>
      </div>
      {subscription === undefined ? (
        <Skeleton className="h-[38px] w-full md:h-11 md:w-40" />
      ) : (
        <NextBillLine subscription={subscription} amountDue={amountDue} />
      )}
    </div>
  );
}

function PlanLine({ subscription }: Pick<DashboardHeadingProps, 'subscription'>) {
  const t = useText();
  if (subscription === undefined) return <Skeleton className="h-5 w-56" />;
  if (subscription === null) return <span>{t('You have no plan yet.')}</span>;
  return (
    <>
      <span>{subscription.planName}</span>
      <StatusBadge status={subscriptionState(subscription, now()).kind} statuses={subscriptionStatuses} />
    </>
  );
}

type NextBillLineProps = Pick<DashboardHeadingProps, 'amountDue'> & { subscription: SubscriptionView | null };

function NextBillLine({ subscription, amountDue }: NextBillLineProps) {
  const t = useText();
  const state = subscription && subscriptionState(subscription, now());
  // Without a subscription there is one as well: the space is reserved for it.
  const label = state ? billLabel(t, state) : t('Choose a plan to get connected.');
  // A first payment has no day: without its sum there is nothing to say.
  if (label === null || (state?.kind === 'pending' && amountDue === null)) return null;
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3 md:grid md:justify-items-end md:border-0 md:pt-0">
      <span className="soft small">{label}</span>
      {state && state.kind !== 'ending' && amountDue !== null && (
        <span className="h3">
          {amountDue === undefined ? <Skeleton className="inline-block h-[0.8em] w-24" /> : formatExactNaira(amountDue)}
        </span>
      )}
    </p>
  );
}

/**
 * The next payment, or, without an amount, when the subscription ends; null where neither is known.
 */
function billLabel(t: Translate, state: SubscriptionState): string | null {
  switch (state.kind) {
    case 'pending':
      return t('First payment');
    case 'grace':
    case 'suspended':
      return t('Payment overdue');
    case 'ending':
      return t('Ends on {date}', { date: formatDate(state.endsAt) });
    case 'active':
    case 'paused':
      return state.nextBillAt && t('Next bill, {date}', { date: formatDate(state.nextBillAt) });
    default:
      return null;
  }
}
