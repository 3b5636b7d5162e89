import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { runNamed } from '../../platform/database/run-named.ts';
import { accountTokens, linkMailCounts, users } from '../../platform/database/schema/identity/account.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import { leadsOn } from '../sign-in/merged-account.repository.ts';

export type LinkPurpose = (typeof accountTokens.$inferSelect)['purpose'];

const isMailed = isNull(accountTokens.phone);
/** Of an account that has become a part of another only the person of a verified mailbox or number goes on. */
const isProved = or(
  and(isMailed, isNotNull(users.emailVerifiedAt)),
  and(isNotNull(accountTokens.phone), isNotNull(users.phoneVerifiedAt)),
);

/**
 * A link is valid until it is used or expires, and only while the account has the address or number that it
 * was sent to; "it was not me" also afterwards, since an intruder may have changed the address.
 */
const isGood = and(
  isNull(accountTokens.usedAt),
  gt(accountTokens.expiresAt, sql`now()`),
  or(
    and(isMailed, eq(accountTokens.email, users.email)),
    eq(accountTokens.phone, users.phone),
    eq(accountTokens.purpose, 'not-me'),
  ),
  or(eq(users.disabled, false), and(eq(accountTokens.purpose, 'password-reset'), isProved, leadsOn)),
);

/** By one of the hashes under which its token may be stored. */
const isNamed = (tokenHashes: readonly string[], purpose: LinkPurpose) =>
  and(
    inArray(accountTokens.tokenHash, [...tokenHashes]),
    eq(accountTokens.purpose, purpose),
    eq(accountTokens.userId, users.id),
  );

const INSERT_TOKEN = {
  name: 'insert_account_token',
  text: `insert into account_tokens (token_hash, user_id, purpose, email, phone, expires_at)
    select $1, id, $2, email, $5::varchar, now() + make_interval(mins => $3::int) from users where id = $4`,
};

/**
 * Stores a token and deletes all others of its purpose; of "it was not me" each mail keeps its own. Sends the same statements, without effect,
 * for an account that does not exist.
 */
export async function replaceToken(
  database: Queryable,
  token: {
    readonly tokenHash: string;
    readonly userId: number;
    readonly purpose: LinkPurpose;
    readonly minutes: number;
    /** The number that it is texted to; null for a mailed link. */
    readonly phone: string | null;
  },
): Promise<void> {
  if (token.purpose !== 'not-me') await deleteTokens(database, token.userId, token.purpose);
  const { tokenHash, purpose, minutes, userId, phone } = token;
  await runNamed(database, INSERT_TOKEN, [tokenHash, purpose, minutes, userId, phone]);
}

export async function deleteTokens(database: Queryable, userId: number, purpose: LinkPurpose): Promise<void> {
  await database.delete(accountTokens).where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose)));
}

/**
 * Deletes the links of "it was not me" that are no older than the one that was used, or went to the same
 * address. Whoever has taken an account over gets such mails at an address of theirs, and must not be able
 * to end the links that its owner got before.
 */
export async function deleteNotMeTokens(
  database: Queryable,
  userId: number,
  used: { readonly email: string; readonly createdAt: Date },
): Promise<void> {
  await database
    .delete(accountTokens)
    .where(
      and(
        eq(accountTokens.userId, userId),
        eq(accountTokens.purpose, 'not-me'),
        or(eq(accountTokens.email, used.email), gte(accountTokens.createdAt, used.createdAt)),
      ),
    );
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
 * Uses a valid link up; of concurrent calls exactly one gets the account's id and the address that it had,
 * and for a texted link the number that it was sent to; the others null.
 */
export async function takeToken(
  database: Queryable,
  tokenHashes: readonly string[],
  purpose: LinkPurpose,
): Promise<Pick<typeof accountTokens.$inferSelect, 'userId' | 'email' | 'phone' | 'createdAt'> | null> {
  const [taken] = await database
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .from(users)
    .where(and(isNamed(tokenHashes, purpose), isGood))
    .returning({
      userId: accountTokens.userId,
      email: accountTokens.email,
      phone: accountTokens.phone,
      createdAt: accountTokens.createdAt,
    });
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

const TAKE_MAIL_TURN = {
  name: 'take_mail_turn',
  text: `insert into link_mail_counts as c (key, mails, last_mail_at, ends_at)
    values ($1, 1, now(), now() + interval '24 hours')
    on conflict (key) do update set last_mail_at = now(),
      mails = case when c.ends_at <= now() then 1 else c.mails + 1 end,
      ends_at = case when c.ends_at <= now() then now() + interval '24 hours' else c.ends_at end
    where c.last_mail_at <= now() - make_interval(secs => $2)
      and (c.ends_at <= now() or c.mails < $3 or c.last_mail_at <= now() - make_interval(secs => $4))
    returning key`,
};

/**
 * Counts one more mail, in one atomic statement; false, counting nothing, when the limit of a key
 * is reached for now.
 */
export async function takeMailTurn(database: Queryable, key: string, allowance: MailAllowance): Promise<boolean> {
  const { perDay, gapSeconds, laterGapSeconds = null } = allowance;
  const taken = await runNamed(database, TAKE_MAIL_TURN, [key, gapSeconds, perDay, laterGapSeconds]);
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

/** Of these links, those that are not deleted yet. */
export async function listTokens(database: Queryable, tokenHashes: readonly string[]) {
  const { tokenHash, userId, usedAt } = accountTokens;
  return database
    .select({ tokenHash, userId, usedAt })
    .from(accountTokens)
    .where(inArray(tokenHash, [...tokenHashes]));
}

/** Deletes expired links and counts of past days. */
export async function deleteExpiredLinks(database: Queryable): Promise<void> {
  await database.delete(accountTokens).where(lt(accountTokens.expiresAt, sql`now()`));
  await database.delete(linkMailCounts).where(lt(linkMailCounts.endsAt, sql`now()`));
}
