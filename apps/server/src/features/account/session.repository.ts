import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { batchLookups } from '../../database/batch-lookups.ts';
import type { Database, Queryable } from '../../database/connection.ts';
import { sessions, users } from '../../database/schema/account.ts';

/** A session ends 24 hours after its last use and 30 days after it began, both by the database's clock, so that two servers agree. */
const idleEnd = sql`now() + interval '24 hours'`;
const earliestUsefulRenewal = sql`now() + interval '23 hours'`;
const absoluteEnd = sql`${sessions.createdAt} + interval '30 days'`;

/** The hot query of the portal: sessions and users in one, prepared once, for all requests of a turn. A session that has ended, or whose user is disabled, is not found. */
export function prepareFindSession(database: Database) {
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
      isRenewalDue: sql<boolean>`${sessions.expire} < least(${earliestUsefulRenewal}, ${absoluteEnd})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.sid} = any(${sql.placeholder('sids')}::text[])`,
        gt(sessions.expire, sql`now()`),
        gt(absoluteEnd, sql`now()`),
        eq(users.disabled, false),
      ),
    )
    .prepare('find_session');
  return batchLookups(async (sids) => new Map((await query.execute({ sids })).map((row) => [row.sid, row])));
}

/** Moves the idle end; of requests that arrive together one writes. */
export async function renewSession(database: Queryable, sid: string): Promise<void> {
  await database
    .update(sessions)
    .set({ expire: sql`least(${idleEnd}, ${absoluteEnd})` })
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, sql`now()`), lt(sessions.expire, earliestUsefulRenewal)));
}

export async function insertSession(
  database: Queryable,
  session: Pick<typeof sessions.$inferInsert, 'sid' | 'sess' | 'userId'>,
): Promise<void> {
  await database.insert(sessions).values({ ...session, createdAt: sql`now()`, expire: idleEnd });
}

export async function deleteSession(database: Queryable, sid: string): Promise<void> {
  await database.delete(sessions).where(eq(sessions.sid, sid));
}

/** Removes sessions that have ended; live ones are never touched. */
export async function deleteEndedSessions(database: Queryable): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expire, sql`now()`));
}
