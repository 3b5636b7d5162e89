import type { AccountRole } from '@portal/contract/platform/endpoint';
import DataLoader from 'dataloader';
import { and, desc, eq, gt, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { sessions, users } from '../../platform/database/schema/identity/account.ts';
import type { SessionScope, Viewer } from '../../platform/http/authorisation/session-cookie.ts';

/**
 * A session ends 24 hours after its last use, that of staff after 30 minutes, and 30 days after it
 * began, all by the database's clock, so that two servers agree. Renewing at every request would
 * cost a write each: the last use may lag an hour, for staff a minute.
 */
const IS_STAFF = `users.role = 'admin'`;
const IDLE_TIME = `(case when ${IS_STAFF} then interval '30 minutes' else interval '24 hours' end)`;
const IDLE_END = `now() + ${IDLE_TIME}`;
const ABSOLUTE_END = `sessions.created_at + interval '30 days'`;
/** Also true where a customer has become staff: the longer lifetime of before is shortened. */
const IS_RENEWAL_DUE = `(case when ${IS_STAFF}
    then sessions.expire not between now() + interval '29 minutes' and now() + interval '30 minutes'
    else sessions.expire not between now() + interval '23 hours' and now() + interval '24 hours' end
  and (sessions.expire < ${ABSOLUTE_END} or sessions.expire > ${IDLE_END}))`;
/** Null for a customer, for whom nothing is looked up. */
const ROLES = `(case when ${IS_STAFF} then array(
  select member.role from staff_member_roles member where member.user_id = users.id) end)`;
/** What these allow; an owner has everything besides. */
const PERMISSIONS = `(case when ${IS_STAFF} then array(
  select allowed.permission from staff_member_roles member
  join staff_role_permissions allowed on allowed.role = member.role
  where member.user_id = users.id) end)`;
const LINES = '(select array_agg(line.id order by line.id) from lines line where line.account_id = person.account_id)';

export const idleEnd = sql.raw(IDLE_END);
const absoluteEnd = sql.raw(ABSOLUTE_END);
/** The roles of `users`, and what they allow. */
export const roles = sql.raw(ROLES) as SQL<string[] | null>;
export const permissions = sql.raw(PERMISSIONS) as SQL<string[] | null>;

/** A user, and the account that they act for. */
export type PersonRow = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'phone' | 'phoneVerifiedAt' | 'emailVerifiedAt' | 'createdAt'
> & {
  /** Null for a person who has left the last one. */
  readonly accountId: number | null;
  readonly accountRole: AccountRole | null;
  /** The oldest first. */
  readonly lines: readonly number[] | null;
};

/** A session with its user, and the account that they chose in it; else the first that they joined. */
type SessionRow = PersonRow & {
  readonly sid: string;
  readonly secondFactorAt: Date | null;
  /** Proven in the last ten minutes (docs/decisions/088-step-up.md). */
  readonly freshProof: boolean;
  readonly isRenewalDue: boolean;
  readonly roles: readonly string[] | null;
  readonly permissions: readonly string[] | null;
};

const PERSON = `users.id, users.email, users.first_name as "firstName", users.last_name as "lastName", users.role, users.phone,
    users.phone_verified_at as "phoneVerifiedAt", users.email_verified_at as "emailVerifiedAt",
    users.created_at as "createdAt", membership.account_id as "accountId", membership.role as "accountRole",
    membership.lines`;
const membership = (lines: string, chosen: string): string => `left join lateral (
    select person.account_id, person.role, ${lines} as lines
    from account_people person
    where person.user_id = users.id
    order by person.account_id is distinct from ${chosen}, person.created_at, person.account_id
    limit 1
  ) membership on true`;

const findSessions = (scope: SessionScope): string => `
  select sessions.sid, sessions.second_factor_at as "secondFactorAt",
    coalesce(sessions.proven_at > now() - interval '10 minutes', false) as "freshProof",
    ${IS_RENEWAL_DUE} as "isRenewalDue", ${ROLES} as roles, ${PERMISSIONS} as permissions, ${PERSON}
  from sessions
  join users on users.id = sessions.user_id
  ${membership(scope === 'lines' ? LINES : 'null::int[]', 'sessions.account_id')}
  where sessions.sid = any($1::text[]) and sessions.expire > now() and ${ABSOLUTE_END} > now()
    and not users.disabled and not sessions.awaits_second_factor`;

/**
 * The most frequent query of the portal: sessions, users and their accounts in one, prepared once,
 * for all requests of a turn of the event loop. A session that has ended or awaits its second
 * factor, or whose user is disabled, is not found. `lines` is null for the scope `account`. Without
 * the query builder, whose reading of the answer took an eighth of a request.
 */
export function prepareFindSession({ $client }: Database, scope: SessionScope) {
  const statement = { name: `find_session_${scope}`, text: findSessions(scope) };
  const loader = new DataLoader(
    async (sids: readonly string[]) => {
      const { rows } = await $client.query<SessionRow>({ ...statement, values: [sids] });
      const found = new Map(rows.map((row) => [row.sid, row]));
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

/** A customer as their own session would find them, without one; null for staff and for a disabled account. */
export function prepareFindCustomer({ $client }: Database) {
  const text = `select ${PERSON} from users ${membership(LINES, 'null::int')}
    where users.id = $1 and users.role <> 'admin' and not users.disabled`;
  return async (userId: number): Promise<PersonRow | null> => {
    const { rows } = await $client.query<PersonRow>({ name: 'find_customer', text, values: [userId] });
    return rows[0] ?? null;
  };
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
    .where(
      and(
        eq(sessions.sid, sid),
        eq(users.id, sessions.userId),
        gt(sessions.expire, sql`now()`),
        sql.raw(IS_RENEWAL_DUE),
      ),
    );
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
      lastUsedAt: sql`greatest(${sessions.createdAt}, ${sessions.expire} - ${sql.raw(IDLE_TIME)})`.mapWith(
        sessions.createdAt,
      ),
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
