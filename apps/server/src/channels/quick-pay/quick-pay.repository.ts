import { and, eq, exists, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
import { payCodes } from '../../platform/database/schema/channels/pay-code.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accountPeople, accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import type { Named } from './quick-pay.policy.ts';

/** Who may be paid for: an account with somebody behind it. */
export type PayableAccount = {
  readonly accountId: number;
  readonly companyName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly isByNumber: boolean;
};

const former = alias(accounts, 'former');
const person = alias(users, 'person');

/**
 * The accounts among `ids`, three at most: nobody's that is closed, and of one that was merged the one that stays.
 */
async function selectPayable(queryable: Queryable, ids: SQL, number: string): Promise<PayableAccount[]> {
  const hasLine = queryable.select({ id: lines.id }).from(lines).where(eq(lines.accountId, accounts.id));
  return queryable
    .selectDistinct({
      accountId: accounts.id,
      companyName: billingDetails.companyName,
      firstName: users.firstName,
      lastName: users.lastName,
      isByNumber: sql<boolean>`${former.number} = ${number}`,
    })
    .from(former)
    .innerJoin(accounts, eq(accounts.id, sql`coalesce(${former.mergedInto}, ${former.id})`))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .innerJoin(person, eq(person.id, accounts.id))
    .leftJoin(billingDetails, eq(billingDetails.userId, accounts.id))
    .where(
      and(
        sql`${former.id} in (${ids})`,
        eq(users.role, 'customer'),
        eq(users.disabled, false),
        eq(person.disabled, false),
        isNull(accounts.mergedInto),
        exists(hasLine),
      ),
    )
    .limit(3);
}

/** The accounts whose contact is one of the people that fit. */
function idsOfContacts(queryable: Queryable, fits: SQL | undefined) {
  return queryable
    .select({ id: accounts.id })
    .from(users)
    .innerJoin(accountPeople, eq(accountPeople.userId, users.id))
    .innerJoin(accounts, and(eq(accounts.id, accountPeople.accountId), eq(accounts.contactId, users.id)))
    .where(fits);
}

/**
 * Those with this number, or whose contact has verified this telephone number or mailbox. One statement, the
 * same for every text: how long it takes says nothing.
 */
export async function findByName(queryable: Queryable, { number, phone, email }: Named): Promise<PayableAccount[]> {
  const named = number ?? '';
  const byNumber = queryable.select({ id: accounts.id }).from(accounts).where(eq(accounts.number, named));
  const byPhone = idsOfContacts(queryable, and(eq(users.phone, phone ?? ''), isNotNull(users.phoneVerifiedAt)));
  const byEmail = idsOfContacts(queryable, and(eq(users.emailKey, email ?? ''), isNotNull(users.emailVerifiedAt)));
  const ids = sql`${byNumber} union all ${byPhone} union all ${byEmail}`;
  return selectPayable(queryable, ids, named);
}

/** The one with this code. */
export async function findByCode(queryable: Queryable, code: string): Promise<PayableAccount[]> {
  const owners = queryable
    .select({ id: payCodes.accountId })
    .from(payCodes)
    .where(and(eq(payCodes.code, code), isNull(payCodes.replacedAt)));
  return selectPayable(queryable, sql`${owners}`, '');
}
