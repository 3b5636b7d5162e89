import { eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

function selectAccounts(queryable: Queryable) {
  return queryable
    .select({
      id: accounts.id,
      accountNumber: accounts.number,
      role: users.role,
      isDisabled: users.disabled,
      companyName: billingDetails.companyName,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.id))
    .leftJoin(billingDetails, eq(billingDetails.userId, accounts.id));
}

/** Accounts by their number, or by the mailbox or the number in E.164 of who opened them; two at most. */
export async function findAccounts(
  queryable: Queryable,
  by: { readonly number: string } | { readonly emailKey: string } | { readonly phone: string },
) {
  const isIt: SQL =
    'number' in by
      ? eq(accounts.number, by.number)
      : 'emailKey' in by
        ? eq(users.emailKey, by.emailKey)
        : eq(users.phone, by.phone);
  return selectAccounts(queryable).where(isIt).limit(2);
}

export async function findAccountById(queryable: Queryable, id: number) {
  const [row] = await selectAccounts(queryable).where(eq(accounts.id, id));
  return row ?? null;
}

export type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccountById>>>;

/** The names of these accounts, and of members of staff, by their id. */
export async function listNames(queryable: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queryable
    .select({ id: users.id, name: personName(), companyName: billingDetails.companyName })
    .from(users)
    .leftJoin(billingDetails, eq(billingDetails.userId, users.id))
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name, companyName }) => [id, companyName ?? name]));
}
