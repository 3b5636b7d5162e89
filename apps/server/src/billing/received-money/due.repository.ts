import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

/** The open invoice of a subscription's upcoming month; null where none is open. */
export async function findOpenMonthInvoice(queryable: Queryable, subscriptionId: string) {
  const [row] = await queryable
    .select({ invoiceNumber: invoices.invoiceNumber, dueAt: invoices.dueAt })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.kind, 'period'), eq(invoices.status, 'open')))
    .orderBy(asc(invoices.dueAt))
    .limit(1);
  return row ?? null;
}

/** The lines of an account, the oldest first. */
export async function listLineIds(queryable: Queryable, accountId: number): Promise<number[]> {
  const rows = await queryable
    .select({ id: lines.id })
    .from(lines)
    .where(eq(lines.accountId, accountId))
    .orderBy(asc(lines.id));
  return rows.map(({ id }) => id);
}
