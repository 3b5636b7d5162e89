import { lagosDay } from '@portal/kernel/calendar';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import type { SubscriptionRow } from './subscription.repository.ts';

/**
 * A subscription of a line that never begins: cancelled from the start, and never at a time. It is
 * what money of somebody without a plan names, and no plan that the customer chose.
 */
export const neverBegins = sql`(${userSubscriptions.status} = 'cancelled' and ${userSubscriptions.cancelledAt} is null)`;

async function selectLast(tx: Transaction, lineId: number): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.lineId, lineId))
    .orderBy(sql`${userSubscriptions.status} = 'cancelled'`, desc(userSubscriptions.createdAt))
    .limit(1);
  return row ?? null;
}

/**
 * The open subscription of a line, or its last one; one that never begins where it never had any.
 * Two callers at once may each make one, which does no harm.
 */
export async function findAnySubscription(
  tx: Transaction,
  { lineId, now }: { readonly lineId: number; readonly now: Date },
): Promise<SubscriptionRow> {
  const last = await selectLast(tx, lineId);
  if (last) return last;
  const [plan] = await tx
    .select()
    .from(servicePlans)
    .orderBy(desc(servicePlans.isActive), servicePlans.price, servicePlans.id)
    .limit(1);
  if (!plan) throw new Error('there is no plan');
  const [row] = await tx
    .insert(userSubscriptions)
    .values({
      lineId,
      planId: plan.id,
      monthlyFee: plan.price,
      status: 'cancelled',
      nextRenewal: now,
      nextStepAt: null,
      anchorDay: lagosDay(now).day,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error(`line ${lineId} got no subscription`);
  return row;
}

/** The number of the month that a line pays next, without anything being written. */
export async function findNextPeriodNumber(queryable: Queryable, lineId: number): Promise<number> {
  const [row] = await queryable
    .select({ paidPeriods: userSubscriptions.paidPeriods })
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.lineId, lineId), ne(userSubscriptions.status, 'cancelled')));
  return (row?.paidPeriods ?? 0) + 1;
}
