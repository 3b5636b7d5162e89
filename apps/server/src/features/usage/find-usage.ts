import type { UsageView } from '@portal/contract/usage';
import { lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable } from '../../database/connection.ts';
import { usageOf } from './usage.policy.ts';
import { findPlanAllowance, listLatestUsage } from './usage.repository.ts';

/** The customer's usage of the Lagos month of `now`, or the sample, marked as one, while the account has none of its own (threats U1). */
export async function findUsage(
  database: Queryable,
  wanted: { readonly userId: number; readonly now: Date },
): Promise<UsageView> {
  const { userId } = wanted;
  const period = lagosPeriod(wanted.now);
  const [latest = null] = await listLatestUsage(database, { userId, period, limit: 1 });
  const needsPlan = latest !== null && (latest.period !== period || latest.dataLimit === null);
  return usageOf(latest, period, needsPlan ? await findPlanAllowance(database, userId) : undefined);
}
