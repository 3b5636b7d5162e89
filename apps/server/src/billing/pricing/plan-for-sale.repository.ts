import { and, eq, exists, inArray, or } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';

/**
 * A plan on sale, or one that this customer's subscription has, paid before, or changes to:
 * customers keep their retired plans.
 */
export async function selectPlanFor(database: Queryable, order: { readonly planId: string; readonly lineId: number }) {
  const ownPlan = database
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(
      and(
        eq(userSubscriptions.lineId, order.lineId),
        inArray(userSubscriptions.status, ['active', 'suspended']),
        or(eq(userSubscriptions.planId, servicePlans.id), eq(userSubscriptions.scheduledPlanId, servicePlans.id)),
      ),
    );
  const [plan] = await database
    .select({ id: servicePlans.id, name: servicePlans.name, priceKobo: servicePlans.price })
    .from(servicePlans)
    .where(and(eq(servicePlans.id, order.planId), or(eq(servicePlans.isActive, true), exists(ownPlan))))
    .limit(1);
  return plan ?? null;
}
