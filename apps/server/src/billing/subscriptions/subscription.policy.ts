import { addLagosMonth, lagosDay } from '@portal/kernel/calendar';

type SubscriptionFields = {
  readonly status: 'pending' | 'active' | 'suspended' | 'cancelled';
  readonly planId: string;
  readonly scheduledPlanId: string | null;
  readonly startDate: Date | null;
  readonly nextRenewal: Date;
  readonly anchorDay: number;
  readonly pausedUntil: Date | null;
};

/**
 * The effect of choosing a plan on a subscription: nothing, another plan at once, another scheduled
 * change (null withdraws it), or an error.
 */
export type PlanChoice =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'replace' }
  | { readonly kind: 'schedule'; readonly planId: string | null }
  | { readonly kind: 'same-plan' };

/** The change that cannot be withdrawn because its month is paid for already, or null. */
export function upcomingPlan(
  subscription: Pick<SubscriptionFields, 'planId'>,
  paidAheadPlanId: string | null,
): string | null {
  return paidAheadPlanId === subscription.planId ? null : paidAheadPlanId;
}

/**
 * The effect of choosing `planId`. A subscription that awaits its first payment gets the plan at
 * once; an active or suspended one at its next renewal. `paidAheadPlanId` is the plan of a paid
 * period that has not begun: it will come whatever is chosen now, so a change follows after it.
 */
export function decidePlanChoice(
  subscription: SubscriptionFields,
  paidAheadPlanId: string | null,
  planId: string,
): PlanChoice {
  if (subscription.status === 'pending') return { kind: 'replace' };
  if (planId === subscription.scheduledPlanId) return { kind: 'unchanged' };
  if (planId !== (paidAheadPlanId ?? subscription.planId)) return { kind: 'schedule', planId };
  const upcoming = upcomingPlan(subscription, paidAheadPlanId);
  return subscription.scheduledPlanId === upcoming ? { kind: 'same-plan' } : { kind: 'schedule', planId: upcoming };
}

export type Extension = {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly anchorDay: number;
  /** False while the paid period is still ahead. */
  readonly begins: boolean;
};

function monthFrom(startsAt: Date, now: Date): Extension {
  const anchorDay = lagosDay(startsAt).day;
  return { startsAt, endsAt: addLagosMonth(startsAt, anchorDay), anchorDay, begins: startsAt <= now };
}

/**
 * The period that the next payment buys. An active subscription continues where its paid time ends,
 * also shortly after that moment, on the same day of the month; a new or suspended one, or one
 * whose bought month would be over already, starts now and renews on this day from then on; a
 * paused one without paid time starts when its pause is over. It never begins before paid time is
 * over (invariant I4). `promisedMs`: for how long a suspended one was on by a promise that was not kept,
 * which is part of the month.
 */
export function nextPeriod(
  subscription: Pick<SubscriptionFields, 'status' | 'nextRenewal' | 'anchorDay' | 'pausedUntil'>,
  now: Date,
  promisedMs = 0,
): Extension {
  const continued = addLagosMonth(subscription.nextRenewal, subscription.anchorDay);
  const hasPaidTime = subscription.status !== 'pending' && subscription.nextRenewal > now;
  if ((subscription.status === 'active' || hasPaidTime) && continued > now) {
    const { nextRenewal: startsAt, anchorDay } = subscription;
    return { startsAt, endsAt: continued, anchorDay, begins: startsAt <= now };
  }
  if (subscription.pausedUntil !== null && subscription.pausedUntil > now)
    return monthFrom(subscription.pausedUntil, now);
  // Never before the paid time ended, also by a clock that was set back since.
  const promisedFrom = Math.max(
    now.getTime() - promisedMs,
    Math.min(now.getTime(), subscription.nextRenewal.getTime()),
  );
  const promised = monthFrom(new Date(promisedFrom), now);
  return promised.endsAt > now ? promised : monthFrom(now, now);
}
