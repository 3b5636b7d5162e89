import { lagosPeriod } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import { reconsiderAlerts } from './bought-data.ts';
import { raiseAllowance } from './usage.repository.ts';

/**
 * Records the allowance of a plan that has begun in the current month, where the month has any
 * usage: the largest of the month's plans counts, null is unlimited. Part of the transaction that
 * changes the plan.
 */
export async function recordAllowance(
  tx: Transaction,
  allowance: { readonly lineId: number; readonly gigabytes: number | null; readonly now: Date },
): Promise<void> {
  const { lineId, gigabytes, now } = allowance;
  const period = lagosPeriod(now);
  await raiseAllowance(tx, { lineId, period, gigabytes });
  await reconsiderAlerts(tx, { lineId, period });
}
