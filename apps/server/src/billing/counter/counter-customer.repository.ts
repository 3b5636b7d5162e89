import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
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
