import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { users } from '../../database/schema/account.ts';

export type AccountRow = typeof users.$inferSelect;

export async function findAccountByEmailKey(database: Queryable, emailKey: string): Promise<AccountRow | null> {
  const [account] = await database.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);
  return account ?? null;
}

/** Null when the address, or the referral code, belongs to somebody else already; waits for a registration of the same address under way. */
export async function insertAccount(
  database: Queryable,
  account: Pick<
    typeof users.$inferInsert,
    'email' | 'emailKey' | 'passwordHash' | 'firstName' | 'lastName' | 'referralCode' | 'createdAt' | 'updatedAt'
  >,
): Promise<AccountRow | null> {
  // No single constraint is named: of two inserts at once the loser may meet any of the three unique ones first.
  const [inserted] = await database.insert(users).values(account).onConflictDoNothing().returning();
  return inserted ?? null;
}
