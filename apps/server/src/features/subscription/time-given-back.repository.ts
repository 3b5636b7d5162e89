import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../../database/connection.ts';
import { servicePlans } from '../../database/schema/plan.ts';
import { userSubscriptions } from '../../database/schema/subscription.ts';

/** Those of these lines that have paid time, with the names of their plans, held until the transaction ends. */
export async function lockLinesWithPlans(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ line: userSubscriptions, planName: servicePlans.name })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(inArray(userSubscriptions.id, [...ids]), inArray(userSubscriptions.status, ['active', 'suspended'])))
    .orderBy(asc(userSubscriptions.id))
    .for('update', { of: userSubscriptions });
}
