import { and, asc, desc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { accountMergeMoves, accountMerges } from '../../platform/database/schema/console/account-merge.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import type { Moved, Pair } from './move-rows.repository.ts';

export type MergeRow = typeof accountMerges.$inferSelect;

export type Account = {
  readonly id: number;
  readonly name: string;
  readonly accountNumber: string;
  readonly email: string;
  readonly isMailboxVerified: boolean;
  readonly phoneVerifiedAt: Date | null;
  readonly mergedInto: number | null;
};

/** The accounts of two customers; those that are not there are left out. */
export async function findAccounts(
  queryable: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Account>> {
  const rows = await queryable
    .select({
      id: accounts.id,
      name: personName(),
      accountNumber: accounts.number,
      email: users.email,
      isMailboxVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      phoneVerifiedAt: users.phoneVerifiedAt,
      mergedInto: accounts.mergedInto,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.id))
    .where(inArray(accounts.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Locks both accounts and their people until the transaction ends, in the order of their ids, so that two
 * merges of the same two wait for each other, and payments that begin meanwhile for the merge.
 */
export async function lockPair(tx: Transaction, { from, into }: Pair): Promise<void> {
  const ids = [from, into];
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('update');
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('no key update');
}

/** The account that goes is locked, and no other merge of it waits or stands. */
export async function insertMerge(
  tx: Transaction,
  merge: Omit<typeof accountMerges.$inferInsert, 'state'>,
): Promise<MergeRow> {
  const [row] = await tx.insert(accountMerges).values(merge).returning();
  if (!row) throw new Error('the merge was not written');
  return row;
}

export async function findWaitingMerge(queryable: Queryable, fromId: number): Promise<MergeRow | null> {
  const [row] = await queryable
    .select()
    .from(accountMerges)
    .where(and(eq(accountMerges.fromId, fromId), eq(accountMerges.state, 'waiting')));
  return row ?? null;
}

export async function findMerge(queryable: Queryable, id: string): Promise<MergeRow | null> {
  const [row] = await queryable.select().from(accountMerges).where(eq(accountMerges.id, id));
  return row ?? null;
}

export async function findMergeByToken(queryable: Queryable, tokenHashes: readonly string[]): Promise<MergeRow | null> {
  const [row] = await queryable
    .select()
    .from(accountMerges)
    .where(inArray(accountMerges.tokenHash, [...tokenHashes]));
  return row ?? null;
}

/** `state` → another, once: null for all but the one caller who moved it. */
export async function changeMerge(
  tx: Transaction,
  { id, state }: Pick<MergeRow, 'id' | 'state'>,
  change: Partial<MergeRow> & Pick<MergeRow, 'state'>,
): Promise<MergeRow | null> {
  const [row] = await tx
    .update(accountMerges)
    .set(change)
    .where(and(eq(accountMerges.id, id), eq(accountMerges.state, state)))
    .returning();
  return row ?? null;
}

/** waiting → expired, for those whose time is over; of one account that goes, or of all. */
export async function expireMerges(tx: Queryable, now: Date, fromId?: number): Promise<MergeRow[]> {
  return tx
    .update(accountMerges)
    .set({ state: 'expired', endedAt: now })
    .where(
      and(
        eq(accountMerges.state, 'waiting'),
        lte(accountMerges.waitsUntil, now),
        fromId === undefined ? undefined : eq(accountMerges.fromId, fromId),
      ),
    )
    .returning();
}

export async function insertMoves(tx: Transaction, mergeId: string, moves: readonly Moved[]): Promise<void> {
  if (moves.length === 0) return;
  await tx
    .insert(accountMergeMoves)
    .values(moves.map(({ rule, ids }, position) => ({ mergeId, position, rule, ids: [...ids] })));
}

/** In the order in which they were made. */
export async function listMoves(queryable: Queryable, mergeId: string): Promise<Moved[]> {
  return queryable
    .select({ rule: accountMergeMoves.rule, ids: accountMergeMoves.ids })
    .from(accountMergeMoves)
    .where(eq(accountMergeMoves.mergeId, mergeId))
    .orderBy(asc(accountMergeMoves.position));
}

const requester = alias(users, 'requester');
const confirmer = alias(users, 'confirmer');
const ender = alias(users, 'ender');

/** Those of a customer, newest first, with the names of who did them. */
export async function listMergeRows(
  queryable: Queryable,
  wanted: { readonly customerId: number; readonly limit: number } | { readonly id: string; readonly limit: number },
) {
  return queryable
    .select({
      merge: accountMerges,
      requestedBy: personName(requester),
      confirmedBy: sql<string | null>`case when ${confirmer.id} is not null then ${personName(confirmer)} end`,
      endedBy: sql<string | null>`case when ${ender.id} is not null then ${personName(ender)} end`,
    })
    .from(accountMerges)
    .innerJoin(requester, eq(requester.id, accountMerges.requestedBy))
    .leftJoin(confirmer, eq(confirmer.id, accountMerges.confirmedBy))
    .leftJoin(ender, eq(ender.id, accountMerges.endedBy))
    .where(
      'id' in wanted
        ? eq(accountMerges.id, wanted.id)
        : or(eq(accountMerges.fromId, wanted.customerId), eq(accountMerges.intoId, wanted.customerId)),
    )
    .orderBy(desc(accountMerges.createdAt), desc(accountMerges.id))
    .limit(wanted.limit);
}
