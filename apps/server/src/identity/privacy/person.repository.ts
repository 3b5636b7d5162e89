import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Person } from '../../platform/database/personal-data/person.ts';

type Accounts = { readonly owned: number[]; readonly ending: number[]; readonly isLastOwner: boolean };

/**
 * The accounts that a person owns, and those that end with them since nobody else is in them.
 * `isLastOwner`: others would be left in an account without an owner.
 */
export async function findAccountsOf(queryable: Queryable, userId: number): Promise<Accounts> {
  const { rows } = await queryable.execute<{
    id: number;
    owner: boolean;
    others: number;
    owners: number;
  }>(
    sql`select a.id, p.role = 'owner' as owner,
          count(o.user_id)::int as others, (count(o.user_id) filter (where o.role = 'owner'))::int as owners
        from account_people p join accounts a on a.id = p.account_id
        left join account_people o on o.account_id = p.account_id and o.user_id <> p.user_id
        where p.user_id = ${userId} group by a.id, p.role`,
  );
  return {
    owned: rows.filter(({ owner }) => owner).map(({ id }) => id),
    ending: rows.filter(({ others }) => others === 0).map(({ id }) => id),
    isLastOwner: rows.some(({ owner, others, owners }) => owner && owners === 0 && others > 0),
  };
}

/**
 * A person with the rows of `accounts`. `addresses`: further ones that are theirs, in lower case.
 */
export async function findPerson(
  queryable: Queryable,
  userId: number,
  { accounts, addresses = [] }: { readonly accounts: readonly number[]; readonly addresses?: readonly string[] },
): Promise<Person> {
  const { rows: merged } = await queryable.execute<{ id: number }>(
    sql`select id from accounts where merged_into = ${userId} order by id`,
  );
  const people = [userId, ...merged.map(({ id }) => id)];
  // Of accounts that end: those that are a part of them end with them.
  const withMerged = accounts.includes(userId) ? [...accounts, ...people.slice(1)] : accounts;
  const ofThem = sql`any(${sql.param(people)}::int[])`;
  const { rows: lines } = await queryable.execute<{ id: number }>(
    sql`select id from lines where account_id = any(${sql.param(withMerged)}::int[])`,
  );
  const { rows: contacts } = await queryable.execute<{ contact: string }>(
    sql`with contacts as (
          select unnest(array[email, email_key, phone]) as contact from users where id = ${ofThem}
          union all select email from account_tokens where user_id = ${ofThem}
          union all select phone from phone_codes where user_id = ${ofThem}
        )
        select contact from contacts where contact <> '' union select lower(contact) from contacts where contact <> ''`,
  );
  return {
    id: userId,
    merged: people.slice(1),
    accounts: withMerged,
    lines: lines.map(({ id }) => id),
    contacts: [...new Set([...contacts.map(({ contact }) => contact), ...addresses])],
  };
}

/** Another owner is the contact of the accounts that go on without this person. */
export async function replaceContact(queryable: Queryable, userId: number, ending: readonly number[]): Promise<void> {
  await queryable.execute(
    sql`update accounts a set contact_id = (
          select p.user_id from account_people p
          where p.account_id = a.id and p.role = 'owner' and p.user_id <> ${userId} order by p.created_at limit 1)
        where contact_id = ${userId} and not a.id = any(${sql.param(ending)}::int[])
          and exists (select from account_people p where p.account_id = a.id and p.role = 'owner' and p.user_id <> ${userId})`,
  );
}
