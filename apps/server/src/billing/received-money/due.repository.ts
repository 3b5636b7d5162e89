import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
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

/** The number of an account. */
export async function findAccountNumber(queryable: Queryable, accountId: number): Promise<string> {
  const [row] = await queryable.select({ number: accounts.number }).from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Error(`account ${accountId} is not there`);
  return row.number;
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
