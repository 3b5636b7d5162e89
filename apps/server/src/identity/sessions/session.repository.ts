import DataLoader from 'dataloader';
import { and, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { sessions, users } from '../../platform/database/schema/identity/account.ts';
import { accountPeople } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { staffMemberRoles, staffRolePermissions } from '../../platform/database/schema/identity/staff-roles.ts';
import type { SessionScope, Viewer } from '../../platform/http/authorisation/session-cookie.ts';

/**
 * A session ends 24 hours after its last use, that of staff after 30 minutes, and 30 days after it
 * began, all by the database's clock, so that two servers agree. Renewing at every request would
 * cost a write each: the last use may lag an hour, for staff a minute.
 */
const isStaff = sql`${users.role} = 'admin'`;
const idleTime = sql`(case when ${isStaff} then interval '30 minutes' else interval '24 hours' end)`;
const renewalGap = sql`(case when ${isStaff} then interval '1 minute' else interval '1 hour' end)`;
export const idleEnd = sql`now() + ${idleTime}`;
/** The roles of `users`. Null for a customer, for whom nothing is looked up. */
export const roles = sql<string[] | null>`(case when ${isStaff} then array(
  select ${staffMemberRoles.role} from ${staffMemberRoles} where ${staffMemberRoles.userId} = ${users.id}) end)`;
/** What these allow; an owner has everything besides. */
export const permissions = sql<string[] | null>`(case when ${isStaff} then array(
  select ${staffRolePermissions.permission} from ${staffMemberRoles}
  join ${staffRolePermissions} on ${staffRolePermissions.role} = ${staffMemberRoles.role}
  where ${staffMemberRoles.userId} = ${users.id}) end)`;
const absoluteEnd = sql`${sessions.createdAt} + interval '30 days'`;

/** How long a proof is fresh (docs/decisions/088-step-up.md). */
const hasFreshProof = sql<boolean>`coalesce(${sessions.provenAt} > now() - interval '10 minutes', false)`;

/** Also true where a customer has become staff: the longer lifetime of before is shortened. */
const isRenewalDue = sql<boolean>`(${sessions.expire} < least(${idleEnd} - ${renewalGap}, ${absoluteEnd}) or ${sessions.expire} > ${idleEnd})`;

/** The ids of an account's lines, the oldest first. */
const linesOfAccount = sql<number[] | null>`(
  select array_agg(l.id order by l.id) from ${lines} l where l.account_id = ${accountPeople}.account_id)`;

/**
 * The most frequent query of the portal: sessions, users and their accounts in one, prepared once,
 * for all requests of a turn of the event loop. A session that has ended or awaits its second
 * factor, or whose user is disabled, is not found. `lines` is null for the scope `account`.
 */
export function prepareFindSession(database: Database, scope: SessionScope) {
  // The account that the person chose in this session; else the first that they joined.
  const membership = database
    .select({
      accountId: accountPeople.accountId,
      role: accountPeople.role,
      lines: (scope === 'lines' ? linesOfAccount : sql<number[] | null>`null::int[]`).as('lines'),
    })
    .from(accountPeople)
    .where(eq(accountPeople.userId, users.id))
    .orderBy(
      sql`${accountPeople.accountId} is distinct from ${sessions.accountId}`,
      accountPeople.createdAt,
      accountPeople.accountId,
    )
    .limit(1)
    .as('membership');
  const query = database
    .select({
      sid: sessions.sid,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      phone: users.phone,
      phoneVerifiedAt: users.phoneVerifiedAt,
      emailVerifiedAt: users.emailVerifiedAt,
      createdAt: users.createdAt,
      secondFactorAt: sessions.secondFactorAt,
      freshProof: hasFreshProof,
      isRenewalDue,
      account: { id: membership.accountId, role: membership.role, lines: membership.lines },
      roles,
      permissions,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoinLateral(membership, sql`true`)
    .where(
      and(
        sql`${sessions.sid} = any(${sql.placeholder('sids')}::text[])`,
        gt(sessions.expire, sql`now()`),
        gt(absoluteEnd, sql`now()`),
        eq(users.disabled, false),
        eq(sessions.awaitsSecondFactor, false),
      ),
    )
    .prepare(`find_session_${scope}`);
  const loader = new DataLoader(
    async (sids: readonly string[]) => {
      const found = new Map((await query.execute({ sids })).map((row) => [row.sid, row]));
      return sids.map((sid) => found.get(sid) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  // One statement for all ids of a session: between two it could move from one to the other.
  return async ([sid, ...former]: Viewer['sids']) =>
    former.length === 0
      ? loader.load(sid)
      : ((await Promise.all([sid, ...former].map((one) => loader.load(one)))).find((row) => row !== null) ?? null);
}

export type AwaitingSession = { readonly sid: string; readonly userId: number };

/** The session with one of these ids, where only the code of the authenticator app is missing. */
export async function findAwaitingSession(
  database: Queryable,
  sids: readonly string[],
): Promise<AwaitingSession | null> {
  const [row] = await database
    .select({ sid: sessions.sid, userId: sessions.userId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        inArray(sessions.sid, [...sids]),
        gt(sessions.expire, sql`now()`),
        eq(sessions.awaitsSecondFactor, true),
        eq(users.disabled, false),
      ),
    );
  return row ?? null;
}

/** Extends the idle timeout; of concurrent requests one writes. */
export async function renewSession(database: Queryable, sid: string): Promise<void> {
  await database
    .update(sessions)
    .set({ expire: sql`least(${idleEnd}, ${absoluteEnd})` })
    .from(users)
    .where(and(eq(sessions.sid, sid), eq(users.id, sessions.userId), gt(sessions.expire, sql`now()`), isRenewalDue));
}

/** Stores the session under another id of its token; of concurrent requests one writes. */
export async function rekeySession(database: Queryable, sid: string, newSid: string): Promise<void> {
  await database.update(sessions).set({ sid: newSid }).where(eq(sessions.sid, sid));
}

/** Records a proof, also of the second factor, and replaces the session's token; false when it has ended. */
export async function recordProof(
  database: Queryable,
  sids: readonly string[],
  newSid: string,
  { secondFactor }: { readonly secondFactor: boolean },
): Promise<boolean> {
  const noted = await database
    .update(sessions)
    .set({ sid: newSid, provenAt: sql`now()`, ...(secondFactor && { secondFactorAt: sql`now()` }) })
    .where(and(inArray(sessions.sid, [...sids]), gt(sessions.expire, sql`now()`)))
    .returning({ sid: sessions.sid });
  return noted.length === 1;
}

/** Ends the session that has one of these ids. */
export async function deleteSessions(database: Queryable, sids: readonly string[]): Promise<void> {
  await database.delete(sessions).where(inArray(sessions.sid, [...sids]));
}

/** The active sessions of a user, newest first. `lastUsedAt` lags like the idle timeout. */
export async function listLiveSessions(database: Queryable, userId: number) {
  return database
    .select({
      sid: sessions.sid,
      sess: sessions.sess,
      createdAt: sessions.createdAt,
      lastUsedAt: sql`greatest(${sessions.createdAt}, ${sessions.expire} - ${idleTime})`.mapWith(sessions.createdAt),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.awaitsSecondFactor, false),
        gt(sessions.expire, sql`now()`),
        gt(absoluteEnd, sql`now()`),
      ),
    )
    .orderBy(desc(sessions.createdAt));
}

/** Ends the sessions of a user, all of them or, with the ids of one in `except`, all others. */
export async function deleteSessionsOf(
  database: Queryable,
  userId: number,
  except: readonly string[] = [],
): Promise<void> {
  const others = except.length === 0 ? undefined : notInArray(sessions.sid, [...except]);
  await database.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

/** Deletes sessions that have ended. */
export async function deleteEndedSessions(database: Queryable): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expire, sql`now()`));
}
