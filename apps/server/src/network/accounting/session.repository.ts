import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import type { Owner, Session } from './session.policy.ts';

type SessionRow = {
  readonly session_key: string;
  readonly generation: number;
  readonly user_id: number | null;
  readonly username: string;
  readonly written_username: string;
  readonly nas: string;
  readonly session_id: string;
  readonly framed_address: string | null;
  readonly calling_station: string | null;
  readonly nas_port: string | null;
  readonly delegated_prefix: string | null;
  readonly framed_prefix: string | null;
  readonly download_bytes: number;
  readonly upload_bytes: number;
  readonly seconds: number;
  readonly started_at: string;
  readonly is_start_sure: boolean;
  readonly last_event_at: string;
  readonly last_packet_at: string;
  readonly ended_at: string | null;
  readonly end_cause: string | null;
  readonly stopped: boolean;
  readonly counted: Session['counted'];
  readonly month: string;
};

const held = (months: string): string => `held as (
      select * from usage_sessions where session_key = any($1::text[]) and ${months} order by session_key, generation for update
    )`;

// Both in one query and as documents: a round trip to PostgreSQL costs more than either.
const HOLD: NamedStatement = {
  name: 'hold_usage_sessions',
  text: `with ${held('month >= $3::date')}
    select (select coalesce(json_agg(held order by session_key, generation), '[]') from held) as sessions,
      (select coalesce(json_agg(l), '[]') from (select username, user_id, download_mbps, plan_id, limit_reached_period from network_lines where username = any($2::text[])) l) as owners`,
};

/** Asking all months takes several times as long as asking the latest two. */
const HOLD_OLDER: NamedStatement = {
  name: 'hold_older_usage_sessions',
  text: `with ${held('month < $2::date')} select coalesce(json_agg(held order by session_key, generation), '[]') as sessions from held`,
};

const COLUMNS = `session_key varchar, generation smallint, user_id int, username varchar, written_username varchar, nas varchar, session_id varchar, framed_address varchar,
  calling_station varchar, nas_port varchar, delegated_prefix varchar, framed_prefix varchar, download_bytes bigint, upload_bytes bigint, seconds bigint, started_at timestamptz, is_start_sure boolean, last_event_at timestamptz,
  last_packet_at timestamptz, ended_at timestamptz, end_cause varchar, stopped boolean, counted jsonb, month date`;

/** Inserts the new sessions in `$1`. */
export const INSERT_SESSIONS = `insert into usage_sessions (session_key, generation, user_id, username, written_username, nas, session_id, framed_address, calling_station,
    nas_port, delegated_prefix, framed_prefix, download_bytes, upload_bytes, seconds, started_at, is_start_sure, last_event_at, last_packet_at, ended_at, end_cause, stopped, counted, month)
  select * from json_to_recordset($1::json) as given (${COLUMNS})`;

/** Updates the locked sessions in `$2`. */
export const UPDATE_SESSIONS = `update usage_sessions s set user_id = g.user_id, framed_address = g.framed_address, delegated_prefix = g.delegated_prefix,
    framed_prefix = g.framed_prefix, download_bytes = g.download_bytes,
    upload_bytes = g.upload_bytes, seconds = g.seconds, started_at = g.started_at, is_start_sure = g.is_start_sure, last_event_at = g.last_event_at, last_packet_at = g.last_packet_at,
    ended_at = g.ended_at, end_cause = g.end_cause, stopped = g.stopped, counted = g.counted, is_silent = false
  from json_to_recordset($2::json) as g (${COLUMNS})
  where s.session_key = g.session_key and s.generation = g.generation and s.month = g.month`;

const CLOSE_OF_NAS: NamedStatement = {
  name: 'close_sessions_of_nas',
  text: `update usage_sessions set ended_at = $2, end_cause = 'NAS-Reboot'
    where nas = $1 and ended_at is null and started_at < $2 and last_event_at <= $2`,
};

const FIND_SILENT: NamedStatement = {
  name: 'find_silent_sessions',
  text: `select session_key as key, generation, month::text from usage_sessions
    where ended_at is null and not is_silent and last_packet_at < $1 limit $2`,
};

const MARK_SILENT: NamedStatement = {
  name: 'mark_silent_sessions',
  text: `with silent as (
      select s.session_key, s.generation, s.month
      from unnest($2::text[], $3::int[], $4::date[]) as found (session_key, generation, month)
      join usage_sessions s on s.session_key = found.session_key and s.generation = found.generation and s.month = found.month
      where s.ended_at is null and s.last_packet_at < $1 for update of s skip locked
    )
    update usage_sessions u set is_silent = true from silent s
    where u.session_key = s.session_key and u.generation = s.generation and u.month = s.month`,
};

/**
 * The sessions are locked before they are updated: PostgreSQL 18.4 crashes when an update that chooses its
 * partitions as it runs has waited for a row. One that is locked has a packet on its way, so it is not stale.
 */
const CLOSE_STALE: NamedStatement = {
  name: 'close_stale_sessions',
  text: `with stale as (
      select session_key, generation, month from usage_sessions
      where ended_at is null and is_silent and last_packet_at < $1 limit $2 for update skip locked
    )
    update usage_sessions u set ended_at = u.last_event_at, end_cause = 'Lost-Carrier' from stale s
    where u.session_key = s.session_key and u.generation = s.generation and u.month = s.month
    returning 1`,
};

const moment = (text: string): Date => new Date(text);

function sessionOf(row: SessionRow): Session {
  return {
    sessionKey: row.session_key,
    generation: row.generation,
    lineId: row.user_id,
    username: row.username,
    writtenUsername: row.written_username,
    nas: row.nas,
    sessionId: row.session_id,
    framedAddress: row.framed_address,
    callingStation: row.calling_station,
    nasPort: row.nas_port,
    delegatedPrefix: row.delegated_prefix,
    framedPrefix: row.framed_prefix,
    downloadBytes: row.download_bytes,
    uploadBytes: row.upload_bytes,
    seconds: row.seconds,
    startedAt: moment(row.started_at),
    isStartSure: row.is_start_sure,
    lastEventAt: moment(row.last_event_at),
    lastPacketAt: moment(row.last_packet_at),
    endedAt: row.ended_at === null ? null : moment(row.ended_at),
    endCause: row.end_cause,
    stopped: row.stopped,
    counted: row.counted,
    month: row.month,
  };
}

function rowOf(session: Session): object {
  return {
    session_key: session.sessionKey,
    generation: session.generation,
    user_id: session.lineId,
    username: session.username,
    written_username: session.writtenUsername,
    nas: session.nas,
    session_id: session.sessionId,
    framed_address: session.framedAddress,
    calling_station: session.callingStation,
    nas_port: session.nasPort,
    delegated_prefix: session.delegatedPrefix,
    framed_prefix: session.framedPrefix,
    download_bytes: session.downloadBytes,
    upload_bytes: session.uploadBytes,
    seconds: session.seconds,
    started_at: session.startedAt,
    is_start_sure: session.isStartSure,
    last_event_at: session.lastEventAt,
    last_packet_at: session.lastPacketAt,
    ended_at: session.endedAt,
    end_cause: session.endCause,
    stopped: session.stopped,
    counted: session.counted,
    month: session.month,
  };
}

/**
 * The sessions that have had these ids, by id, oldest first, locked until the transaction ends; and
 * the customers and speeds of these logins. Of an id with a session since the month `since` those
 * are returned; of the others the older ones.
 */
export async function lockSessions(
  tx: Transaction,
  asked: {
    readonly keys: readonly string[];
    readonly usernames: readonly string[];
    /** The first day of the month in which nearly all are stored, or later. */
    readonly since: string;
  },
): Promise<{
  readonly stored: ReadonlyMap<string, readonly Session[]>;
  readonly owners: ReadonlyMap<string, Owner>;
}> {
  type OwnerRow = {
    readonly username: string;
    readonly user_id: number;
    readonly download_mbps: number;
    readonly plan_id: string | null;
    readonly limit_reached_period: string | null;
  };
  type Row = { readonly sessions: readonly SessionRow[]; readonly owners: readonly OwnerRow[] };
  const [row] = await runNamed<Row>(tx, HOLD, [asked.keys, asked.usernames, asked.since]);
  const { sessions, owners } = row ?? { sessions: [], owners: [] };
  const found = new Set(sessions.map(({ session_key: key }) => key));
  const others = asked.keys.filter((key) => !found.has(key));
  const [older] =
    others.length === 0 ? [] : await runNamed<Pick<Row, 'sessions'>>(tx, HOLD_OLDER, [others, asked.since]);
  const stored = [...sessions, ...(older?.sessions ?? [])];
  return {
    stored: Map.groupBy(stored.map(sessionOf), ({ sessionKey }) => sessionKey),
    owners: new Map(
      owners.map((row) => [
        row.username,
        {
          lineId: row.user_id,
          downloadMbps: row.download_mbps,
          planId: row.plan_id,
          limitReachedPeriod: row.limit_reached_period,
        },
      ]),
    ),
  };
}

/** The arguments of INSERT_SESSIONS and UPDATE_SESSIONS. */
export function writtenSessions(sessions: readonly Session[]): string {
  return JSON.stringify(sessions.map(rowOf));
}

/** Ends the sessions of an access server that has restarted; later ones go on. Safe to repeat. */
export async function closeSessionsOfNas(tx: Transaction, nas: string, at: Date): Promise<void> {
  await runNamed(tx, CLOSE_OF_NAS, [nas, at]);
}

export type SessionName = { readonly key: string; readonly generation: number; readonly month: string };

/** Open sessions whose last packet was before `heardBefore`, and that are not marked yet. Reads every open session. */
export async function findSilent(tx: Transaction, heardBefore: Date, limit: number): Promise<SessionName[]> {
  return runNamed<SessionName>(tx, FIND_SILENT, [heardBefore, limit]);
}

/** Marks those of these sessions as silent that are still so; one that is locked has a packet on its way. */
export async function markSilent(tx: Transaction, heardBefore: Date, found: readonly SessionName[]): Promise<void> {
  const columns = [
    found.map(({ key }) => key),
    found.map(({ generation }) => generation),
    found.map(({ month }) => month),
  ];
  await runNamed(tx, MARK_SILENT, [heardBefore, ...columns]);
}

/**
 * Ends sessions that are marked as silent and whose last packet was before `heardBefore`, `limit` at most, and
 * returns how many; their next packet opens them again.
 */
export async function closeStale(tx: Transaction, heardBefore: Date, limit: number): Promise<number> {
  return (await runNamed(tx, CLOSE_STALE, [heardBefore, limit])).length;
}

const COUNT_OPEN: NamedStatement = {
  name: 'count_open_sessions',
  text: 'select count(*)::int as count from usage_sessions where ended_at is null',
};

/** How many sessions have begun and not ended. */
export async function countOpenSessions(database: Queryable): Promise<number> {
  const [row] = await runNamed<{ count: number }>(database, COUNT_OPEN, []);
  return row?.count ?? 0;
}
