import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';

const AT_MOST = 5;

/** Whose an invoice is. */
export async function findInvoiceOwner(queryable: Queryable, invoiceNumber: string): Promise<number[]> {
  const rows = await queryable
    .select({ id: invoices.userId })
    .from(invoices)
    .where(eq(invoices.invoiceNumber, invoiceNumber));
  return rows.map(({ id }) => id);
}

/** Accounts whose contact has both names among the words of a payer's name, folded; the first few. */
export async function listNamesakes(queryable: Queryable, payerName: string): Promise<number[]> {
  const words = payerName.split(/[^\p{L}\p{M}'’-]+/u).filter((word) => word.length > 1);
  if (words.length < 2) return [];
  const among = sql`array(select search_key(word) from unnest(${sql.param(words)}::text[]) word)`;
  const rows = await queryable
    .select({ id: accounts.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.contactId, users.id))
    .where(and(sql`search_key(${users.lastName}) = any(${among})`, sql`search_key(${users.firstName}) = any(${among})`))
    .limit(AT_MOST);
  return rows.map(({ id }) => id);
}
