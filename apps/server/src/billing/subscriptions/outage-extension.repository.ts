import { and, asc, eq, inArray, not, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { companyBilling } from '../../platform/database/schema/billing/company.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

/** The last month that had begun was refunded: there is nothing to extend. */
const wentBack = sql`coalesce((
  select ${subscriptionPeriods.revokedAt} is not null from ${subscriptionPeriods}
  where ${subscriptionPeriods.subscriptionId} = ${userSubscriptions.id}
    and (${subscriptionPeriods.revokedAt} is null or ${subscriptionPeriods.revokedAt} >= ${subscriptionPeriods.startsAt})
  order by ${subscriptionPeriods.periodNumber} desc limit 1), false)`;

/**
 * Those of these subscriptions that have paid time, with the names of their plans, locked until the
 * transaction ends.
 */
export async function lockSubscriptionsWithPlans(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      subscription: userSubscriptions,
      planName: servicePlans.name,
      isCompany: sql<boolean>`exists (select 1 from ${lines} join ${companyBilling} on ${companyBilling.accountId} = ${lines.accountId} where ${lines.id} = ${userSubscriptions.lineId})`,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(
      and(
        inArray(userSubscriptions.id, [...ids]),
        inArray(userSubscriptions.status, ['active', 'suspended']),
        not(wentBack),
      ),
    )
    .orderBy(asc(userSubscriptions.id))
    .for('update', { of: userSubscriptions });
}

/** Whether the last month of a subscription that had begun was refunded: nothing of it is due. */
export async function wasRefunded(queryable: Queryable, subscriptionId: string): Promise<boolean> {
  return (await queryable.$count(userSubscriptions, and(eq(userSubscriptions.id, subscriptionId), wentBack))) === 1;
}
