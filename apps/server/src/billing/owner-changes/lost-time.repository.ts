import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

/** The line that has the time that a payment bought, whoever paid; null where it bought none. */
export async function findLineOfPaidTime(queryable: Queryable, paymentId: string) {
  const [row] = await queryable
    .select({ lineId: lines.id, accountId: lines.accountId, planName: servicePlans.name })
    .from(subscriptionPeriods)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, subscriptionPeriods.subscriptionId))
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(servicePlans, eq(servicePlans.id, subscriptionPeriods.planId))
    .where(eq(subscriptionPeriods.paymentId, paymentId));
  return row ?? null;
}
