import type { Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import type { Session } from '../accounting/session.policy.ts';
import { INSERT_SESSIONS, UPDATE_SESSIONS, writtenSessions } from '../accounting/session.repository.ts';
import type { OpenSession } from '../simultaneous-use/simultaneous-use.policy.ts';
import { addedData } from './added-data.repository.ts';

/** Bytes that are added to a line's day or month, or with a late packet subtracted. */
export type Used = {
  readonly lineId: number;
  /** "2026-11-21" or "2026-11". */
  readonly at: string;
  readonly downloadBytes: number;
  readonly uploadBytes: number;
  /** In free hours, both directions; not part of the others. */
  readonly freeBytes: number;
};

/**
 * A line's month after an addition. Gigabytes; the limit includes bought bundles, null is
 * unlimited.
 */
export type GrownMonth = {
  readonly lineId: number;
  readonly accountId: number;
  readonly period: string;
  readonly usedGb: number;
  readonly limitGb: number | null;
  readonly alertedPercent: number;
};

const ADD_DAYS = `insert into usage_days as d (user_id, day, download_bytes, upload_bytes, free_bytes)
  select user_id, day, download_bytes, upload_bytes, free_bytes
  from unnest($3::int[], $4::date[], $5::bigint[], $6::bigint[], $7::bigint[]) as given (user_id, day, download_bytes, upload_bytes, free_bytes)
  order by user_id, day
  on conflict (user_id, day) do update
    set download_bytes = d.download_bytes + excluded.download_bytes, upload_bytes = d.upload_bytes + excluded.upload_bytes,
      free_bytes = d.free_bytes + excluded.free_bytes`;

// Rounding each time would lose a little each time: the hundredths grow by as much as those of the
// bytes do.
const HUNDREDTHS = 'round((%) / 1073741824.0, 2)';
const gigabytes = (bytes: string): string => HUNDREDTHS.replace('%', bytes);

// A late packet may arrive when the subscription is cancelled: its month had the cancelled plan.
const ADD_MONTHS = `insert into usage_data as m (user_id, period, data_used, data_limit, download_bytes, upload_bytes, free_bytes, updated_at)
  select g.user_id, g.period, ${gigabytes('g.download_bytes + g.upload_bytes')}, p.data_limit_gb, g.download_bytes, g.upload_bytes, g.free_bytes, $13
  from unnest($8::int[], $9::varchar[], $10::bigint[], $11::bigint[], $12::bigint[]) as g (user_id, period, download_bytes, upload_bytes, free_bytes)
  left join lateral (
    select plan_id from user_subscriptions s where s.user_id = g.user_id and s.status <> 'pending'
    order by s.status = 'cancelled', s.next_renewal desc limit 1
  ) had on true
  left join service_plans p on p.id = had.plan_id
  order by g.user_id, g.period
  on conflict (user_id, period) do update set
    data_used = m.data_used + ${gigabytes('m.download_bytes + m.upload_bytes + excluded.download_bytes + excluded.upload_bytes')}
      - ${gigabytes('m.download_bytes + m.upload_bytes')},
    download_bytes = m.download_bytes + excluded.download_bytes,
    upload_bytes = m.upload_bytes + excluded.upload_bytes,
    free_bytes = m.free_bytes + excluded.free_bytes,
    updated_at = greatest(m.updated_at, excluded.updated_at)
  returning user_id, period, data_used, data_limit, alerted_percent`;

// In one statement to save round trips to PostgreSQL: there are thousands of packets a second.
const write = (
  alsoOpen: string,
): string => `with added as (${INSERT_SESSIONS}), updated as (${UPDATE_SESSIONS}), days as (${ADD_DAYS}), grown as (${ADD_MONTHS})
    select grown.user_id, l.account_id, period, data_used, alerted_percent,
      data_limit + ${addedData('grown.user_id', 'grown.period')} as data_limit${alsoOpen}
    from grown join lines l on l.id = grown.user_id`;

const WRITE: NamedStatement = { name: 'write_usage', text: write('') };

/** With the sessions of lines that were open before; only for lines of which one begins, since it looks at each month. */
const WRITE_AND_LIST_OPEN: NamedStatement = {
  name: 'write_usage_and_list_open_sessions',
  text: write(`, case when grown.user_id = any($14::int[]) then (
      select json_agg(json_build_object('sessionKey', s.session_key, 'generation', s.generation, 'sessionId', s.session_id, 'username', s.written_username,
        'nas', s.nas, 'nasPort', s.nas_port, 'callingStation', s.calling_station, 'framedAddress', s.framed_address, 'startedAt', s.started_at, 'lastPacketAt', s.last_packet_at))
      from usage_sessions s where s.user_id = grown.user_id and s.ended_at is null
    ) end as open`),
};

const columnsOf = (used: readonly Used[]) => [
  used.map(({ lineId }) => lineId),
  used.map(({ at }) => at),
  used.map(({ downloadBytes }) => downloadBytes),
  used.map(({ uploadBytes }) => uploadBytes),
  used.map(({ freeBytes }) => freeBytes),
];

/**
 * The changes of a batch of packets: sessions that are new or locked by the transaction, and
 * additions of usage, at most one per customer and day or month.
 */
export type Written = {
  readonly added: readonly Session[];
  readonly updated: readonly Session[];
  readonly days: readonly Used[];
  /** An addition of zero records that a packet arrived. */
  readonly months: readonly Used[];
  /** The lines of which a session begins. */
  readonly beginning: readonly number[];
};

/**
 * Writes sessions and adds to days and months. Returns the months as they are now, and the sessions of lines of which
 * one begins that were open before. Throws
 * PostgreSQL's unique violation when another instance has inserted one of the new sessions
 * meanwhile: then the transaction must be rolled back.
 */
export async function writeUsage(
  tx: Transaction,
  grown: Written,
  lastPacketAt: Date,
): Promise<{ readonly months: GrownMonth[]; readonly openBefore: ReadonlyMap<number, readonly OpenSession[]> }> {
  type OpenRow = Omit<OpenSession, 'startedAt' | 'lastPacketAt'> & {
    readonly startedAt: string;
    readonly lastPacketAt: string;
  };
  type Row = {
    readonly user_id: number;
    readonly account_id: number;
    readonly period: string;
    readonly data_used: string;
    readonly data_limit: string | null;
    readonly alerted_percent: number;
    readonly open?: readonly OpenRow[] | null;
  };
  const sessions = [writtenSessions(grown.added), writtenSessions(grown.updated)];
  const params = [...sessions, ...columnsOf(grown.days), ...columnsOf(grown.months), lastPacketAt];
  const { beginning } = grown;
  const rows =
    beginning.length === 0
      ? await runNamed<Row>(tx, WRITE, params)
      : await runNamed<Row>(tx, WRITE_AND_LIST_OPEN, [...params, beginning]);
  const openOf = ({ startedAt, lastPacketAt, ...session }: OpenRow): OpenSession => ({
    ...session,
    startedAt: new Date(startedAt),
    lastPacketAt: new Date(lastPacketAt),
  });
  const openBefore = new Map(rows.flatMap(({ user_id, open }) => (open ? [[user_id, open.map(openOf)] as const] : [])));
  const months = rows.map((row) => ({
    lineId: row.user_id,
    accountId: row.account_id,
    period: row.period,
    usedGb: Number(row.data_used),
    limitGb: row.data_limit === null ? null : Number(row.data_limit),
    alertedPercent: row.alerted_percent,
  }));
  return { months, openBefore };
}
