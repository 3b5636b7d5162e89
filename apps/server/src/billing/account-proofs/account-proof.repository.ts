import { and, count, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { accountProofs } from '../../platform/database/schema/billing/account-proof.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';

export type AccountProofRow = typeof accountProofs.$inferSelect;

/** The proof of these facts that is not withdrawn; null where there is none yet. */
export async function findProofOfFacts(
  queryable: Queryable,
  { userId, factsKey }: Pick<AccountProofRow, 'userId' | 'factsKey'>,
): Promise<AccountProofRow | null> {
  const [row] = await queryable
    .select()
    .from(accountProofs)
    .where(
      and(eq(accountProofs.userId, userId), eq(accountProofs.factsKey, factsKey), isNull(accountProofs.withdrawnAt)),
    );
  return row ?? null;
}

export async function insertProof(
  tx: Transaction,
  values: typeof accountProofs.$inferInsert,
): Promise<AccountProofRow> {
  const [row] = await tx.insert(accountProofs).values(values).returning();
  if (!row) throw new Error('the proof was not written');
  return row;
}

export async function countProofsSince(queryable: Queryable, userId: number, since: Date): Promise<number> {
  const [row] = await queryable
    .select({ count: count() })
    .from(accountProofs)
    .where(and(eq(accountProofs.userId, userId), gte(accountProofs.issuedAt, since)));
  return row?.count ?? 0;
}

/** An account's, newest first. */
export async function listProofs(queryable: Queryable, userId: number, limit: number): Promise<AccountProofRow[]> {
  return queryable
    .select()
    .from(accountProofs)
    .where(eq(accountProofs.userId, userId))
    .orderBy(desc(accountProofs.issuedAt), desc(accountProofs.sequence))
    .limit(limit);
}

/** Only the owner's is found, anybody's for `userId` null. */
export async function findProof(
  queryable: Queryable,
  userId: number | null,
  proofNumber: string,
): Promise<AccountProofRow | null> {
  const [row] = await queryable
    .select()
    .from(accountProofs)
    .where(
      and(eq(accountProofs.proofNumber, proofNumber), userId === null ? undefined : eq(accountProofs.userId, userId)),
    );
  return row ?? null;
}

/** valid → withdrawn, once. */
export async function markProofWithdrawn(
  tx: Transaction,
  proofNumber: string,
  by: { readonly withdrawnBy: number; readonly withdrawnAt: Date },
): Promise<AccountProofRow | null> {
  const [row] = await tx
    .update(accountProofs)
    .set(by)
    .where(and(eq(accountProofs.proofNumber, proofNumber), isNull(accountProofs.withdrawnAt)))
    .returning();
  return row ?? null;
}

/** Since when a line has been served (null: never), and until when it is paid for. */
export async function findServiceTime(queryable: Queryable, lineId: number) {
  const [row] = await queryable
    .select({
      since: sql<Date | null>`min(${userSubscriptions.startDate})`.mapWith(userSubscriptions.startDate),
      paidUntil:
        sql<Date | null>`max(${userSubscriptions.nextRenewal}) filter (where ${userSubscriptions.status} <> 'cancelled'
          and ${userSubscriptions.startDate} is not null)`.mapWith(userSubscriptions.nextRenewal),
    })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.lineId, lineId));
  return { since: row?.since ?? null, paidUntil: row?.paidUntil ?? null };
}
