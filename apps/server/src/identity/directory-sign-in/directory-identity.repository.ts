import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { directoryIdentities } from '../../platform/database/schema/identity/directory.ts';

type Identity = { readonly issuer: string; readonly subject: string };

/** The account of a person of the directory; null when they were never here. */
export async function findAccountOfIdentity(
  database: Queryable,
  { issuer, subject }: Identity,
): Promise<number | null> {
  const [row] = await database
    .select({ userId: directoryIdentities.userId })
    .from(directoryIdentities)
    .where(and(eq(directoryIdentities.issuer, issuer), eq(directoryIdentities.subject, subject)));
  return row?.userId ?? null;
}

/** Whether somebody of this directory has the account. */
export async function isLinked(database: Queryable, userId: number, issuer: string): Promise<boolean> {
  const rows = await database
    .select({ userId: directoryIdentities.userId })
    .from(directoryIdentities)
    .where(and(eq(directoryIdentities.userId, userId), eq(directoryIdentities.issuer, issuer)));
  return rows.length > 0;
}

/** Whether the account is that of somebody of the directory. */
export async function hasIdentity(database: Queryable, userId: number): Promise<boolean> {
  const rows = await database
    .select({ userId: directoryIdentities.userId })
    .from(directoryIdentities)
    .where(eq(directoryIdentities.userId, userId));
  return rows.length > 0;
}

/** Links the person of the directory to the account, or records that they have signed in again. */
export async function recordIdentity(
  tx: Transaction,
  { issuer, subject, userId }: Identity & { readonly userId: number },
): Promise<void> {
  await tx
    .insert(directoryIdentities)
    .values({ issuer, subject, userId })
    .onConflictDoUpdate({
      target: [directoryIdentities.issuer, directoryIdentities.subject],
      set: { lastSignInAt: sql`now()` },
    });
}

/** The next person of the directory with the account's address is linked anew. */
export async function forgetIdentities(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(directoryIdentities).where(eq(directoryIdentities.userId, userId));
}
