import { and, asc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { passkeyChallenges, passkeys } from '../../platform/database/schema/identity/passkey.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** The oldest first. */
export async function listPasskeyRows(database: Queryable, userId: number): Promise<PasskeyRow[]> {
  return database.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

export async function findPasskey(database: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await database.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** Null when another account, or this one, has the credential. */
export async function insertPasskey(
  tx: Transaction,
  passkey: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | null> {
  const [row] = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return row ?? null;
}

/** Null for a passkey of somebody else. */
export async function updatePasskeyName(
  database: Queryable,
  userId: number,
  { id, name }: Pick<PasskeyRow, 'id' | 'name'>,
): Promise<PasskeyRow | null> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const [row] = await database.update(passkeys).set({ name }).where(isOwn).returning();
  return row ?? null;
}

/** Null for a passkey of somebody else. */
export async function deletePasskey(tx: Transaction, userId: number, id: number): Promise<PasskeyRow | null> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  return row ?? null;
}

/** All, or those that were added at `since` or later. */
export async function deletePasskeys(tx: Transaction, userId: number, since?: Date): Promise<void> {
  await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), since === undefined ? undefined : gte(passkeys.createdAt, since)));
}

/**
 * Notes a use, with the count that the authenticator has come to; false when it is no more than the
 * last one, although it counts, or when the passkey is disabled or removed.
 */
export async function usePasskey(
  tx: Transaction,
  id: number,
  { counter, synced }: Pick<PasskeyRow, 'counter' | 'synced'>,
): Promise<boolean> {
  const hasAdvanced = or(lt(passkeys.counter, counter), counter === 0 ? eq(passkeys.counter, 0) : undefined);
  const used = await tx
    .update(passkeys)
    .set({ counter, synced, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), isNull(passkeys.disabledAt), hasAdvanced))
    .returning({ id: passkeys.id });
  return used.length === 1;
}

/** True for the one caller who disables it. */
export async function disablePasskey(tx: Transaction, id: number): Promise<boolean> {
  const disabled = await tx
    .update(passkeys)
    .set({ disabledAt: sql`now()` })
    .where(and(eq(passkeys.id, id), isNull(passkeys.disabledAt)))
    .returning({ id: passkeys.id });
  return disabled.length === 1;
}

/** How many passkeys of a person work, and whether nothing else is a second factor of theirs. */
export async function findPasskeyState(
  database: Queryable,
  userId: number,
): Promise<{ readonly passkeys: number; readonly passkeyOnly: boolean }> {
  const [row] = await database
    .select({
      passkeys: sql<number>`(select count(*)::int from ${passkeys} key where key.user_id = users.id and key.disabled_at is null)`,
      passkeyOnly: users.passkeyOnly,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? { passkeys: 0, passkeyOnly: false };
}

export async function setPasskeyOnly(tx: Transaction, userId: number, passkeyOnly: boolean): Promise<void> {
  await tx.update(users).set({ passkeyOnly }).where(eq(users.id, userId));
}

type Challenge = Pick<typeof passkeyChallenges.$inferSelect, 'challenge' | 'userHandle'>;

/** Keeps a challenge for five minutes in place of the holder's earlier one. */
export async function keepChallenge(database: Queryable, holder: string, kept: Challenge): Promise<void> {
  const row = { ...kept, expiresAt: sql`now() + interval '5 minutes'` };
  await database
    .insert(passkeyChallenges)
    .values({ holder, ...row })
    .onConflictDoUpdate({ target: passkeyChallenges.holder, set: row });
}

/** For the one caller who uses the challenge up; null when it was used, replaced or has expired. */
export async function takeChallenge(database: Queryable, holder: string): Promise<Challenge | null> {
  const [row] = await database
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.holder, holder), gt(passkeyChallenges.expiresAt, sql`now()`)))
    .returning();
  return row ?? null;
}

/** Deletes challenges that nobody answered. */
export async function deleteExpiredChallenges(database: Queryable): Promise<void> {
  await database.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`));
}
