import type { Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import type { Session } from '../accounting/session.policy.ts';
import { INSERT_SESSIONS, UPDATE_SESSIONS, writtenSessions } from '../accounting/session.repository.ts';

/** Bytes that a customer has used more, or with a late packet less, on a day or in a month. */
export type Used = {
  readonly userId: number;
  /** "2026-11-21" or "2026-11". */
  readonly at: string;
  readonly downloadBytes: number;
  readonly uploadBytes: number;
};

/** A customer's month after it was added to. Gigabytes; the limit has the bought bundles in it, null is unlimited. */
export type GrownMonth = {
  readonly userId: number;
  readonly period: string;
  readonly usedGb: number;
  readonly limitGb: number | null;
  readonly alertedPercent: number;
};

const ADD_DAYS = `insert into usage_days as d (user_id, day, download_bytes, upload_bytes)
  select user_id, day, download_bytes, upload_bytes
  from unnest($3::int[], $4::date[], $5::bigint[], $6::bigint[]) as given (user_id, day, download_bytes, upload_bytes)
  order by user_id, day
  on conflict (user_id, day) do update
    set download_bytes = d.download_bytes + excluded.download_bytes, upload_bytes = d.upload_bytes + excluded.upload_bytes`;

// Rounding each time would lose a little each time: the hundredths grow by as much as those of the bytes do.
const HUNDREDTHS = 'round((%) / 1073741824.0, 2)';
const gigabytes = (bytes: string): string => HUNDREDTHS.replace('%', bytes);

// A late packet may come when the line is cancelled: its month had the plan that was cancelled.
const ADD_MONTHS = `insert into usage_data as m (user_id, period, data_used, data_limit, download_bytes, upload_bytes, updated_at)
  select g.user_id, g.period, ${gigabytes('g.download_bytes + g.upload_bytes')}, p.data_limit_gb, g.download_bytes, g.upload_bytes, $11
  from unnest($7::int[], $8::varchar[], $9::bigint[], $10::bigint[]) as g (user_id, period, download_bytes, upload_bytes)
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
    updated_at = greatest(m.updated_at, excluded.updated_at)
  returning user_id, period, data_used, data_limit, alerted_percent`;

// In one statement for the sake of the ways to PostgreSQL: of packets there are thousands a second.
const WRITE: NamedStatement = {
  name: 'write_usage',
  text: `with added as (${INSERT_SESSIONS}), updated as (${UPDATE_SESSIONS}), days as (${ADD_DAYS}), grown as (${ADD_MONTHS})
    select user_id, period, data_used, alerted_percent,
      data_limit + (
        select coalesce(sum(b.gigabytes), 0) from data_bundle_purchases b
        where b.user_id = grown.user_id and b.period = grown.period and b.ended_at is null
      ) as data_limit
    from grown`,
};

const columnsOf = (used: readonly Used[]) => [
  used.map(({ userId }) => userId),
  used.map(({ at }) => at),
  used.map(({ downloadBytes }) => downloadBytes),
  used.map(({ uploadBytes }) => uploadBytes),
];

/** What packets have changed: sessions that are new, or held by the transaction; and what customers have used more, at most one entry a customer and day or month. */
export type Written = {
  readonly added: readonly Session[];
  readonly updated: readonly Session[];
  readonly days: readonly Used[];
  /** An entry of nothing says that the network was heard. */
  readonly months: readonly Used[];
};

/**
 * Writes sessions and adds to days and months. Answers with the months as they are now. PostgreSQL's unique violation when another instance has met one of the new sessions
 * meanwhile: then nothing is to be kept.
 */
export async function writeUsage(tx: Transaction, grown: Written, heardAt: Date): Promise<GrownMonth[]> {
  type Row = {
    readonly user_id: number;
    readonly period: string;
    readonly data_used: string;
    readonly data_limit: string | null;
    readonly alerted_percent: number;
  };
  const sessions = [writtenSessions(grown.added), writtenSessions(grown.updated)];
  const params = [...sessions, ...columnsOf(grown.days), ...columnsOf(grown.months), heardAt];
  const rows = await runNamed<Row>(tx, WRITE, params);
  return rows.map((row) => ({
    userId: row.user_id,
    period: row.period,
    usedGb: Number(row.data_used),
    limitGb: row.data_limit === null ? null : Number(row.data_limit),
    alertedPercent: row.alerted_percent,
  }));
}
