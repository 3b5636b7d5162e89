import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { dueAlert } from './alerts/alert.policy.ts';
import { lowerAlert } from './alerts/alert.repository.ts';
import { findMonth } from './usage.repository.ts';

type Month = { readonly userId: number; readonly period: string };

/**
 * Lets a month be told again of the shares that it does not reach any more: there are more data in it now. Part of the transaction that adds them.
 */
export async function reconsiderAlerts(tx: Transaction, { userId, period }: Month): Promise<void> {
  const month = await findMonth(tx, { userId, period });
  if (!month || month.limitGb === null) return;
  const reached = dueAlert({ ...month, alertedPercent: 0 }) ?? 0;
  await lowerAlert(tx, { userId, period, percent: reached });
}

/** How much of `gigabytes` that were bought for a month is used, in gigabytes; what the plan brings is used first. Zero where the month has no limit. */
export async function findUsedOf(
  queryable: Queryable,
  bought: Month & { readonly gigabytes: number },
): Promise<number> {
  const month = await findMonth(queryable, bought);
  if (!month || month.limitGb === null) return 0;
  return Math.min(bought.gigabytes, Math.max(0, month.usedGb - (month.limitGb - bought.gigabytes)));
}
