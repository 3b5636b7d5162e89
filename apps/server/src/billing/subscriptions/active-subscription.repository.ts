import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';

/** A line, or a subscription of one. */
export type Which = { readonly lineId: number } | { readonly subscriptionId: string };

function selectActive(queryable: Queryable, which: Which) {
  const isIt =
    'lineId' in which ? eq(userSubscriptions.lineId, which.lineId) : eq(userSubscriptions.id, which.subscriptionId);
  return queryable
    .select({
      subscriptionId: userSubscriptions.id,
      lineId: userSubscriptions.lineId,
      periodNumber: userSubscriptions.paidPeriods,
      nextRenewal: userSubscriptions.nextRenewal,
      planId: userSubscriptions.planId,
      monthlyFee: userSubscriptions.monthlyFee,
      planName: servicePlans.name,
      dataLimitGb: servicePlans.dataLimitGb,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(isIt, eq(userSubscriptions.status, 'active')));
}

/** The active subscription of a line, with its plan. */
export async function selectActiveSubscription(queryable: Queryable, which: Which) {
  const [row] = await selectActive(queryable, which);
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockActiveSubscriptionRow(tx: Transaction, which: Which) {
  const [row] = await selectActive(tx, which).for('update', { of: userSubscriptions });
  return row ?? null;
}
