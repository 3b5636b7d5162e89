import type { UsageMonth } from '@portal/contract/network/usage';
import { lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable } from '../../platform/database/connection.ts';
import { usageMonthOf } from './usage.policy.ts';
import { listLatestUsage } from './usage.repository.ts';

const MONTHS = 12;

/**
 * The customer's twelve latest months that have any usage, the present one included, oldest first.
 */
export async function listUsageMonths(
  database: Queryable,
  wanted: { readonly lineId: number; readonly now: Date },
): Promise<UsageMonth[]> {
  const period = lagosPeriod(wanted.now);
  const rows = await listLatestUsage(database, { lineId: wanted.lineId, period, limit: MONTHS });
  return rows.reverse().map(usageMonthOf);
}
