import type { ContactChangeKind } from '@portal/contract/identity/corrections';
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { contactChanges } from '../../platform/database/schema/identity/contact-change.ts';
import { identityApprovals } from '../../platform/database/schema/identity/identity-approval.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type ContactChangeRow = typeof contactChanges.$inferSelect;

type NewContactChange = Omit<
  typeof contactChanges.$inferInsert,
  'id' | 'state' | 'requestedAt' | 'expiresAt' | 'endedAt' | 'tokenHash'
>;

/** One that waits for its link. The one before it must have been withdrawn. */
export async function insertWaitingChange(
  tx: Transaction,
  change: NewContactChange & { readonly tokenHash: string },
  lifeMinutes: number,
): Promise<ContactChangeRow> {
  const expiresAt = sql`now() + make_interval(mins => ${lifeMinutes}::int)`;
  const [row] = await tx
    .insert(contactChanges)
    .values({ ...change, state: 'waiting', expiresAt })
    .returning();
  if (!row) throw new Error('a contact change was not stored');
  return row;
}

/** One that counts from now on, since two members of staff have seen a card. */
export async function insertCountedChange(tx: Transaction, change: NewContactChange): Promise<ContactChangeRow> {
  const now = sql`now()`;
  const [row] = await tx
    .insert(contactChanges)
    .values({ ...change, state: 'counted', expiresAt: now, endedAt: now })
    .returning();
  if (!row) throw new Error('a contact change was not stored');
  return row;
}

export async function findChange(queryable: Queryable, id: string): Promise<ContactChangeRow | null> {
  const [row] = await queryable.select().from(contactChanges).where(eq(contactChanges.id, id));
  return row ?? null;
}

/** By one of the hashes under which its token may be stored. */
export async function findChangeByToken(
  queryable: Queryable,
  tokenHashes: readonly string[],
): Promise<ContactChangeRow | null> {
  const [row] = await queryable
    .select()
    .from(contactChanges)
    .where(inArray(contactChanges.tokenHash, [...tokenHashes]));
  return row ?? null;
}

/** waiting → counted, before its time is over; true for the one caller who did. */
export async function countChange(tx: Transaction, id: string): Promise<boolean> {
  const counted = await tx
    .update(contactChanges)
    .set({ state: 'counted', endedAt: sql`now()` })
    .where(
      and(eq(contactChanges.id, id), eq(contactChanges.state, 'waiting'), gt(contactChanges.expiresAt, sql`now()`)),
    )
    .returning({ id: contactChanges.id });
  return counted.length === 1;
}

/** waiting → withdrawn; true for the one caller who did. */
export async function withdrawChange(tx: Transaction, id: string): Promise<boolean> {
  const withdrawn = await tx
    .update(contactChanges)
    .set({ state: 'withdrawn', endedAt: sql`now()` })
    .where(and(eq(contactChanges.id, id), eq(contactChanges.state, 'waiting')))
    .returning({ id: contactChanges.id });
  return withdrawn.length === 1;
}

/** waiting → withdrawn, all of a customer or those of one kind. */
export async function withdrawChangesOf(tx: Transaction, userId: number, kind?: ContactChangeKind): Promise<void> {
  await tx
    .update(contactChanges)
    .set({ state: 'withdrawn', endedAt: sql`now()` })
    .where(
      and(
        eq(contactChanges.userId, userId),
        eq(contactChanges.state, 'waiting'),
        kind === undefined ? undefined : eq(contactChanges.kind, kind),
      ),
    );
}

/** waiting → expired, for those whose time is over. */
export async function expireChanges(tx: Transaction): Promise<ContactChangeRow[]> {
  return tx
    .update(contactChanges)
    .set({ state: 'expired', endedAt: sql`now()` })
    .where(and(eq(contactChanges.state, 'waiting'), lte(contactChanges.expiresAt, sql`now()`)))
    .returning();
}

/**
 * counted → reverted, the numbers that came to count at `since` or later. Returns what the account had
 * before the first of them; null where there is none.
 */
export async function revertNumbersSince(
  tx: Transaction,
  userId: number,
  since: Date,
): Promise<Pick<ContactChangeRow, 'previous' | 'previousVerified'> | null> {
  const ofAccount = and(
    eq(contactChanges.userId, userId),
    eq(contactChanges.kind, 'phone'),
    eq(contactChanges.state, 'counted'),
    gte(contactChanges.endedAt, since),
  );
  const [first] = await tx
    .select({ previous: contactChanges.previous, previousVerified: contactChanges.previousVerified })
    .from(contactChanges)
    .where(ofAccount)
    .orderBy(asc(contactChanges.endedAt))
    .limit(1);
  await tx.update(contactChanges).set({ state: 'reverted' }).where(ofAccount);
  return first ?? null;
}

/** How many new mailboxes and numbers were begun for a customer in the last 24 hours. */
export async function countBegunToday(tx: Transaction, userId: number, now: Date): Promise<number> {
  const [byLink] = await tx
    .select({ begun: count() })
    .from(contactChanges)
    .where(
      and(
        eq(contactChanges.userId, userId),
        gt(contactChanges.requestedAt, sql`now() - interval '24 hours'`),
        isNotNull(contactChanges.tokenHash),
      ),
    );
  const [byTwo] = await tx
    .select({ begun: count() })
    .from(identityApprovals)
    .where(
      and(
        eq(identityApprovals.userId, userId),
        inArray(identityApprovals.kind, ['mailbox', 'phone']),
        gt(identityApprovals.requestedAt, sql`${now.toISOString()}::timestamptz - interval '24 hours'`),
      ),
    );
  return (byLink?.begun ?? 0) + (byTwo?.begun ?? 0);
}

/** Whether somebody else has verified the number. */
export async function isPhoneOfAnother(tx: Transaction, userId: number, phone: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.phone, phone), isNotNull(users.phoneVerifiedAt), ne(users.id, userId)))
    .limit(1);
  return other !== undefined;
}

/** With the names of who asked for them, newest first; two at most wait. */
export async function listWaitingChanges(queryable: Queryable, userId: number) {
  return queryable
    .select({ change: contactChanges, requesterName: personName() })
    .from(contactChanges)
    .innerJoin(users, eq(users.id, contactChanges.requestedBy))
    .where(
      and(
        eq(contactChanges.userId, userId),
        eq(contactChanges.state, 'waiting'),
        gt(contactChanges.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(contactChanges.requestedAt));
}
