import type { Queryable, Transaction } from '../../database/connection.ts';
import { selectBoughtPeriod, shortenPeriod } from './bought-period.repository.ts';
import { lockSubscription } from './subscription.repository.ts';

/** The time that a payment has bought; `isLast` is false once a later month of the line is paid. Null when it bought none. */
export async function findBoughtPeriod(
  queryable: Queryable,
  paymentId: string,
): Promise<{
  readonly number: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isLast: boolean;
} | null> {
  const period = await selectBoughtPeriod(queryable, paymentId);
  if (!period) return null;
  const { number, startsAt, endsAt, paidPeriods } = period;
  return { number, startsAt, endsAt, isLast: number === paidPeriods };
}

/**
 * Ends the time that a payment bought at `now`, in the transaction that gives its money back. A month that has not begun is over as it begins: a period keeps
 * a moment of time. False, with nothing done, when a later month is paid, or nothing is left of this one. Repeating is safe.
 */
export async function endBoughtPeriod(
  tx: Transaction,
  order: { readonly paymentId: string; readonly now: Date },
): Promise<boolean> {
  const bought = await selectBoughtPeriod(tx, order.paymentId);
  if (!bought) return false;
  const line = await lockSubscription(tx, bought.subscriptionId);
  if (line?.paidPeriods !== bought.number || bought.endsAt <= order.now) return false;
  const earliest = new Date(bought.startsAt.getTime() + 1);
  const endsAt = order.now > earliest ? order.now : earliest;
  await shortenPeriod(tx, bought, endsAt, order.now);
  return true;
}
