import { and, asc, desc, eq, exists, inArray, isNull, lt, lte, min, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { radiusActions } from '../../platform/database/schema/network/network-access.ts';
import { usageSessions } from '../../platform/database/schema/network/usage.ts';
import { customerColumns } from '../access/line.repository.ts';
import { serverName } from '../access-servers/access-server.repository.ts';

export type ActionRow = typeof radiusActions.$inferSelect;
export type NewAction = Pick<
  ActionRow,
  | 'lineId'
  | 'username'
  | 'kind'
  | 'reason'
  | 'nas'
  | 'sessionId'
  | 'framedAddress'
  | 'downloadMbps'
  | 'uploadMbps'
  | 'limited'
>;

/** Queues actions for access servers, due at once unless `dueAt` is later. */
export async function insertActions(
  tx: Transaction,
  actions: readonly NewAction[],
  now: Date,
  dueAt = now,
): Promise<void> {
  if (actions.length === 0) return;
  await tx
    .insert(radiusActions)
    .values(actions.map((action) => ({ ...action, nextAttemptAt: dueAt, createdAt: now, updatedAt: now })));
}

/** The sessions of these customers with actions that are not sent yet. */
export async function listWaitingSessions(tx: Transaction, lineIds: readonly number[]) {
  return tx
    .select({ nas: radiusActions.nas, sessionId: radiusActions.sessionId })
    .from(radiusActions)
    .where(and(inArray(radiusActions.lineId, [...lineIds]), eq(radiusActions.state, 'waiting')));
}

/** They end a session whatever the line is. */
const OF_THE_LOGIN: ActionRow['reason'][] = ['session-limit', 'mac-lock'];

/**
 * Supersedes actions that are not done yet, and returns why they were queued: the line has changed again. Waves
 * go on, and what ends the sessions of other routers.
 */
export async function supersedeActions(tx: Transaction, lineId: number, now: Date): Promise<ActionRow['reason'][]> {
  const superseded = await tx
    .update(radiusActions)
    .set({ state: 'superseded', nextAttemptAt: null, updatedAt: now })
    .where(
      and(
        eq(radiusActions.lineId, lineId),
        eq(radiusActions.state, 'waiting'),
        isNull(radiusActions.waveId),
        notInArray(radiusActions.reason, OF_THE_LOGIN),
      ),
    )
    .returning({ reason: radiusActions.reason });
  return superseded.map(({ reason }) => reason);
}

/** When the oldest action was queued that is not done yet; null when there is none. */
export async function findOldestWaitingAction(database: Queryable): Promise<Date | null> {
  const [row] = await database
    .select({ createdAt: min(radiusActions.createdAt) })
    .from(radiusActions)
    .where(eq(radiusActions.state, 'waiting'));
  return row?.createdAt ?? null;
}

/** Claims up to `limit` due actions for this instance until `leaseEnd`, those that are due longest or since the latest. */
export async function claimDueActions(
  database: Queryable,
  claim: { readonly now: Date; readonly leaseEnd: Date; readonly limit: number; readonly first: 'oldest' | 'newest' },
): Promise<ActionRow[]> {
  const due = database
    .select({ id: radiusActions.id })
    .from(radiusActions)
    .where(and(eq(radiusActions.state, 'waiting'), lte(radiusActions.nextAttemptAt, claim.now)))
    .orderBy(claim.first === 'oldest' ? asc(radiusActions.nextAttemptAt) : desc(radiusActions.nextAttemptAt))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  return database
    .update(radiusActions)
    .set({ attempts: sql`${radiusActions.attempts} + 1`, nextAttemptAt: claim.leaseEnd, updatedAt: claim.now })
    .where(inArray(radiusActions.id, due))
    .returning();
}

/**
 * Postpones the actions for an access server that does not answer, so that others do not wait
 * behind them. Does not count as an attempt.
 */
export async function putOffActions(
  database: Queryable,
  order: { readonly nas: string; readonly now: Date; readonly until: Date },
): Promise<void> {
  await database
    .update(radiusActions)
    .set({ nextAttemptAt: order.until, updatedAt: order.now })
    .where(
      and(
        eq(radiusActions.nas, order.nas),
        eq(radiusActions.state, 'waiting'),
        lte(radiusActions.nextAttemptAt, order.now),
      ),
    );
}

/** Records the outcomes of attempts; without effect on actions that were superseded meanwhile. */
export async function recordAttempts(
  database: Queryable,
  outcomes: readonly Pick<ActionRow, 'id' | 'state' | 'answer' | 'nextAttemptAt'>[],
  now: Date,
): Promise<void> {
  const given = JSON.stringify(
    outcomes.map(({ id, state, answer, nextAttemptAt }) => ({ id, state, answer, next: nextAttemptAt })),
  );
  await database.execute(
    sql`update radius_actions a set state = g.state, answer = g.answer, next_attempt_at = g.next, updated_at = ${now}
      from json_to_recordset(${given}::json) as g (id bigint, state varchar, answer varchar, next timestamptz)
      where a.id = g.id and a.state = 'waiting'`,
  );
}

/** Newest first, with whether accounting still has their sessions as open. */
export async function listActions(
  database: Queryable,
  page: {
    readonly state: ActionRow['state'] | null;
    readonly accountId: number | null;
    readonly before: number | null;
    readonly limit: number;
  },
) {
  const openSession = database
    .select({ one: sql`1` })
    .from(usageSessions)
    .where(
      and(
        eq(usageSessions.lineId, radiusActions.lineId),
        isNull(usageSessions.endedAt),
        eq(usageSessions.nas, radiusActions.nas),
        eq(usageSessions.sessionId, radiusActions.sessionId),
      ),
    );
  return database
    .select({
      customer: customerColumns,
      action: radiusActions,
      nasName: serverName(radiusActions.nas),
      sessionOpen: sql<boolean>`${exists(openSession)}`,
    })
    .from(radiusActions)
    .innerJoin(lines, eq(lines.id, radiusActions.lineId))
    .innerJoin(users, eq(users.id, lines.accountId))
    .where(
      and(
        page.state === null ? undefined : eq(radiusActions.state, page.state),
        page.accountId === null ? undefined : eq(lines.accountId, page.accountId),
        page.before === null ? undefined : lt(radiusActions.id, page.before),
      ),
    )
    .orderBy(desc(radiusActions.id))
    .limit(page.limit);
}
