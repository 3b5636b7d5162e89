import { addressOfPhone } from '@portal/kernel/messaging/mail';
import { and, asc, desc, eq, exists, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import type { AccountRow } from '../accounts/account.repository.ts';

const stays = alias(users, 'stays');

/**
 * The person as whom somebody acts who has proved that they are `person`: the same, or where their
 * account has become a part of another one that one's person. Null when that is disabled, or is none.
 */
export async function findSignedInAs(queryable: Queryable, person: AccountRow): Promise<AccountRow | null> {
  if (!person.disabled) return person;
  const [row] = await queryable
    .select({ stays })
    .from(accounts)
    .innerJoin(stays, and(eq(stays.id, accounts.mergedInto), eq(stays.disabled, false)))
    .where(eq(accounts.id, person.id));
  return row?.stays ?? null;
}

/** Whether `person` still leads to the account of `stays`, with the password that was verified. */
export async function leadsTo(
  queryable: Queryable,
  person: Pick<AccountRow, 'id' | 'passwordHash'>,
  into: Pick<AccountRow, 'id'>,
): Promise<boolean> {
  if (person.id === into.id) return true;
  const found = await queryable
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.id))
    .where(
      and(eq(accounts.id, person.id), eq(accounts.mergedInto, into.id), eq(users.passwordHash, person.passwordHash)),
    );
  return found.length === 1;
}

/**
 * Two at most of the accounts that have verified this number, in E.164, and lead to somebody who may sign in:
 * first the one that signs in with the number, then who verified it last; one that has become a part of another
 * after all others. Never of staff, whom a number alone must not let in.
 */
export async function listAccountsByVerifiedPhone(queryable: Queryable, phone: string): Promise<AccountRow[]> {
  const leadsToOpenAccount = exists(
    queryable
      .select({ id: stays.id })
      .from(accounts)
      .innerJoin(stays, and(eq(stays.id, accounts.mergedInto), eq(stays.disabled, false)))
      .where(eq(accounts.id, users.id)),
  );
  return queryable
    .select()
    .from(users)
    .where(
      and(
        eq(users.phone, phone),
        isNotNull(users.phoneVerifiedAt),
        ne(users.role, 'admin'),
        or(eq(users.disabled, false), leadsToOpenAccount),
      ),
    )
    .orderBy(asc(users.disabled), desc(eq(users.email, addressOfPhone(phone))), desc(users.phoneVerifiedAt))
    .limit(2);
}

/** Whether the account of a row of `users` has become a part of another. */
export const leadsOn: SQL<boolean> = sql<boolean>`exists (
  select from ${accounts} gone where gone.id = ${users.id} and gone.merged_into is not null)`;

/** The account that another one has become a part of; null for one that stands by itself. */
export async function findMergedInto(queryable: Queryable, accountId: number): Promise<number | null> {
  const [row] = await queryable
    .select({ mergedInto: accounts.mergedInto })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.mergedInto ?? null;
}
