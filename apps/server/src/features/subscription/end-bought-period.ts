import { lagosDay } from '@portal/kernel/calendar';
import type { Queryable, Transaction } from '../../database/connection.ts';
import {
  listPeriodsFrom,
  type PeriodRow,
  pullPeriodsAfter,
  selectBoughtPeriod,
  takeBackPeriod,
} from './bought-period.repository.ts';
import { moveLines } from './renewal.repository.ts';
import type { RenewalParts } from './renewal-parts.port.ts';
import { lockSubscription, type SubscriptionRow } from './subscription.repository.ts';

/** The time that a payment has bought; `isLast` is false while a later month of the line is paid. Null when it bought none. */
export async function findBoughtPeriod(
  queryable: Queryable,
  paymentId: string,
): Promise<{ readonly startsAt: Date; readonly endsAt: Date; readonly isLast: boolean } | null> {
  const period = await selectBoughtPeriod(queryable, paymentId);
  if (!period) return null;
  const [, ...later] = await listPeriodsFrom(queryable, period);
  return { startsAt: period.startsAt, endsAt: period.endsAt, isLast: !later.some(isPaid) };
}

const isPaid = ({ takenBackAt }: PeriodRow): boolean => takenBackAt === null;

/** What the line goes by without the period: the paid time after it comes sooner, and a plan that only this period was to bring does not come. */
function lineWithout(line: SubscriptionRow, period: PeriodRow, later: readonly PeriodRow[], cutMs: number) {
  const nextRenewal = new Date(line.nextRenewal.getTime() - cutMs);
  const kept = later.filter(isPaid);
  const bringsPlan = line.scheduledPlanId === period.planId && !kept.some(({ planId }) => planId === period.planId);
  return {
    nextRenewal,
    anchorDay: kept.length > 0 ? lagosDay(nextRenewal).day : line.anchorDay,
    scheduledPlanId: bringsPlan ? null : line.scheduledPlanId,
  };
}

/** The line has no paid time left whose money is ours: it is off at once, and nothing is billed, charged or taken from credit until its customer pays again. */
async function switchOff(
  parts: Pick<RenewalParts, 'voidInvoices'>,
  tx: Transaction,
  line: SubscriptionRow,
  now: Date,
): Promise<void> {
  const move = line.cancelRequestedAt
    ? { status: 'cancelled' as const, cancelledAt: now, pausedUntil: null, scheduledPlanId: null, nextStepAt: null }
    : { status: 'suspended' as const, nextStepAt: line.pausedUntil };
  await moveLines(tx, [line.id], move, now);
  await parts.voidInvoices(tx, [line.id], move.status, now);
}

/**
 * Ends the time that a payment bought at `now`, in the transaction that gives its money back; later months that are paid come so much sooner. A month that has not begun is over as it
 * begins: a period keeps a moment of time. With the last month that has begun the line goes off, or ends where its customer has cancelled. False, with nothing ended, when nothing was
 * left of it. Repeating is safe.
 */
export async function endBoughtPeriod(
  parts: Pick<RenewalParts, 'voidInvoices'>,
  tx: Transaction,
  order: { readonly paymentId: string; readonly now: Date },
): Promise<boolean> {
  const { now } = order;
  const bought = await selectBoughtPeriod(tx, order.paymentId);
  const line = bought && (await lockSubscription(tx, bought.subscriptionId));
  if (!line) return false;
  const [period, ...later] = await listPeriodsFrom(tx, bought);
  if (!period || !isPaid(period)) return false;
  const isOver = period.endsAt <= now;
  const endsAt = isOver ? period.endsAt : new Date(Math.max(now.getTime(), period.startsAt.getTime() + 1));
  const cutMs = period.endsAt.getTime() - endsAt.getTime();
  await takeBackPeriod(tx, period.id, endsAt, now);
  await pullPeriodsAfter(tx, period, cutMs);
  if (line.status === 'cancelled') return !isOver;
  await moveLines(tx, [line.id], { ...lineWithout(line, period, later, cutMs), nextStepAt: now }, now);
  const isLast = period.startsAt <= now && !later.some(isPaid);
  if (isLast && (line.status === 'active' || !isOver)) await switchOff(parts, tx, line, now);
  return !isOver || (isLast && line.status === 'active');
}
