import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { accountTokens, linkMailCounts, users } from '../../platform/database/schema/identity/account.ts';
import type { AccountRow } from '../accounts/account.repository.ts';

export type LinkPurpose = (typeof accountTokens.$inferSelect)['purpose'];

/**
 * A link is valid until it is used or expires, and only while the account has the address that it
 * was sent to; "it was not me" also afterwards, since an intruder may have changed the address.
 */
const isGood = and(
  isNull(accountTokens.usedAt),
  gt(accountTokens.expiresAt, sql`now()`),
  or(eq(accountTokens.email, users.email), eq(accountTokens.purpose, 'not-me')),
  eq(users.disabled, false),
);

/** By one of the hashes under which its token may be stored. */
const isNamed = (tokenHashes: readonly string[], purpose: LinkPurpose) =>
  and(
    inArray(accountTokens.tokenHash, [...tokenHashes]),
    eq(accountTokens.purpose, purpose),
    eq(accountTokens.userId, users.id),
  );

/**
 * Stores a token and deletes all others of its purpose; of "it was not me" each mail keeps its own. Sends the same statements, without effect,
 * for an account that does not exist.
 */
export async function replaceToken(
  database: Queryable,
  token: { readonly tokenHash: string; readonly userId: number; readonly purpose: LinkPurpose; readonly hours: number },
): Promise<void> {
  if (token.purpose !== 'not-me') await deleteTokens(database, token.userId, token.purpose);
  await database.execute(sql`
    insert into ${accountTokens} (token_hash, user_id, purpose, email, expires_at)
    select ${token.tokenHash}, id, ${token.purpose}, email, now() + make_interval(hours => ${token.hours})
    from ${users} where id = ${token.userId}`);
}

export async function deleteTokens(database: Queryable, userId: number, purpose: LinkPurpose): Promise<void> {
  await database.delete(accountTokens).where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose)));
}

/** The account of a valid link, or null. */
export async function findLinkedAccount(
  database: Queryable,
  tokenHashes: readonly string[],
  purpose: LinkPurpose,
): Promise<AccountRow | null> {
  const [found] = await database
    .select({ users })
    .from(accountTokens)
    .innerJoin(users, isNamed(tokenHashes, purpose))
    .where(isGood);
  return found?.users ?? null;
}

/**
 * Uses a valid link up; of concurrent calls exactly one gets the account's id and the address that the
 * link was sent to, the others null.
 */
export async function takeToken(
  database: Queryable,
  tokenHashes: readonly string[],
  purpose: LinkPurpose,
): Promise<{ readonly userId: number; readonly email: string; readonly createdAt: Date } | null> {
  const [taken] = await database
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .from(users)
    .where(and(isNamed(tokenHashes, purpose), isGood))
    .returning({ userId: accountTokens.userId, email: accountTokens.email, createdAt: accountTokens.createdAt });
  return taken ?? null;
}

/**
 * Whether this link, used before and not expired, verified the address that its account still has.
 */
export async function hasVerified(database: Queryable, tokenHashes: readonly string[]): Promise<boolean> {
  const found = await database
    .select({ id: users.id })
    .from(accountTokens)
    .innerJoin(users, isNamed(tokenHashes, 'email-verification'))
    .where(
      and(
        gt(accountTokens.expiresAt, sql`now()`),
        eq(accountTokens.usedAt, users.emailVerifiedAt),
        eq(accountTokens.email, users.email),
        eq(users.disabled, false),
      ),
    );
  return found.length > 0;
}

/**
 * How many mails of a kind a mailbox gets; beyond the daily limit, one in each `laterGapSeconds`
 * where that is given.
 */
export type MailAllowance = { readonly perDay: number; readonly gapSeconds: number; readonly laterGapSeconds?: number };

/**
 * Counts one more mail, in one atomic statement; false, counting nothing, when the limit of a key
 * is reached for now.
 */
export async function takeMailTurn(database: Queryable, key: string, allowance: MailAllowance): Promise<boolean> {
  const hasEnded = sql`${linkMailCounts.endsAt} <= now()`;
  const tomorrow = sql`now() + interval '24 hours'`;
  const isPast = (seconds: number) => sql`${linkMailCounts.lastMailAt} <= now() - make_interval(secs => ${seconds})`;
  const { perDay, gapSeconds, laterGapSeconds } = allowance;
  const afterDay = laterGapSeconds === undefined ? sql`false` : isPast(laterGapSeconds);
  const taken = await database
    .insert(linkMailCounts)
    .values({ key, mails: 1, lastMailAt: sql`now()`, endsAt: tomorrow })
    .onConflictDoUpdate({
      target: linkMailCounts.key,
      set: {
        mails: sql`case when ${hasEnded} then 1 else ${linkMailCounts.mails} + 1 end`,
        lastMailAt: sql`now()`,
        endsAt: sql`case when ${hasEnded} then ${tomorrow} else ${linkMailCounts.endsAt} end`,
      },
      setWhere: sql`${isPast(gapSeconds)} and (${hasEnded} or ${linkMailCounts.mails} < ${perDay} or ${afterDay})`,
    })
    .returning({ key: linkMailCounts.key });
  return taken.length === 1;
}

/**
 * After a refused mail: whether the daily limit is reached, and the whole seconds until the next
 * mail is possible.
 */
export async function findMailWait(
  database: Queryable,
  key: string,
  { perDay, gapSeconds }: MailAllowance,
): Promise<{ readonly dayIsOver: boolean; readonly seconds: number }> {
  const dayIsOver = sql<boolean>`${linkMailCounts.mails} >= ${perDay} and ${linkMailCounts.endsAt} > now()`;
  const nextAt = sql`${linkMailCounts.lastMailAt} + make_interval(secs => ${gapSeconds})`;
  const until = sql`case when ${dayIsOver} then greatest(${linkMailCounts.endsAt}, ${nextAt}) else ${nextAt} end`;
  const seconds = sql<number>`greatest(1, ceil(extract(epoch from ${until} - now())))::int`;
  const [wait] = await database.select({ dayIsOver, seconds }).from(linkMailCounts).where(eq(linkMailCounts.key, key));
  return wait ?? { dayIsOver: false, seconds: 1 };
}

/** Deletes expired links and counts of past days. */
export async function deleteExpiredLinks(database: Queryable): Promise<void> {
  await database.delete(accountTokens).where(lt(accountTokens.expiresAt, sql`now()`));
  await database.delete(linkMailCounts).where(lt(linkMailCounts.endsAt, sql`now()`));
}
