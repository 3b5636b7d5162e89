import type { UsageView } from '@portal/contract/network/usage';
import { lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable } from '../../platform/database/connection.ts';
import { usageOf } from './usage.policy.ts';
import { findPlanAllowance, listLatestUsage, sumAdded } from './usage.repository.ts';

/**
 * The customer's usage of the Lagos month of `now`, or the sample, marked as one, while the account
 * has no usage (threats U1).
 */
export async function findUsage(
  database: Queryable,
  wanted: { readonly lineId: number; readonly now: Date },
): Promise<UsageView> {
  const { lineId } = wanted;
  const period = lagosPeriod(wanted.now);
  const [latest = null] = await listLatestUsage(database, { lineId, period, limit: 1 });
  const isPresent = latest?.period === period;
  const addedGb = isPresent ? latest.addedGb : await sumAdded(database, lineId, period);
  const needsPlan = isPresent ? latest.dataLimit === null : latest !== null || addedGb > 0;
  const planLimit = needsPlan ? await findPlanAllowance(database, lineId) : undefined;
  return usageOf(latest, { period, planLimit, addedGb });
}
