import type { Kobo } from '@portal/kernel/money';
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { monthlyInvoices } from '../../platform/database/schema/billing/company.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';

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
