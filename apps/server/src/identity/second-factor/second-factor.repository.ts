import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { EncryptedColumn } from '../../platform/crypto/encrypted-column.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { recoveryCodes, secondFactors } from '../../platform/database/schema/identity/second-factor.ts';

/** The secrets of authenticator apps. */
export const secondFactorSecrets = {
  name: 'secrets of authenticator apps',
  purpose: 'second-factor',
  table: secondFactors,
  id: secondFactors.userId,
  text: secondFactors.encryptedSecret,
} as const satisfies EncryptedColumn;

export type SecondFactorRow = typeof secondFactors.$inferSelect;

const FREE_FAILURES = 5;

/** Null when this person has never begun to set one up. */
export async function findSecondFactor(database: Queryable, userId: number): Promise<SecondFactorRow | null> {
  const [row] = await database.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ?? null;
}

/** Starts a set-up, or starts it again; false when one is complete. */
export async function beginSecondFactor(
  database: Queryable,
  userId: number,
  encryptedSecret: string,
): Promise<boolean> {
  const begun = await database
    .insert(secondFactors)
    .values({ userId, encryptedSecret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { encryptedSecret, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return begun.length === 1;
}

/**
 * Counts a try as failed, before the code is verified, so that concurrent guesses are counted one
 * after the other. After five the next must wait a minute, doubled each time, an hour at most: then
 * null. `findWait` returns the seconds to wait.
 */
export async function takeTry(database: Queryable, userId: number): Promise<SecondFactorRow | null> {
  const excess = sql`${secondFactors.failures} + 1 - ${FREE_FAILURES}`;
  const [row] = await database
    .update(secondFactors)
    .set({
      failures: sql`${secondFactors.failures} + 1`,
      blockedUntil: sql`case when ${excess} >= 0 then now() + make_interval(secs => least(3600, 60 * power(2, least(${excess}, 10)))) end`,
    })
    .where(
      and(
        eq(secondFactors.userId, userId),
        sql`(${secondFactors.blockedUntil} is null or ${secondFactors.blockedUntil} <= now())`,
      ),
    )
    .returning();
  return row ?? null;
}

/** Whole seconds until the next try, at least 1. */
export async function findWait(database: Queryable, userId: number): Promise<number> {
  const [row] = await database
    .select({ seconds: sql<number>`ceil(extract(epoch from ${secondFactors.blockedUntil} - now()))::int` })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), gt(secondFactors.blockedUntil, sql`now()`)));
  return Math.max(1, row?.seconds ?? 1);
}

/** Until when codes are not looked at; null while they are. */
export async function findBlockedUntil(database: Queryable, userId: number): Promise<Date | null> {
  const [row] = await database
    .select({ until: secondFactors.blockedUntil })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), gt(secondFactors.blockedUntil, sql`now()`)));
  return row?.until ?? null;
}

/**
 * Uses a time step up and resets the failures; false when that step, or a later one, was used
 * before. `confirm` completes a set-up, once.
 */
export async function useStep(
  tx: Transaction,
  userId: number,
  use: { readonly step: number; readonly confirm: boolean },
): Promise<boolean> {
  const used = await tx
    .update(secondFactors)
    .set({ lastStep: use.step, failures: 0, blockedUntil: null, ...(use.confirm ? { confirmedAt: sql`now()` } : {}) })
    .where(
      and(
        eq(secondFactors.userId, userId),
        lt(secondFactors.lastStep, use.step),
        use.confirm ? isNull(secondFactors.confirmedAt) : isNotNull(secondFactors.confirmedAt),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return used.length === 1;
}

export async function forgetFailures(tx: Transaction, userId: number): Promise<void> {
  await tx.update(secondFactors).set({ failures: 0, blockedUntil: null }).where(eq(secondFactors.userId, userId));
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: number,
  codeHashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ codeHash, userId })));
}

/** True for the one caller who uses the code up. */
export async function takeRecoveryCode(tx: Transaction, userId: number, codeHash: string): Promise<boolean> {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.codeHash, codeHash), eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length === 1;
}

export async function countRecoveryCodes(database: Queryable, userId: number): Promise<number> {
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.count ?? 0;
}

/** Deletes the app and the recovery codes. */
export async function deleteSecondFactor(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}
