import type { Kobo } from '@portal/kernel/money';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { invoiceSettlements } from '../../platform/database/schema/billing/company.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';

type SettlementRow = typeof invoiceSettlements.$inferSelect;

export async function insertSettlements(
  tx: Transaction,
  rows: readonly (typeof invoiceSettlements.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(invoiceSettlements).values([...rows]);
}

/** What a payment, and the tax withheld with it, has settled, the oldest invoice first; locked. */
export async function lockSettlements(tx: Transaction, paymentId: string) {
  const rows = await tx
    .select({ settlement: invoiceSettlements, invoice: invoices })
    .from(invoiceSettlements)
    .innerJoin(invoices, eq(invoices.id, invoiceSettlements.invoiceId))
    .where(and(eq(invoiceSettlements.paymentId, paymentId), isNull(invoiceSettlements.reversedAt)))
    .orderBy(asc(invoices.year), asc(invoices.sequence), asc(invoiceSettlements.kind))
    .for('update', { of: invoiceSettlements });
  return rows.map(({ settlement, invoice }) => ({ ...settlement, invoice }));
}

export async function hasSettled(queryable: Queryable, paymentId: string): Promise<SettlementRow | null> {
  const [row] = await queryable
    .select()
    .from(invoiceSettlements)
    .where(eq(invoiceSettlements.paymentId, paymentId))
    .limit(1);
  return row ?? null;
}

export async function addCredited(tx: Transaction, id: string, amountKobo: Kobo): Promise<void> {
  await tx
    .update(invoiceSettlements)
    .set({ credited: sql`${invoiceSettlements.credited} + ${sql.param(amountKobo, invoiceSettlements.credited)}` })
    .where(eq(invoiceSettlements.id, id));
}

export async function markSettlementReversed(tx: Transaction, id: string, reversedAt: Date): Promise<void> {
  await tx.update(invoiceSettlements).set({ reversedAt }).where(eq(invoiceSettlements.id, id));
}

/**
 * Stores that less was owed than a payment was opened for: the rest of what came in is an
 * overpayment. The caller has moved the payment in the same transaction.
 */
export async function reducePayment(
  tx: Transaction,
  { id, received, amount }: PaymentRow,
  reduced: Pick<PaymentRow, 'amount' | 'creditUsed' | 'quote'>,
): Promise<void> {
  await tx
    .update(payments)
    .set({ ...reduced, received: received ?? amount })
    .where(eq(payments.id, id));
}

/** What was paid and withheld for an invoice, oldest first; `reference` is that of the payment. */
export async function listSettlementsOf(queryable: Queryable, invoiceId: string) {
  return queryable
    .select({
      kind: invoiceSettlements.kind,
      amount: invoiceSettlements.amount,
      settledAt: invoiceSettlements.settledAt,
      reference: payments.reference,
      gateway: payments.gateway,
    })
    .from(invoiceSettlements)
    .innerJoin(payments, eq(payments.id, invoiceSettlements.paymentId))
    .where(
      and(
        eq(invoiceSettlements.invoiceId, invoiceId),
        isNull(invoiceSettlements.reversedAt),
        gt(invoiceSettlements.amount, sql`0`),
      ),
    )
    .orderBy(asc(invoiceSettlements.settledAt), asc(invoiceSettlements.id));
}
