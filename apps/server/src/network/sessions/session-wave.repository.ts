import { and, desc, eq, notExists, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { radiusActions } from '../../platform/database/schema/network/network-access.ts';
import { sessionWaves } from '../../platform/database/schema/network/session-wave.ts';
import { serverName } from '../access-servers/access-server.repository.ts';

export type WaveRow = typeof sessionWaves.$inferSelect;

/** The open sessions of an access server that no Disconnect waits for, with the lines that have their logins. */
const endable = (nas: string) => sql`usage_sessions s join network_lines l on l.user_id = s.user_id
  where s.nas = ${nas} and s.ended_at is null and not exists (
    select from radius_actions a where a.user_id = s.user_id and a.state = 'waiting' and a.kind = 'disconnect'
      and a.nas = s.nas and a.session_id = s.session_id)`;

export async function countEndable(queryable: Queryable, nas: string): Promise<number> {
  const { rows } = await queryable.execute<{ count: number }>(sql`select count(*)::int as count from ${endable(nas)}`);
  return rows[0]?.count ?? 0;
}

const waiting = (queryable: Queryable) =>
  queryable
    .select({ one: sql`1` })
    .from(radiusActions)
    .where(and(eq(radiusActions.waveId, sessionWaves.id), eq(radiusActions.state, 'waiting')));

/** running → done, for those of an access server whose last session has been sent for. */
export async function closeFinishedWaves(tx: Transaction, nas: string): Promise<void> {
  await tx
    .update(sessionWaves)
    .set({ state: 'done' })
    .where(and(eq(sessionWaves.nas, nas), eq(sessionWaves.state, 'running'), notExists(waiting(tx))));
}

/** Null while other waves of the same access server run. */
export async function insertWave(
  tx: Transaction,
  wave: Pick<WaveRow, 'nas' | 'perWave' | 'everySeconds' | 'sessions' | 'reason' | 'startedBy' | 'startedAt'>,
): Promise<WaveRow | null> {
  const [row] = await tx.insert(sessionWaves).values(wave).onConflictDoNothing().returning();
  return row ?? null;
}

/** Queues the Disconnects of a wave's access server, those of each wave due with it. Returns how many. */
export async function insertWaveActions(tx: Transaction, wave: WaveRow): Promise<number> {
  const { id, nas, perWave, everySeconds, startedAt } = wave;
  const place = sql`(row_number() over (order by s.session_key, s.generation) - 1)`;
  const { rowCount } = await tx.execute(
    sql`insert into radius_actions (user_id, username, kind, reason, nas, session_id, framed_address, download_mbps, wave_id,
        next_attempt_at, created_at, updated_at)
      select s.user_id, s.written_username, 'disconnect', 'asked-by-staff', s.nas, s.session_id, s.framed_address, l.download_mbps, ${id}::uuid,
        ${startedAt}::timestamptz + ${place} / ${perWave}::int * ${everySeconds}::int * interval '1 second', ${startedAt}, ${startedAt}
      from ${endable(nas)}`,
  );
  return rowCount ?? 0;
}

export async function setWaveSessions(tx: Transaction, id: string, sessions: number): Promise<void> {
  await tx.update(sessionWaves).set({ sessions }).where(eq(sessionWaves.id, id));
}

/** running → stopped, once; null where it is over or there is none. */
export async function markStopped(
  tx: Transaction,
  id: string,
  by: { readonly stoppedBy: number; readonly stoppedAt: Date },
): Promise<WaveRow | null> {
  const [row] = await tx
    .update(sessionWaves)
    .set({ ...by, state: 'stopped' })
    .where(and(eq(sessionWaves.id, id), eq(sessionWaves.state, 'running')))
    .returning();
  return row ?? null;
}

/** Supersedes what still waits of a wave. Returns how many. */
export async function supersedeWave(tx: Transaction, id: string, now: Date): Promise<number> {
  const left = await tx
    .update(radiusActions)
    .set({ state: 'superseded', nextAttemptAt: null, updatedAt: now })
    .where(and(eq(radiusActions.waveId, id), eq(radiusActions.state, 'waiting')))
    .returning({ id: radiusActions.id });
  return left.length;
}

/** The latest first, with who began it and how many of its sessions still wait; one of an id where it is given. */
export async function listWaves(queryable: Queryable, only: { readonly limit: number; readonly id?: string }) {
  const inState = (state: 'waiting' | 'superseded') =>
    sql<number>`(select count(*)::int from ${radiusActions} where ${radiusActions.waveId} = ${sessionWaves.id} and ${radiusActions.state} = ${state})`;
  return queryable
    .select({
      wave: sessionWaves,
      nasName: serverName(sessionWaves.nas),
      startedBy: personName(),
      waiting: inState('waiting'),
      superseded: inState('superseded'),
    })
    .from(sessionWaves)
    .innerJoin(users, eq(users.id, sessionWaves.startedBy))
    .where(only.id === undefined ? undefined : eq(sessionWaves.id, only.id))
    .orderBy(desc(sessionWaves.startedAt))
    .limit(only.limit);
}
