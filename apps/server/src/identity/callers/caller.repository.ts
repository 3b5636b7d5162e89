import type { AccountRole } from '@portal/contract/platform/endpoint';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accountPeople, accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { phonePins } from '../../platform/database/schema/identity/phone-pin.ts';

/** An account with one of its people, as somebody with a telephone reaches it. */
export type ReachedAccount = {
  readonly accountId: number;
  readonly number: string;
  readonly kind: 'home' | 'company';
  /** Of whom its mails go to. */
  readonly contactName: string;
  readonly personId: number;
  readonly role: AccountRole;
};

const person = alias(users, 'person');

const reached = {
  accountId: accounts.id,
  number: accounts.number,
  kind: accounts.kind,
  contactName: personName(),
  personId: accountPeople.userId,
  role: accountPeople.role,
};

const mayReach = and(isNull(accounts.mergedInto), eq(person.disabled, false), eq(person.role, 'customer'));

const LIST_OF_PHONE: NamedStatement = {
  name: 'list_accounts_of_phone',
  text: `select a.id as "accountId", a.number, a.kind, p.user_id as "personId", p.role,
      coalesce(nullif(concat_ws(' ', c.first_name, c.last_name), ''), c.email) as "contactName"
    from users u join account_people p on p.user_id = u.id
    join accounts a on a.id = p.account_id join users c on c.id = a.contact_id
    where u.phone = $1 and u.phone_verified_at is not null and not u.disabled and u.role = 'customer' and a.merged_into is null
    order by p.created_at, a.id, u.id limit $2`,
};

/** The accounts of the people who have verified a number, the oldest membership first. `phone` in E.164. */
export function listAccountsOfPhone(queryable: Queryable, phone: string, limit: number): Promise<ReachedAccount[]> {
  return runNamed<ReachedAccount>(queryable, LIST_OF_PHONE, [phone, limit]);
}

/** An account as one of its people reaches it; null for somebody who does not belong to it any more. */
export async function findReachedAccount(
  queryable: Queryable,
  of: { readonly accountId: number; readonly personId: number },
): Promise<ReachedAccount | null> {
  const [found] = await queryable
    .select(reached)
    .from(person)
    .innerJoin(accountPeople, eq(accountPeople.userId, person.id))
    .innerJoin(accounts, eq(accounts.id, accountPeople.accountId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(and(eq(person.id, of.personId), eq(accounts.id, of.accountId), mayReach));
  return found ?? null;
}

/** An account by its number, with the names of its contact; null where there is none. */
export async function findAccountByNumber(queryable: Queryable, number: string) {
  const [found] = await queryable
    .select({
      accountId: accounts.id,
      number: accounts.number,
      kind: accounts.kind,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(and(eq(accounts.number, number), isNull(accounts.mergedInto), eq(users.role, 'customer')));
  return found ?? null;
}

/** The people of an account who have a phone PIN, with its hash. */
export async function listPinsOfAccount(queryable: Queryable, number: string) {
  return queryable
    .select({ accountId: accounts.id, personId: person.id, pinHash: phonePins.pinHash })
    .from(accounts)
    .innerJoin(accountPeople, eq(accountPeople.accountId, accounts.id))
    .innerJoin(person, eq(person.id, accountPeople.userId))
    .innerJoin(phonePins, eq(phonePins.userId, person.id))
    .where(and(eq(accounts.number, number), mayReach))
    .orderBy(asc(accountPeople.createdAt))
    .limit(20);
}

/** The ids of the people who have verified a number. */
export async function listPeopleOfPhone(queryable: Queryable, phone: string, limit: number): Promise<number[]> {
  const rows = await queryable
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.phone, phone),
        isNotNull(users.phoneVerifiedAt),
        eq(users.disabled, false),
        eq(users.role, 'customer'),
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
