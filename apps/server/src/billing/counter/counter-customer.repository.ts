import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { billingDetails, invoices } from '../../platform/database/schema/billing/invoice.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

/** Who pays, by the number of their account; null where there is no such account. */
export async function findCounterAccount(queryable: Queryable, accountId: number) {
  const [row] = await queryable
    .select({
      id: accounts.id,
      accountNumber: accounts.number,
      name: personName(),
      email: users.email,
      phone: users.phone,
      companyName: billingDetails.companyName,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .leftJoin(billingDetails, eq(billingDetails.userId, accounts.id))
    .where(eq(accounts.id, accountId));
  return row ?? null;
}

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
