import type { UsageDay } from '@portal/contract/network/usage';
import { lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable } from '../../platform/database/connection.ts';
import { daysOfPeriod, usageDayOf } from './usage.policy.ts';
import { listDays } from './usage.repository.ts';

/**
 * The customer's days of a Lagos month that have any usage, in order; without `period` those of the
 * month of `now`.
 */
export async function listUsageDays(
  database: Queryable,
  wanted: { readonly lineId: number; readonly period: string | undefined; readonly now: Date },
): Promise<UsageDay[]> {
  const { lineId, period = lagosPeriod(wanted.now) } = wanted;
  const rows = await listDays(database, { lineId, ...daysOfPeriod(period) });
  return rows.map(usageDayOf);
}
