import type { AccountRole } from '@portal/contract/platform/endpoint';
import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { sessions, users } from '../../platform/database/schema/identity/account.ts';
import { accountInvitations, accountPeople, accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type InvitationRow = typeof accountInvitations.$inferSelect;

const nameOf = personName();

const isOpen = and(isNull(accountInvitations.closedAt), gt(accountInvitations.expiresAt, sql`now()`));

/** The account; its people wait for each other's changes until the transaction ends. */
export async function lockAccountPeople(tx: Transaction, accountId: number) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
  if (!account) throw new Error(`account ${accountId} is not there`);
  return account;
}

export async function findAccountFacts(queryable: Queryable, accountId: number) {
  const { number: accountNumber, kind } = accounts;
  const [account] = await queryable.select({ accountNumber, kind }).from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw new Error(`account ${accountId} is not there`);
  return account;
}

/** In the order in which they came. */
export async function listPeople(queryable: Queryable, accountId: number) {
  return queryable
    .select({ id: users.id, name: nameOf, email: users.email, role: accountPeople.role })
    .from(accountPeople)
    .innerJoin(users, eq(users.id, accountPeople.userId))
    .where(eq(accountPeople.accountId, accountId))
    .orderBy(asc(accountPeople.createdAt), asc(accountPeople.userId));
}

/** Those that can be accepted, newest first. */
export async function listInvitations(queryable: Queryable, accountId: number): Promise<InvitationRow[]> {
  return queryable
    .select()
    .from(accountInvitations)
    .where(and(eq(accountInvitations.accountId, accountId), isOpen))
    .orderBy(desc(accountInvitations.createdAt), asc(accountInvitations.id));
}

/** People and open invitations together. */
export async function countPlacesTaken(tx: Transaction, accountId: number): Promise<number> {
  const [people] = await tx
    .select({ taken: count() })
    .from(accountPeople)
    .where(eq(accountPeople.accountId, accountId));
  return (people?.taken ?? 0) + (await listInvitations(tx, accountId)).length;
}

export async function isInAccount(tx: Transaction, accountId: number, person: { readonly emailKey: string }) {
  const found = await tx
    .select({ id: users.id })
    .from(accountPeople)
    .innerJoin(users, eq(users.id, accountPeople.userId))
    .where(and(eq(accountPeople.accountId, accountId), eq(users.emailKey, person.emailKey)));
  return found.length > 0;
}

/** False when they are in the account already. */
export async function insertPerson(
  tx: Transaction,
  person: { readonly accountId: number; readonly userId: number; readonly role: AccountRole },
): Promise<boolean> {
  const inserted = await tx.insert(accountPeople).values(person).onConflictDoNothing().returning();
  return inserted.length === 1;
}

export async function updatePersonRole(
  tx: Transaction,
  { accountId, userId, role }: { readonly accountId: number; readonly userId: number; readonly role: AccountRole },
): Promise<void> {
  await tx.update(accountPeople).set({ role }).where(isPerson(accountId, userId));
}

export async function deletePerson(tx: Transaction, accountId: number, userId: number): Promise<void> {
  await tx.delete(accountPeople).where(isPerson(accountId, userId));
}

const isPerson = (accountId: number, userId: number) =>
  and(eq(accountPeople.accountId, accountId), eq(accountPeople.userId, userId));

export async function updateContact(tx: Transaction, accountId: number, contactId: number): Promise<void> {
  await tx.update(accounts).set({ contactId }).where(eq(accounts.id, accountId));
}

/** Stores an invitation in place of an older one to the same mailbox. */
export async function replaceInvitation(
  tx: Transaction,
  { days, ...invitation }: Omit<typeof accountInvitations.$inferInsert, 'expiresAt'> & { readonly days: number },
): Promise<InvitationRow> {
  const { accountId, emailKey } = invitation;
  await tx
    .update(accountInvitations)
    .set({ closedAt: sql`now()` })
    .where(
      and(
        eq(accountInvitations.accountId, accountId),
        eq(accountInvitations.emailKey, emailKey),
        isNull(accountInvitations.closedAt),
      ),
    );
  const expiresAt = sql`now() + make_interval(days => ${days})`;
  const [row] = await tx
    .insert(accountInvitations)
    .values({ ...invitation, expiresAt })
    .returning();
  if (!row) throw new Error('the invitation was not stored');
  return row;
}

/** Null when it was accepted, withdrawn, is another account's or has expired. */
export async function closeInvitation(tx: Transaction, accountId: number, id: string): Promise<InvitationRow | null> {
  const [row] = await tx
    .update(accountInvitations)
    .set({ closedAt: sql`now()` })
    .where(and(eq(accountInvitations.id, id), eq(accountInvitations.accountId, accountId), isOpen))
    .returning();
  return row ?? null;
}

/** Withdraws what a person has sent, to whichever of their accounts. */
export async function closeInvitationsBy(tx: Transaction, userId: number): Promise<void> {
  await tx
    .update(accountInvitations)
    .set({ closedAt: sql`now()` })
    .where(and(eq(accountInvitations.invitedBy, userId), isNull(accountInvitations.closedAt)));
}

/** Withdraws what was sent for an account, by whoever. */
export async function closeInvitationsInto(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .update(accountInvitations)
    .set({ closedAt: sql`now()` })
    .where(and(eq(accountInvitations.accountId, accountId), isNull(accountInvitations.closedAt)));
}

/** Of concurrent calls with the token exactly one gets the invitation, the others null. */
export async function takeInvitation(tx: Transaction, tokenHashes: readonly string[]): Promise<InvitationRow | null> {
  const [row] = await tx
    .update(accountInvitations)
    .set({ closedAt: sql`now()` })
    .where(and(inArray(accountInvitations.tokenHash, [...tokenHashes]), isOpen))
    .returning();
  return row ?? null;
}

/** Who gets the mails about an account; `phone` is null until it is verified. */
export async function findAccountContact(queryable: Queryable, accountId: number) {
  const { id, email, firstName, lastName, phone, phoneVerifiedAt } = users;
  const [row] = await queryable
    .select({ id, email, firstName, lastName, phone, phoneVerifiedAt })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(eq(accounts.id, accountId));
  if (!row) throw new Error(`account ${accountId} is not there`);
  const { phoneVerifiedAt: verifiedAt, ...contact } = row;
  return { ...contact, phone: verifiedAt === null ? null : contact.phone };
}

/**
 * The person whose own, verified mailbox this is, with the accounts for which they may write to support.
 * Null for a mailbox that nobody has verified.
 */
export async function findMailboxOwner(queryable: Queryable, emailKey: string) {
  const rows = await queryable
    .select({ id: users.id, email: users.email, accountId: accountPeople.accountId })
    .from(users)
    .leftJoin(
      accountPeople,
      and(eq(accountPeople.userId, users.id), inArray(accountPeople.role, ['owner', 'technical'])),
    )
    .where(and(eq(users.emailKey, emailKey), isNotNull(users.emailVerifiedAt), eq(users.disabled, false)));
  const [person] = rows;
  if (!person) return null;
  const accountIds = rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
  return { id: person.id, email: person.email, accountIds };
}

/** The accounts of a person, in the order in which they joined; `name` is that of the account's contact. */
export async function listAccountsOf(queryable: Queryable, userId: number) {
  return queryable
    .select({ id: accounts.id, accountNumber: accounts.number, name: nameOf, role: accountPeople.role })
    .from(accountPeople)
    .innerJoin(accounts, eq(accounts.id, accountPeople.accountId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(eq(accountPeople.userId, userId))
    .orderBy(asc(accountPeople.createdAt), asc(accountPeople.accountId));
}

/** Has a session act for an account; false when its person does not belong to it. */
export async function chooseAccountOf(
  queryable: Queryable,
  sids: readonly string[],
  accountId: number,
): Promise<boolean> {
  const belongs = queryable
    .select()
    .from(accountPeople)
    .where(and(eq(accountPeople.accountId, accountId), eq(accountPeople.userId, sessions.userId)));
  const chosen = await queryable
    .update(sessions)
    .set({ accountId })
    .where(and(inArray(sessions.sid, [...sids]), exists(belongs)))
    .returning({ sid: sessions.sid });
  return chosen.length > 0;
}

/** Deletes invitations a month after they expired; until then support can answer questions about them. */
export async function deleteOldInvitations(queryable: Queryable): Promise<void> {
  await queryable.delete(accountInvitations).where(sql`${accountInvitations.expiresAt} < now() - interval '30 days'`);
}
