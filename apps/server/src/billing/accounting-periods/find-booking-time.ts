import { lagosPeriod } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import { listClosedAmong } from './accounting-period.repository.ts';

/**
 * When an entry is booked that belongs to an earlier moment, such as the day of a bank statement's line:
 * at that moment, or now where its month is closed.
 */
export async function findBookingTime(tx: Transaction, wanted: Date, now: Date): Promise<Date> {
  return (await findBookingTimes(tx, [wanted], now))(wanted);
}

/**
 * The same for several moments at once: a function that says when each of them is booked.
 */
export async function findBookingTimes(
  tx: Transaction,
  wanted: readonly Date[],
  now: Date,
): Promise<(at: Date) => Date> {
  const closed = await listClosedAmong(tx, [...new Set(wanted.map(lagosPeriod))]);
  return (at) => (at >= now || closed.has(lagosPeriod(at)) ? now : at);
}
