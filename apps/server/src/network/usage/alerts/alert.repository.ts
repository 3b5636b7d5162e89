import type { AtLimit } from '@portal/contract/catalogue/plans';
import { and, eq, gt, lt, ne } from 'drizzle-orm';
import { presentAtLimit } from '../../../catalogue/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { usageData, userSubscriptions } from '../../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../../platform/database/schema/catalogue/plan.ts';

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

/** What the plan of the line does at its limit; null where it has none. */
export async function findAtLimit(tx: Transaction, lineId: number): Promise<AtLimit | null> {
  const [plan] = await tx
    .select({
      atLimit: servicePlans.atLimit,
      limitDownloadMbps: servicePlans.limitDownloadMbps,
      limitUploadMbps: servicePlans.limitUploadMbps,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(eq(userSubscriptions.lineId, lineId), ne(userSubscriptions.status, 'cancelled')));
  return plan ? presentAtLimit(plan) : null;
}
