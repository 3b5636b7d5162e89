import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { paymentDisputes } from '../../../platform/database/schema/billing/dispute.ts';
import { payments } from '../../../platform/database/schema/billing/payment.ts';

export type Dispute = typeof paymentDisputes.$inferSelect;

/** Records that a payment is disputed; a reminder may contain a date that was not known. */
export async function recordDispute(
  tx: Transaction,
  dispute: Pick<Dispute, 'paymentId' | 'openedAt' | 'dueAt'>,
): Promise<void> {
  await tx
    .insert(paymentDisputes)
    .values(dispute)
    .onConflictDoUpdate({
      target: paymentDisputes.paymentId,
      set: { dueAt: sql`coalesce(excluded.due_at, ${paymentDisputes.dueAt})` },
      setWhere: isNull(paymentDisputes.outcome),
    });
}

/** Closes the dispute of a payment, once, if there is one; `lost` replaces any earlier outcome. */
export async function closeDispute(
  tx: Transaction,
  paymentId: string,
  outcome: 'won' | 'lost',
  closedAt: Date,
): Promise<void> {
  const isOpen = outcome === 'lost' ? undefined : isNull(paymentDisputes.outcome);
  await tx
    .update(paymentDisputes)
    .set({ outcome, closedAt })
    .where(and(eq(paymentDisputes.paymentId, paymentId), isOpen));
}

export async function findDispute(queryable: Queryable, paymentId: string): Promise<Dispute | null> {
  const [row] = await queryable.select().from(paymentDisputes).where(eq(paymentDisputes.paymentId, paymentId));
  return row ?? null;
}

/** How many payments have an open dispute. */
export async function countOpenDisputes(queryable: Queryable): Promise<number> {
  const [row] = await queryable.select({ count: count() }).from(paymentDisputes).where(isNull(paymentDisputes.outcome));
  return row?.count ?? 0;
}

/** successful → disputed; true for the one caller that changed it. */
export async function markDisputed(tx: Transaction, paymentId: string, now: Date): Promise<boolean> {
  const moved = await tx
    .update(payments)
    .set({ status: 'disputed', updatedAt: now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'successful')))
    .returning({ id: payments.id });
  return moved.length === 1;
}
