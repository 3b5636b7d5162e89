import type { Kobo } from '@portal/kernel/money';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { invoiceSettlements, monthlyInvoices } from '../../platform/database/schema/billing/company.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';

type SettlementRow = typeof invoiceSettlements.$inferSelect;

/** Takes an amount off what is owed for an invoice, which becomes paid with the last of it; not where a part is written off. */
export async function reduceOutstanding(
  tx: Transaction,
  { invoiceId, amountKobo, now }: { readonly invoiceId: string; readonly amountKobo: Kobo; readonly now: Date },
): Promise<boolean> {
  const [left] = await tx
    .update(monthlyInvoices)
    .set({ outstanding: sql`${monthlyInvoices.outstanding} - ${sql.param(amountKobo, monthlyInvoices.outstanding)}` })
    .where(
      and(
        eq(monthlyInvoices.invoiceId, invoiceId),
        sql`${monthlyInvoices.outstanding} >= ${sql.param(amountKobo, monthlyInvoices.outstanding)}`,
      ),
    )
    .returning({ outstanding: monthlyInvoices.outstanding });
  if (!left) throw new Error(`invoice ${invoiceId} is owed less than was allocated to it`);
  if (left.outstanding > 0) return false;
  const paid = await tx
    .update(invoices)
    .set({ status: 'paid', paidAt: now })
    .where(
      and(
        eq(invoices.id, invoiceId),
        eq(invoices.status, 'open'),
        sql`not exists (select 1 from ${writeOffs} where ${writeOffs.invoiceId} = ${invoiceId} and ${writeOffs.status} = 'booked')`,
      ),
    )
    .returning({ id: invoices.id });
  return paid.length === 1;
}

/** Owes nothing of an invoice any more, which stays open; false when not just that amount is owed. */
export async function clearOutstanding(tx: Transaction, invoiceId: string, amountKobo: Kobo): Promise<boolean> {
  const cleared = await tx
    .update(monthlyInvoices)
    .set({ outstanding: sql`0` })
    .where(and(eq(monthlyInvoices.invoiceId, invoiceId), eq(monthlyInvoices.outstanding, amountKobo)))
    .returning({ id: monthlyInvoices.invoiceId });
  return cleared.length === 1;
}

/** What is owed for an invoice of all lines. */
export async function findOutstanding(tx: Transaction, invoiceId: string): Promise<Kobo> {
  const [row] = await tx
    .select({ outstanding: monthlyInvoices.outstanding })
    .from(monthlyInvoices)
    .where(eq(monthlyInvoices.invoiceId, invoiceId));
  if (!row) throw new Error(`invoice ${invoiceId} is none of all lines`);
  return row.outstanding;
}

/** Owes an amount of an invoice again, which is open again. */
export async function restoreOutstanding(tx: Transaction, invoiceId: string, amountKobo: Kobo): Promise<void> {
  await tx
    .update(monthlyInvoices)
    .set({ outstanding: sql`${monthlyInvoices.outstanding} + ${sql.param(amountKobo, monthlyInvoices.outstanding)}` })
    .where(eq(monthlyInvoices.invoiceId, invoiceId));
  await tx.update(invoices).set({ status: 'open', paidAt: null }).where(eq(invoices.id, invoiceId));
}

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
