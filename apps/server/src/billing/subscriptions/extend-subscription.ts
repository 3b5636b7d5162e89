import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { type SubscriptionChange, subscriptionExtended, subscriptionsChanged } from '../events.ts';
import { findPromisedMs, keepPromise } from '../payment-promises/payment-promise.repository.ts';
import { nextPeriod } from './subscription.policy.ts';
import { advanceSubscription, insertPeriod, lockSubscription } from './subscription.repository.ts';

/** The period that a payment has bought. */
export type PaidPeriod = {
  readonly subscriptionId: string;
  readonly periodNumber: number;
  readonly planId: string;
  readonly monthlyFeeKobo: Kobo;
  readonly paymentId: string;
  readonly now: Date;
};

/**
 * Adds one paid period, in the transaction that settles its payment, makes the subscription active
 * publishes subscriptionExtended and what has changed with it, and keeps a promise to pay it. Null, without effect, when that period is paid already, is
 * not the next one, or the subscription is cancelled. `isBack`: it was suspended until now.
 * `isOtherPlan`: it has another plan from now on. Another plan for a period that has not begun
 * stays scheduled until then.
 */
export async function extendSubscription(
  deps: { readonly publish: Publish },
  tx: Transaction,
  paid: PaidPeriod,
): Promise<{ startsAt: Date; endsAt: Date; isBack: boolean; isOtherPlan: boolean } | null> {
  const subscription = await lockSubscription(tx, paid.subscriptionId);
  if (subscription === null) return null;
  const wasPromised = subscription.promisedUntil !== null;
  const promisedMs = wasPromised ? await findPromisedMs(tx, subscription) : 0;
  const { startsAt, endsAt, anchorDay, begins } = nextPeriod(subscription, paid.now, promisedMs);
  const isLater = !begins && subscription.planId !== paid.planId;
  const scheduled = subscription.scheduledPlanId === paid.planId ? null : subscription.scheduledPlanId;
  const advanced = await advanceSubscription(tx, subscription.id, {
    planId: isLater ? subscription.planId : paid.planId,
    monthlyFee: isLater ? subscription.monthlyFee : paid.monthlyFeeKobo,
    scheduledPlanId: isLater ? paid.planId : scheduled,
    startDate: subscription.startDate ?? startsAt,
    nextRenewal: endsAt,
    anchorDay,
    paidPeriods: paid.periodNumber,
    updatedAt: paid.now,
  });
  if (!advanced) return null;
  if (wasPromised) await keepPromise(tx, subscription.id, paid);
  await insertPeriod(tx, {
    subscriptionId: subscription.id,
    periodNumber: paid.periodNumber,
    planId: paid.planId,
    monthlyFee: paid.monthlyFeeKobo,
    paymentId: paid.paymentId,
    startsAt,
    endsAt,
    hasStarted: begins,
  });
  await deps.publish(tx, subscriptionExtended, { subscriptionId: subscription.id, now: paid.now });
  const isFirst = subscription.status === 'pending';
  const isBack = subscription.status === 'suspended' && subscription.pausedUntil === null;
  const isOtherPlan = begins && !isFirst && subscription.planId !== paid.planId;
  const changes: readonly SubscriptionChange[] = [
    ...(isFirst ? (['activated'] as const) : []),
    ...(isBack ? (['resumed'] as const) : []),
    ...(isOtherPlan ? (['plan-changed'] as const) : []),
  ];
  for (const change of changes) await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change });
  return { startsAt, endsAt, isBack, isOtherPlan };
}
