import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { emailKey, referralCode } from '../accounts/account.policy.ts';

export type DemoUser = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: 'customer' | 'admin';
  readonly passwordHash: string;
  readonly createdAt: Date;
};

/** Creates a user whose address is verified; null when an account has the address already. */
export async function insertDemoUser(
  database: Queryable,
  deps: { readonly randomBytes: (size: number) => Buffer },
  user: DemoUser,
): Promise<{ readonly id: number; readonly email: string; readonly referralCode: string } | null> {
  const [row] = await database
    .insert(users)
    .values({
      ...user,
      emailKey: emailKey(user.email),
      referralCode: referralCode(deps.randomBytes(8)),
      emailVerifiedAt: user.createdAt,
      updatedAt: user.createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email, referralCode: users.referralCode });
  return row ?? null;
}

export async function findDemoUserId(database: Queryable, email: string): Promise<number | null> {
  const [user] = await database.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id ?? null;
}

/**
 * Whether one of these addresses was seeded. A person who registers under one is told apart: their
 * address is not verified from the start.
 */
export async function hasDemoUser(database: Database, emails: readonly string[]): Promise<boolean> {
  const found = await database
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, [...emails]), eq(users.emailVerifiedAt, users.createdAt)));
  return found.length > 0;
}
