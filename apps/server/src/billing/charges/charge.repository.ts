import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { chargeProducts, oneOffCharges } from '../../platform/database/schema/billing/charge.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';

export type ChargeProductRow = typeof chargeProducts.$inferSelect;
export type ChargeRow = typeof oneOffCharges.$inferSelect;

/** What can be charged, by name. */
export async function listChargeProducts(queryable: Queryable): Promise<ChargeProductRow[]> {
  return queryable
    .select()
    .from(chargeProducts)
    .where(eq(chargeProducts.isActive, true))
    .orderBy(asc(chargeProducts.name));
}

/** Null also for an invalid id, and for one that is not charged any more. */
export async function findChargeProduct(queryable: Queryable, id: string): Promise<ChargeProductRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await queryable
    .select()
    .from(chargeProducts)
    .where(and(eq(chargeProducts.id, id), eq(chargeProducts.isActive, true)));
  return row ?? null;
}

export async function insertCharge(tx: Transaction, values: typeof oneOffCharges.$inferInsert): Promise<ChargeRow> {
  const [row] = await tx.insert(oneOffCharges).values(values).returning();
  if (!row) throw new Error('the charge was not written');
  return row;
}

export async function findChargeByRequest(queryable: Queryable, clientRequestId: string): Promise<ChargeRow | null> {
  const [row] = await queryable.select().from(oneOffCharges).where(eq(oneOffCharges.clientRequestId, clientRequestId));
  return row ?? null;
}

/** A customer's charge by its id or its invoice's number, held until the transaction ends. */
export async function lockOwnCharge(tx: Transaction, userId: number, id: string): Promise<ChargeRow | null> {
  const isNamed = isUuid(id) ? eq(oneOffCharges.id, id) : eq(oneOffCharges.invoiceNumber, id);
  const [row] = await tx
    .select()
    .from(oneOffCharges)
    .where(and(isNamed, eq(oneOffCharges.userId, userId)))
    .for('no key update');
  return row ?? null;
}

/** The charges of a customer whose invoices are open, oldest first. */
export async function listOpenCharges(queryable: Queryable, userId: number) {
  return queryable
    .select({ charge: oneOffCharges, invoice: invoices })
    .from(oneOffCharges)
    .innerJoin(invoices, eq(invoices.invoiceNumber, oneOffCharges.invoiceNumber))
    .where(and(eq(oneOffCharges.userId, userId), isNull(oneOffCharges.paymentId), eq(invoices.status, 'open')))
    .orderBy(asc(oneOffCharges.createdAt), asc(oneOffCharges.id));
}

/** unpaid → paid, once. */
export async function markChargePaid(tx: Transaction, id: string, paymentId: string): Promise<boolean> {
  const moved = await tx
    .update(oneOffCharges)
    .set({ paymentId })
    .where(and(eq(oneOffCharges.id, id), isNull(oneOffCharges.paymentId)))
    .returning({ id: oneOffCharges.id });
  return moved.length === 1;
}

export async function findPaidCharge(queryable: Queryable, paymentId: string): Promise<ChargeRow | null> {
  const [row] = await queryable.select().from(oneOffCharges).where(eq(oneOffCharges.paymentId, paymentId));
  return row ?? null;
}

/** True for the one caller that refunded it. */
export async function markChargeRefunded(tx: Transaction, paymentId: string, refundedAt: Date): Promise<boolean> {
  const moved = await tx
    .update(oneOffCharges)
    .set({ refundedAt })
    .where(and(eq(oneOffCharges.paymentId, paymentId), isNull(oneOffCharges.refundedAt)))
    .returning({ id: oneOffCharges.id });
  return moved.length === 1;
}
