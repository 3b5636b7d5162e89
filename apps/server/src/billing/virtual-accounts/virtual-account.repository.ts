import { and, asc, desc, eq, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import {
  incomingTransfers,
  virtualAccountRequests,
  virtualAccounts,
} from '../../platform/database/schema/billing/virtual-account.ts';
import { accountPeople, accounts } from '../../platform/database/schema/identity/account-people.ts';
import type { OpenedNumber } from '../incoming-transfers/intake.port.ts';

export type RequestRow = typeof virtualAccountRequests.$inferSelect;
export type NumberRow = typeof virtualAccounts.$inferSelect;

/** Null where the account, or line, has one at this bank of the provider already, or asks for one. */
export async function insertRequest(
  queryable: Queryable,
  values: typeof virtualAccountRequests.$inferInsert,
): Promise<RequestRow | null> {
  const [row] = await queryable.insert(virtualAccountRequests).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** Changes a request that is in one of these states; false where it is in another by now. */
export async function moveRequest(
  queryable: Queryable,
  id: string,
  from: readonly RequestRow['status'][],
  change: Partial<typeof virtualAccountRequests.$inferInsert>,
): Promise<boolean> {
  const moved = await queryable
    .update(virtualAccountRequests)
    .set(change)
    .where(and(eq(virtualAccountRequests.id, id), inArray(virtualAccountRequests.status, [...from])))
    .returning({ id: virtualAccountRequests.id });
  return moved.length === 1;
}

/** Those of an account, newest first. */
export async function listRequests(queryable: Queryable, accountId: number): Promise<RequestRow[]> {
  return queryable
    .select()
    .from(virtualAccountRequests)
    .where(eq(virtualAccountRequests.accountId, accountId))
    .orderBy(desc(virtualAccountRequests.createdAt));
}

/** An account's numbers, the oldest first. */
export async function listNumbers(queryable: Queryable, accountId: number): Promise<NumberRow[]> {
  return queryable
    .select()
    .from(virtualAccounts)
    .where(eq(virtualAccounts.accountId, accountId))
    .orderBy(asc(virtualAccounts.openedAt), asc(virtualAccounts.accountNumber));
}

/** The oldest number of an account in use that is for no line alone; null without one. */
export async function findNumberOfAccount(
  queryable: Queryable,
  accountId: number,
): Promise<Pick<NumberRow, 'bank' | 'accountNumber'> | null> {
  const { bank, accountNumber, status, openedAt, requestId } = virtualAccounts;
  const [row] = await queryable
    .select({ bank, accountNumber })
    .from(virtualAccounts)
    .innerJoin(virtualAccountRequests, eq(virtualAccountRequests.id, requestId))
    .where(and(eq(virtualAccounts.accountId, accountId), eq(status, 'active'), isNull(virtualAccountRequests.lineId)))
    .orderBy(asc(openedAt), asc(accountNumber))
    .limit(1);
  return row ?? null;
}

/** Claims requests of a provider that are due; until `leaseEndsAt` no other instance claims them. */
export async function claimDueRequests(
  queryable: Queryable,
  claim: { readonly provider: string; readonly now: Date; readonly leaseEndsAt: Date; readonly limit: number },
): Promise<RequestRow[]> {
  const due = queryable
    .select({ id: virtualAccountRequests.id })
    .from(virtualAccountRequests)
    .where(
      and(eq(virtualAccountRequests.provider, claim.provider), lte(virtualAccountRequests.nextAttemptAt, claim.now)),
    )
    .orderBy(asc(virtualAccountRequests.nextAttemptAt))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  return queryable
    .update(virtualAccountRequests)
    .set({ nextAttemptAt: claim.leaseEndsAt })
    .where(inArray(virtualAccountRequests.id, due))
    .returning();
}

/** Open requests under a provider's own reference. */
export async function listRequestsBy(
  queryable: Queryable,
  provider: string,
  providerReference: string,
): Promise<RequestRow[]> {
  return queryable
    .select()
    .from(virtualAccountRequests)
    .where(
      and(
        eq(virtualAccountRequests.provider, provider),
        eq(virtualAccountRequests.providerReference, providerReference),
        eq(virtualAccountRequests.status, 'requested'),
      ),
    );
}

/** Stores the numbers of a request, each once; returns the new ones. */
export async function insertNumbers(
  tx: Transaction,
  request: RequestRow,
  numbers: readonly OpenedNumber[],
  now: Date,
): Promise<NumberRow[]> {
  if (numbers.length === 0) return [];
  const { id: requestId, accountId, provider } = request;
  return tx
    .insert(virtualAccounts)
    .values(
      numbers.map((each) => ({ ...each, requestId, accountId, provider, status: 'active' as const, openedAt: now })),
    )
    .onConflictDoNothing()
    .returning();
}

/** Whether another account with the same contact has asked this provider: it would be one customer there. */
export async function sharesContact(queryable: Queryable, accountId: number, provider: string): Promise<boolean> {
  const own = alias(accounts, 'own');
  const [row] = await queryable
    .select({ id: virtualAccountRequests.id })
    .from(own)
    // The contact is one of the people, by whom accounts are found: no index has the contacts.
    .innerJoin(accountPeople, eq(accountPeople.userId, own.contactId))
    .innerJoin(accounts, and(eq(accounts.id, accountPeople.accountId), eq(accounts.contactId, own.contactId)))
    .innerJoin(virtualAccountRequests, eq(virtualAccountRequests.accountId, accounts.id))
    .where(and(eq(own.id, accountId), ne(accounts.id, accountId), eq(virtualAccountRequests.provider, provider)))
    .limit(1);
  return row !== undefined;
}

/** The number of an account. */
export async function findAccountNumber(queryable: Queryable, accountId: number): Promise<string | null> {
  const [row] = await queryable.select({ number: accounts.number }).from(accounts).where(eq(accounts.id, accountId));
  return row?.number ?? null;
}

/** Numbers at a bank that are in use, to be replaced; a batch at a time. */
export async function replaceNumbers(
  tx: Transaction,
  {
    provider,
    bank,
    limit,
    now,
  }: { readonly provider: string; readonly bank: string; readonly limit: number; readonly now: Date },
): Promise<NumberRow[]> {
  const some = tx
    .select({ id: virtualAccounts.id })
    .from(virtualAccounts)
    .where(
      and(eq(virtualAccounts.provider, provider), eq(virtualAccounts.bank, bank), eq(virtualAccounts.status, 'active')),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(virtualAccounts)
    .set({ status: 'replaced', closedAt: now })
    .where(inArray(virtualAccounts.id, some))
    .returning();
}

/** Closes an account's requests and numbers; returns how many numbers were in use. */
export async function closeAll(tx: Transaction, accountId: number, now: Date): Promise<number> {
  await tx
    .update(virtualAccountRequests)
    .set({ status: 'closing', closedAt: now, nextAttemptAt: now })
    .where(
      and(
        eq(virtualAccountRequests.accountId, accountId),
        inArray(virtualAccountRequests.status, ['requested', 'needs-identity', 'active', 'refused']),
      ),
    );
  const closed = await tx
    .update(virtualAccounts)
    .set({ status: 'closed', closedAt: now })
    .where(and(eq(virtualAccounts.accountId, accountId), inArray(virtualAccounts.status, ['active', 'replaced'])))
    .returning({ status: virtualAccounts.id });
  return closed.length;
}

/** The provider's ids of a request's numbers. */
export async function listProviderIds(queryable: Queryable, requestId: string): Promise<string[]> {
  const rows = await queryable
    .select({ id: virtualAccounts.providerId })
    .from(virtualAccounts)
    .where(eq(virtualAccounts.requestId, requestId));
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** How many numbers there are at each bank, and when money last came to one there. */
export async function listBanks(queryable: Queryable) {
  return queryable
    .select({
      provider: virtualAccounts.provider,
      bank: virtualAccounts.bank,
      ready: sql<number>`(count(*) filter (where ${virtualAccounts.status} = 'active'))::int`,
      replaced: sql<number>`(count(*) filter (where ${virtualAccounts.status} = 'replaced'))::int`,
    })
    .from(virtualAccounts)
    .groupBy(virtualAccounts.provider, virtualAccounts.bank)
    .orderBy(asc(virtualAccounts.provider), asc(virtualAccounts.bank));
}

/** How many requests of each provider are in each state that somebody may wait in. */
export async function countRequests(queryable: Queryable) {
  return queryable
    .select({
      provider: virtualAccountRequests.provider,
      status: virtualAccountRequests.status,
      count: sql<number>`count(*)::int`,
    })
    .from(virtualAccountRequests)
    .where(inArray(virtualAccountRequests.status, ['requested', 'needs-identity', 'refused']))
    .groupBy(virtualAccountRequests.provider, virtualAccountRequests.status);
}

/** When money last came to a number at a bank; numbers tell the bank where the provider does not. */
export async function findLastMoneyAt(queryable: Queryable, provider: string, bank: string): Promise<Date | null> {
  const [row] = await queryable
    .select({ at: incomingTransfers.receivedAt })
    .from(incomingTransfers)
    .innerJoin(
      virtualAccounts,
      and(eq(virtualAccounts.accountNumber, incomingTransfers.accountNumber), eq(virtualAccounts.bank, bank)),
    )
    .where(and(eq(incomingTransfers.provider, provider), eq(virtualAccounts.provider, provider)))
    .orderBy(desc(incomingTransfers.receivedAt))
    .limit(1);
  return row?.at ?? null;
}

/** What was closed before a moment is nobody's any more: who had it is forgotten. Returns how many requests. */
export async function forgetClosed(tx: Transaction, before: Date, limit: number): Promise<number> {
  const old = await tx
    .select({ id: virtualAccountRequests.id })
    .from(virtualAccountRequests)
    .where(and(lt(virtualAccountRequests.closedAt, before), eq(virtualAccountRequests.status, 'closed')))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await tx.delete(virtualAccounts).where(inArray(virtualAccounts.requestId, ids));
  await tx.delete(virtualAccountRequests).where(inArray(virtualAccountRequests.id, ids));
  return ids.length;
}

/** Takes the next question about an account's transfers; false where the last one was after `before`. */
export async function claimCheck(
  queryable: Queryable,
  { accountId, now, before }: { readonly accountId: number; readonly now: Date; readonly before: Date },
): Promise<boolean> {
  const claimed = await queryable
    .update(virtualAccountRequests)
    .set({ checkedAt: now })
    .where(
      and(
        eq(virtualAccountRequests.accountId, accountId),
        eq(virtualAccountRequests.status, 'active'),
        sql`not exists (select from ${virtualAccountRequests} r where r.account_id = ${accountId} and r.checked_at > ${before.toISOString()}::timestamptz)`,
      ),
    )
    .returning({ id: virtualAccountRequests.id });
  return claimed.length > 0;
}
