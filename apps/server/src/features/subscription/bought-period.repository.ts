import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connection.ts';
import { subscriptionPeriods, userSubscriptions } from '../../database/schema/subscription.ts';

/** The period that a payment has bought, with its line; null when it bought none. */
export async function selectBoughtPeriod(queryable: Queryable, paymentId: string) {
  const [row] = await queryable
    .select({
      subscriptionId: subscriptionPeriods.subscriptionId,
      number: subscriptionPeriods.periodNumber,
      startsAt: subscriptionPeriods.startsAt,
      endsAt: subscriptionPeriods.endsAt,
      paidPeriods: userSubscriptions.paidPeriods,
    })
    .from(subscriptionPeriods)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, subscriptionPeriods.subscriptionId))
    .where(eq(subscriptionPeriods.paymentId, paymentId));
  return row ?? null;
}

/** Ends a period, and with it the paid time of its line. */
export async function shortenPeriod(
  tx: Transaction,
  period: { readonly subscriptionId: string; readonly number: number },
  endsAt: Date,
  updatedAt: Date,
): Promise<void> {
  await tx
    .update(subscriptionPeriods)
    .set({ endsAt })
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, period.subscriptionId),
        eq(subscriptionPeriods.periodNumber, period.number),
      ),
    );
  await tx
    .update(userSubscriptions)
    .set({
      nextRenewal: sql`least(${userSubscriptions.nextRenewal}, ${endsAt.toISOString()}::timestamptz)`,
      nextStepAt: updatedAt,
      updatedAt,
    })
    .where(eq(userSubscriptions.id, period.subscriptionId));
}
