import { lagosDay } from '@portal/kernel/calendar';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { subscriptionsChanged } from '../events.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { withdrawPromises } from '../payment-promises/payment-promise.repository.ts';
import { moveSubscriptions } from '../renewals/renewal.repository.ts';
import {
  endRefundedPeriod,
  listPeriods,
  moveLaterPeriods,
  type PeriodRow,
  selectBoughtPeriod,
} from './bought-period.repository.ts';
import { lockSubscription, type SubscriptionRow } from './subscription.repository.ts';

/**
 * The time that a payment has bought; `isLast` is false while a later month of the subscription is
 * paid. Null when it bought none.
 */
export async function findBoughtPeriod(
  queryable: Queryable,
  paymentId: string,
): Promise<{ readonly startsAt: Date; readonly endsAt: Date; readonly isLast: boolean } | null> {
  const period = await selectBoughtPeriod(queryable, paymentId);
  if (!period) return null;
  const later = after(period, await listPeriods(queryable, period.subscriptionId));
  return { startsAt: period.startsAt, endsAt: period.endsAt, isLast: !later.some(isPaid) };
}

const isPaid = ({ revokedAt }: PeriodRow): boolean => revokedAt === null;

function after(period: PeriodRow, periods: readonly PeriodRow[]): PeriodRow[] {
  return periods.filter(({ periodNumber }) => periodNumber > period.periodNumber);
}

function before(period: PeriodRow, periods: readonly PeriodRow[]): PeriodRow[] {
  return periods.filter(({ periodNumber }) => periodNumber < period.periodNumber);
}

/**
 * A line that was on before its first period was paid for in an earlier system until then. One that began with its
 * first period is before it only by a clock that has been set back.
 */
function isPaidByEarlierSystem({ status, startDate }: SubscriptionRow, first: PeriodRow, now: Date): boolean {
  return status === 'active' && startDate !== null && startDate < first.startsAt && first.startsAt > now;
}

/**
 * The new end of a period that ends at `now`: now, or at its beginning when another is before it, even one that
 * is over only by a clock that has been set back since; one that is over does not change.
 */
function whatIsLeft(
  period: PeriodRow,
  earlier: readonly PeriodRow[],
  isAlone: boolean,
  now: Date,
): Pick<PeriodRow, 'startsAt' | 'endsAt'> {
  const { startsAt, endsAt } = period;
  if (endsAt <= now) return { startsAt, endsAt };
  const soonest = Math.max(now.getTime(), ...earlier.map((each) => each.endsAt.getTime()));
  const start = isAlone ? Math.min(startsAt.getTime(), soonest) : startsAt.getTime();
  return { startsAt: new Date(start), endsAt: new Date(Math.max(now.getTime(), start + 1)) };
}

/**
 * By how much, in ms, the paid time after a shortened period moves earlier: never into a pause of
 * the subscription, in which it would be lost.
 */
function cutFrom(period: PeriodRow, endsAt: Date, pausedUntil: Date | null): number {
  const followsAt = Math.max(endsAt.getTime(), pausedUntil?.getTime() ?? 0);
  return Math.max(0, period.endsAt.getTime() - followsAt);
}

/**
 * The subscription without the period: the paid time after it moves earlier, and a plan that only
 * this period was to start does not come.
 */
function subscriptionWithout(
  subscription: SubscriptionRow,
  period: PeriodRow,
  later: readonly PeriodRow[],
  cutMs: number,
) {
  const nextRenewal = new Date(subscription.nextRenewal.getTime() - cutMs);
  const remaining = later.filter(isPaid);
  const bringsPlan =
    subscription.scheduledPlanId === period.planId && !remaining.some(({ planId }) => planId === period.planId);
  return {
    nextRenewal,
    anchorDay: remaining.length > 0 ? lagosDay(nextRenewal).day : subscription.anchorDay,
    scheduledPlanId: bringsPlan ? null : subscription.scheduledPlanId,
  };
}

/**
 * The subscription has no paid time left: it is suspended at once, and nothing is billed, charged
 * or taken from credit until its customer pays again.
 */
async function switchOff(
  deps: { readonly publish: Publish },
  tx: Transaction,
  subscription: SubscriptionRow,
  now: Date,
): Promise<void> {
  const move = subscription.cancelRequestedAt
    ? { status: 'cancelled' as const, cancelledAt: now, pausedUntil: null, scheduledPlanId: null, nextStepAt: null }
    : { status: 'suspended' as const, nextStepAt: subscription.pausedUntil };
  await moveSubscriptions(tx, [subscription.id], move, now);
  await voidInvoices(tx, [subscription.id], move.status, now);
  await withdrawPromises(tx, [subscription.id], now);
  if (move.status === subscription.status) return;
  await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change: move.status });
}

/**
 * Ends the time that a payment bought at `now`, in the transaction of its refund; later paid months
 * move earlier, but not into a pause of the subscription. A month that has not begun ends as it
 * begins: a period must last a moment. Without another paid month that is not over the subscription
 * is suspended, or ends where its customer has cancelled. False, without effect, when nothing was
 * left of it. Safe to repeat.
 */
export async function endBoughtPeriod(
  deps: { readonly publish: Publish },
  tx: Transaction,
  order: { readonly paymentId: string; readonly now: Date },
): Promise<boolean> {
  const { now } = order;
  const bought = await selectBoughtPeriod(tx, order.paymentId);
  const subscription = bought && (await lockSubscription(tx, bought.subscriptionId));
  if (!subscription) return false;
  const periods = await listPeriods(tx, subscription.id);
  const period = periods.find(({ id }) => id === bought.id);
  if (!period || !isPaid(period)) return false;
  const isOver = period.endsAt <= now;
  const hasTimeBefore = !period.hasStarted && isPaidByEarlierSystem(subscription, periods[0] ?? period, now);
  const isAlone = !hasTimeBefore && !periods.some((other) => other !== period && isPaid(other) && other.endsAt > now);
  const left = whatIsLeft(period, before(period, periods), isAlone, now);
  const cutMs = cutFrom(period, left.endsAt, isAlone ? null : subscription.pausedUntil);
  const later = after(period, periods);
  await endRefundedPeriod(tx, period.id, { ...left, revokedAt: now });
  await moveLaterPeriods(tx, period, cutMs);
  if (subscription.status === 'cancelled') return !isOver;
  await moveSubscriptions(
    tx,
    [subscription.id],
    { ...subscriptionWithout(subscription, period, later, cutMs), nextStepAt: now },
    now,
  );
  const wasOn = subscription.status === 'active' || !isOver;
  if (isAlone && wasOn) await switchOff(deps, tx, subscription, now);
  return !isOver || (isAlone && wasOn);
}
