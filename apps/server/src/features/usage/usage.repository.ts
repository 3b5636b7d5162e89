import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { servicePlans } from '../../database/schema/plan.ts';
import { usageData, userSubscriptions } from '../../database/schema/subscription.ts';

/** The customer's newest months up to `period`, newest first. */
export async function listLatestUsage(
  database: Queryable,
  wanted: { readonly userId: number; readonly period: string; readonly limit: number },
) {
  return database
    .select({
      period: usageData.period,
      dataUsed: usageData.dataUsed,
      dataLimit: usageData.dataLimit,
      updatedAt: usageData.updatedAt,
    })
    .from(usageData)
    .where(and(eq(usageData.userId, wanted.userId), lte(usageData.period, wanted.period)))
    .orderBy(desc(usageData.period))
    .limit(wanted.limit);
}

/** Gigabytes a month of the customer's paid plan; null is unlimited, undefined no such plan. */
export async function findPlanAllowance(database: Queryable, userId: number): Promise<number | null | undefined> {
  const [plan] = await database
    .select({ dataLimitGb: servicePlans.dataLimitGb })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(eq(userSubscriptions.userId, userId), inArray(userSubscriptions.status, ['active', 'suspended'])))
    .limit(1);
  return plan?.dataLimitGb;
}
