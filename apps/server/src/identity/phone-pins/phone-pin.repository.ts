import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { phonePinAttempts, phonePins } from '../../platform/database/schema/identity/phone-pin.ts';
import type { Attempts } from './phone-pin.policy.ts';

/** Any number that nothing else uses for its advisory locks. */
const TRYING_LOCK = 7_304_131;

export async function findPin(queryable: Queryable, userId: number) {
  const [pin] = await queryable.select().from(phonePins).where(eq(phonePins.userId, userId));
  return pin ?? null;
}

export async function savePin(tx: Transaction, pin: typeof phonePins.$inferInsert): Promise<void> {
  const { pinHash, setAt } = pin;
  await tx.insert(phonePins).values(pin).onConflictDoUpdate({ target: phonePins.userId, set: { pinHash, setAt } });
}

/** False where there was none. */
export async function deletePin(tx: Transaction, userId: number): Promise<boolean> {
  const deleted = await tx.delete(phonePins).where(eq(phonePins.userId, userId)).returning();
  return deleted.length > 0;
}

/** Serialises the tries under each of the keys until the transaction ends, always in the same order. */
export async function lockTries(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(${TRYING_LOCK}, hashtext(${key}))`);
  }
}

export async function listAttempts(queryable: Queryable, keys: readonly string[]) {
  const rows = await queryable
    .select()
    .from(phonePinAttempts)
    .where(inArray(phonePinAttempts.key, [...keys]));
  return new Map(rows.map((row) => [row.key, row]));
}

export async function saveAttempts(tx: Transaction, key: string, attempts: Attempts): Promise<void> {
  await tx
    .insert(phonePinAttempts)
    .values({ key, ...attempts })
    .onConflictDoUpdate({ target: phonePinAttempts.key, set: { ...attempts } });
}

/** The telephone has proved the account: its wrong tries there count no more. */
export async function saveProven(tx: Transaction, key: string, now: Date): Promise<void> {
  const proven = { failures: 0, blockedUntil: null, provenAt: now, lastAt: now };
  await tx
    .insert(phonePinAttempts)
    .values({ key, ...proven })
    .onConflictDoUpdate({ target: phonePinAttempts.key, set: proven });
}
