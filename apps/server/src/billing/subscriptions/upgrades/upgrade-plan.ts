import { DAY_MS } from '@portal/kernel/calendar';
import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Publish } from '../../../platform/events/domain-events.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { subscriptionsChanged, subscriptionUpgraded } from '../../events.ts';
import { lockOpenSubscription, lockSubscription } from '../subscription.repository.ts';
import { findLastPeriod, insertUpgrade, setActivePlan, setPeriodPlan } from './upgrade.repository.ts';

/**
 * The current month that could be upgraded. `remainingDays` includes today; both are at least 1.
 */
export type Upgradable = {
  readonly subscriptionId: string;
  readonly periodNumber: number;
  readonly fromPlanId: string;
  readonly fromPlanName: string;
  readonly feeKobo: Kobo;
  readonly remainingDays: number;
  readonly totalDays: number;
};

/**
 * The days of a paid month, and how many are left: a part of a day counts as one. Days of a pause are no
 * days of service: they were added to the month, and cost nothing.
 */
export function daysLeft(
  { startsAt, endsAt, restedMs }: { readonly startsAt: Date; readonly endsAt: Date; readonly restedMs: number },
  now: Date,
): { readonly totalDays: number; readonly remainingDays: number } {
  const days = (ms: number, round: (value: number) => number) => Math.max(1, round(ms / DAY_MS));
  const totalDays = days(endsAt.getTime() - startsAt.getTime() - restedMs, Math.round);
  return { totalDays, remainingDays: Math.min(totalDays, days(endsAt.getTime() - now.getTime(), Math.ceil)) };
}

/**
 * The rest of the caller's current month, with its subscription locked until the transaction ends.
 * Throws subscription.none, subscription.not-running, subscription.same-plan,
 * subscription.paid-ahead.
 */
export async function findUpgrade(
  tx: Transaction,
  order: { readonly lineId: number; readonly planId: string; readonly now: Date },
): Promise<Upgradable> {
  const subscription = await lockOpenSubscription(tx, order.lineId);
  if (!subscription) throw new ApiError('subscription.none');
  if (subscription.status !== 'active' || subscription.nextRenewal <= order.now)
    throw new ApiError('subscription.not-running');
  if (subscription.planId === order.planId) throw new ApiError('subscription.same-plan');
  const period = await findLastPeriod(tx, subscription.id);
  if (!period) throw new ApiError('subscription.not-running');
  if (period.startsAt > order.now) throw new ApiError('subscription.paid-ahead');
  return {
    subscriptionId: subscription.id,
    periodNumber: period.periodNumber,
    fromPlanId: subscription.planId,
    fromPlanName: period.planName,
    feeKobo: period.monthlyFee,
    ...daysLeft(period, order.now),
  };
}

/**
 * Upgrades a subscription for the rest of its month, in the transaction that settles the payment,
 * publishes subscriptionUpgraded and returns the time it is for. Null, without effect, when it is
 * no longer active in that month and with that plan. A change that is scheduled for the next month
 * stays, unless it is this one.
 */
export async function upgradePlan(
  deps: { readonly publish: Publish },
  tx: Transaction,
  paid: {
    readonly subscriptionId: string;
    readonly periodNumber: number;
    readonly fromPlanId: string;
    readonly planId: string;
    readonly monthlyFeeKobo: Kobo;
    readonly paymentId: string;
    readonly now: Date;
  },
): Promise<{ startsAt: Date; endsAt: Date; isBack: boolean } | null> {
  const subscription = await lockSubscription(tx, paid.subscriptionId);
  if (subscription?.status !== 'active' || subscription.planId !== paid.fromPlanId) return null;
  const period = await findLastPeriod(tx, subscription.id);
  if (period?.periodNumber !== paid.periodNumber || period.endsAt <= paid.now) return null;
  const plan = { planId: paid.planId, monthlyFee: paid.monthlyFeeKobo };
  await setActivePlan(tx, subscription.id, plan, paid.now);
  await setPeriodPlan(tx, subscription.id, paid.periodNumber, plan);
  await insertUpgrade(tx, {
    paymentId: paid.paymentId,
    subscriptionId: subscription.id,
    periodNumber: paid.periodNumber,
    fromPlanId: paid.fromPlanId,
    toPlanId: paid.planId,
    upgradedAt: paid.now,
  });
  await deps.publish(tx, subscriptionUpgraded, { subscriptionId: subscription.id, now: paid.now });
  await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change: 'plan-changed' });
  return { startsAt: paid.now, endsAt: period.endsAt, isBack: false };
}
