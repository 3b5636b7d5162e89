import { and, desc, eq, ne, not, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import type { SubscriptionRow } from './subscription.repository.ts';

/**
 * What the previous release made for money of somebody without a plan: cancelled from the start, and
 * never at a time. Its rows stay, and are no plan that the customer chose.
 */
export const neverBegins = sql`(${userSubscriptions.status} = 'cancelled' and ${userSubscriptions.cancelledAt} is null)`;

/** The open subscription of a line, or its last one; null where it never had any. */
export async function findLastSubscription(queryable: Queryable, lineId: number): Promise<SubscriptionRow | null> {
  const [row] = await queryable
    .select()
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.lineId, lineId), not(neverBegins)))
    .orderBy(sql`${userSubscriptions.status} = 'cancelled'`, desc(userSubscriptions.createdAt))
    .limit(1);
  return row ?? null;
}

/** The number of the month that a line pays next, without anything being written. */
export async function findNextPeriodNumber(queryable: Queryable, lineId: number): Promise<number> {
  const [row] = await queryable
    .select({ paidPeriods: userSubscriptions.paidPeriods })
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.lineId, lineId), ne(userSubscriptions.status, 'cancelled')));
  return (row?.paidPeriods ?? 0) + 1;
}
