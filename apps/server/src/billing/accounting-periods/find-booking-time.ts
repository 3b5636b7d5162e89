import { lagosPeriod } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import { isMonthClosed } from './accounting-period.repository.ts';

/**
 * When an entry is booked that belongs to an earlier moment, such as the day of a bank statement's line:
 * at that moment, or now where its month is closed.
 */
export async function findBookingTime(tx: Transaction, wanted: Date, now: Date): Promise<Date> {
  if (wanted >= now) return now;
  return (await isMonthClosed(tx, lagosPeriod(wanted))) ? now : wanted;
}
