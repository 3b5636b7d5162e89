import { and, eq, gt, lt } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { usageData } from '../../../platform/database/schema/billing/subscription.ts';

/**
 * Records the notification of a share of this month; false when it, or a higher one, was sent
 * before.
 */
export async function recordAlert(
  tx: Transaction,
  alert: { readonly lineId: number; readonly period: string; readonly percent: number },
): Promise<boolean> {
  const noted = await tx
    .update(usageData)
    .set({ alertedPercent: alert.percent })
    .where(
      and(
        eq(usageData.lineId, alert.lineId),
        eq(usageData.period, alert.period),
        lt(usageData.alertedPercent, alert.percent),
      ),
    )
    .returning({ id: usageData.id });
  return noted.length === 1;
}

/** Lowers the recorded notification to a share of this month. */
export async function lowerAlert(
  tx: Transaction,
  alert: { readonly lineId: number; readonly period: string; readonly percent: number },
): Promise<void> {
  await tx
    .update(usageData)
    .set({ alertedPercent: alert.percent })
    .where(
      and(
        eq(usageData.lineId, alert.lineId),
        eq(usageData.period, alert.period),
        gt(usageData.alertedPercent, alert.percent),
      ),
    );
}
