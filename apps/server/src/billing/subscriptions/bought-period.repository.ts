import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { subscriptionPeriods } from '../../platform/database/schema/billing/subscription.ts';

export type PeriodRow = typeof subscriptionPeriods.$inferSelect;

/** The period that a payment has bought; null when it bought none. */
export async function selectBoughtPeriod(queryable: Queryable, paymentId: string): Promise<PeriodRow | null> {
  const [row] = await queryable.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, paymentId));
  return row ?? null;
}

/** All periods of a subscription, in their order. */
export async function listPeriods(queryable: Queryable, subscriptionId: string): Promise<PeriodRow[]> {
  return queryable
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, subscriptionId))
    .orderBy(asc(subscriptionPeriods.periodNumber));
}

/** Ends a period because it was refunded. It starts no plan any more. */
export async function endRefundedPeriod(
  tx: Transaction,
  id: string,
  left: Pick<PeriodRow, 'startsAt' | 'endsAt'> & { readonly revokedAt: Date },
): Promise<void> {
  await tx
    .update(subscriptionPeriods)
    .set({ ...left, hasStarted: true })
    .where(eq(subscriptionPeriods.id, id));
}

/** Moves the periods after one so many milliseconds earlier. */
export async function moveLaterPeriods(tx: Transaction, period: PeriodRow, byMs: number): Promise<void> {
  const sooner = sql`${byMs} * interval '1 millisecond'`;
  await tx
    .update(subscriptionPeriods)
    .set({
      startsAt: sql`${subscriptionPeriods.startsAt} - ${sooner}`,
      endsAt: sql`${subscriptionPeriods.endsAt} - ${sooner}`,
    })
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, period.subscriptionId),
        gt(subscriptionPeriods.periodNumber, period.periodNumber),
      ),
    );
}
