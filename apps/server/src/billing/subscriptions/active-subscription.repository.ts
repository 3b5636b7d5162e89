import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';

function selectActive(queryable: Queryable, userId: number) {
  return queryable
    .select({
      subscriptionId: userSubscriptions.id,
      periodNumber: userSubscriptions.paidPeriods,
      nextRenewal: userSubscriptions.nextRenewal,
      planId: userSubscriptions.planId,
      monthlyFee: userSubscriptions.monthlyFee,
      planName: servicePlans.name,
      dataLimitGb: servicePlans.dataLimitGb,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(eq(userSubscriptions.userId, userId), eq(userSubscriptions.status, 'active')));
}

/** The customer's active subscription, with its plan. */
export async function selectActiveSubscription(queryable: Queryable, userId: number) {
  const [row] = await selectActive(queryable, userId);
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockActiveSubscriptionRow(tx: Transaction, userId: number) {
  const [row] = await selectActive(tx, userId).for('update', { of: userSubscriptions });
  return row ?? null;
}
