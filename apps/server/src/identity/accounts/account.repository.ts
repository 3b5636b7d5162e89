import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { users } from '../../platform/database/schema/identity/account.ts';

export type AccountRow = typeof users.$inferSelect;

const findByEmailKey = prepared((queryable) =>
  queryable
    .select()
    .from(users)
    .where(eq(users.emailKey, sql.placeholder('emailKey')))
    .limit(1)
    .prepare('find_account_by_email_key'),
);

export async function findAccountByEmailKey(queryable: Queryable, emailKey: string): Promise<AccountRow | null> {
  const [account] = await findByEmailKey(queryable).execute({ emailKey });
  return account ?? null;
}

export async function findAccount(database: Queryable, id: number): Promise<AccountRow | null> {
  const [account] = await database.select().from(users).where(eq(users.id, id));
  return account ?? null;
}

/**
 * The account, locked until the transaction ends, so that other changes wait. Lock it before its
 * tokens and sessions.
 */
export async function lockAccount(tx: Transaction, id: number): Promise<AccountRow | null> {
  const [account] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return account ?? null;
}

/** Throws PostgreSQL's unique violation when another account has the address. */
export async function updateAccount(
  tx: Transaction,
  id: number,
  changes: Partial<
    Pick<AccountRow, 'firstName' | 'lastName' | 'email' | 'emailKey' | 'emailVerifiedAt' | 'passwordHash' | 'updatedAt'>
  >,
): Promise<void> {
  await tx.update(users).set(changes).where(eq(users.id, id));
}

export async function setDisabled(tx: Transaction, id: number, disabled: boolean, updatedAt: Date): Promise<void> {
  await tx.update(users).set({ disabled, updatedAt }).where(eq(users.id, id));
}

/** Another account may have verified the same number. */
export async function setVerifiedPhone(tx: Transaction, id: number, phone: string): Promise<void> {
  await tx.update(users).set({ phone, phoneVerifiedAt: sql`now()`, updatedAt: sql`now()` }).where(eq(users.id, id));
}

/** Gives an account back a number that it had, or none. */
export async function restorePhone(
  tx: Transaction,
  id: number,
  phone: string | null,
  isVerified: boolean,
): Promise<void> {
  const phoneVerifiedAt = isVerified ? sql`now()` : null;
  await tx.update(users).set({ phone, phoneVerifiedAt, updatedAt: sql`now()` }).where(eq(users.id, id));
}

/** The database's clock; in one transaction equal to the moment at which a link is used. */
export async function markEmailVerified(tx: Transaction, id: number): Promise<void> {
  await tx.update(users).set({ emailVerifiedAt: sql`now()` }).where(eq(users.id, id));
}

/**
 * Null when another account has the address or the referral code; waits for a concurrent
 * registration of the same address.
 */
export async function insertAccount(
  database: Queryable,
  account: Pick<
    typeof users.$inferInsert,
    | 'email'
    | 'emailKey'
    | 'passwordHash'
    | 'firstName'
    | 'lastName'
    | 'phone'
    | 'referralCode'
    | 'createdAt'
    | 'updatedAt'
  >,
): Promise<AccountRow | null> {
  // No single constraint is named: of two concurrent inserts the second may violate any of the
  // three unique constraints first.
  const [inserted] = await database.insert(users).values(account).onConflictDoNothing().returning();
  return inserted ?? null;
}
