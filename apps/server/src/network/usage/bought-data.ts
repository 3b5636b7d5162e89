import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { dueAlert } from './alerts/alert.policy.ts';
import { lowerAlert } from './alerts/alert.repository.ts';
import { findMonth } from './usage.repository.ts';

type Month = { readonly lineId: number; readonly period: string };

/**
 * Allows alerts again for the shares that a month with more data does not reach any more. Part of
 * the transaction that adds the data.
 */
export async function reconsiderAlerts(tx: Transaction, { lineId, period }: Month): Promise<void> {
  const month = await findMonth(tx, { lineId, period });
  if (!month || month.limitGb === null) return;
  const reached = dueAlert({ ...month, alertedPercent: 0 }) ?? 0;
  await lowerAlert(tx, { lineId, period, percent: reached });
}

/**
 * How much of `gigabytes` that were bought for a month is used, in gigabytes; the plan's data are
 * used first. Zero where the month has no limit.
 */
export async function findUsedOf(
  queryable: Queryable,
  bought: Month & { readonly gigabytes: number },
): Promise<number> {
  const month = await findMonth(queryable, bought);
  if (!month || month.limitGb === null) return 0;
  return Math.min(bought.gigabytes, Math.max(0, month.usedGb - (month.limitGb - bought.gigabytes)));
}
