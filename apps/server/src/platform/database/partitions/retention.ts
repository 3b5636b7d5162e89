/** How long the rows of one table are kept, and why. */
export type Retention = {
  readonly table: string;
  /** The column by which rows belong to a month. */
  readonly column: string;
  /** Whole months that are kept after the month of the row. */
  readonly months: number;
  /**
   * `partition`: a month is one partition and is dropped whole. `rows`: they are deleted a thousand
   * at a time.
   */
  readonly by: 'partition' | 'rows';
  /** The share of each page that PostgreSQL fills, so that rows can be updated in place; 100 without. */
  readonly fillfactor?: number;
  /** Which rows are still in use, in SQL: they move to the present month after two months. */
  readonly inUse?: string;
  /** A query, in SQL: while it finds a row, the months up to `$1` stay. */
  readonly unless?: string;
  /**
   * What is recorded before a month is dropped, in SQL: `$1` is its partition, `$2` the count of its rows,
   * `$3` when the next month begins.
   */
  readonly record?: string;
  /** Which rows may be deleted, in SQL; all without it. */
  readonly which?: string;
  readonly why: string;
};

const TRAFFIC_DATA = 'Cybercrimes Act 2015, section 38 (1): traffic data for two years';
const COMPLAINTS =
  'NCC Consumer Code of Practice: records of a complaint for 12 months after it is resolved; two years leave a year for resolving it';

/**
 * Every table from which rows go by age, in the order in which they go. What money needs is not in
 * it: ledger, payments, invoices, receipts, subscriptions, monthly usage and tickets stay.
 */
export const RETENTION: readonly Retention[] = [
  {
    table: 'usage_sessions',
    column: 'month',
    months: 24,
    by: 'partition',
    fillfactor: 60,
    inUse: 'ended_at is null',
    why: TRAFFIC_DATA,
  },
  { table: 'usage_days', column: 'day', months: 24, by: 'partition', fillfactor: 70, why: TRAFFIC_DATA },
  { table: 'line_addresses', column: 'seen_at', months: 24, by: 'rows', why: TRAFFIC_DATA },
  {
    table: 'chat_messages',
    column: 'month',
    months: 24,
    by: 'partition',
    unless: "select from chat_sessions where month <= $1::date and status <> 'closed'",
    why: COMPLAINTS,
  },
  {
    table: 'chat_sessions',
    column: 'month',
    months: 24,
    by: 'rows',
    which: "status = 'closed'",
    why: 'As long as its messages; its notes go with it',
  },
  {
    table: 'outbox_messages',
    column: 'created_at',
    months: 12,
    by: 'partition',
    why: 'NCC Consumer Code of Practice: records of charges for 12 months; the content of a message is deleted once it is delivered',
  },
  {
    table: 'notices',
    column: 'created_at',
    months: 12,
    by: 'rows',
    why: 'As long as the messages about the same events',
  },
  {
    table: 'webhook_deliveries',
    column: 'created_at',
    months: 1,
    by: 'rows',
    why: 'At least 30 days to find out what a program was told and to send it again; the bodies have customers’ data',
  },
  {
    table: 'import_rejections',
    column: 'created_at',
    months: 1,
    by: 'rows',
    why: 'At least 30 days to mend the rows of a file; they have customers’ data',
  },
  {
    table: 'bulk_action_rows',
    column: 'created_at',
    months: 12,
    by: 'rows',
    why: 'As long as the messages that bulk actions sent; the actions themselves and their counts stay',
  },
  {
    table: 'security_events',
    column: 'last_at',
    months: 12,
    by: 'rows',
    why: 'A year to look into an attack that was noticed late; they name nobody in clear',
  },
  {
    table: 'area_traffic',
    column: 'hour',
    months: 1,
    by: 'rows',
    why: 'The busy hour of the last seven days is found in it; it has no customer’s data',
  },
  {
    table: 'audit_records',
    column: 'created_at',
    months: 72,
    by: 'partition',
    unless: `select from audit_records r
      where r.created_at < ($1::date + interval '1 month') at time zone 'Africa/Lagos' and not exists (
        select from audit_chain c where c.kind = 'record' and c.source_id = r.id
      ) limit 1`,
    record: `insert into audit_drops (partition, records, before, last_sequence, last_hash)
      select $1, $2, $3, coalesce(max(c.sequence), 0), coalesce((array_agg(c.hash order by c.sequence desc))[1], '')
      from (select sequence, hash from audit_chain order by sequence desc limit 1) c
      on conflict (partition) do nothing`,
    why: 'Companies and Allied Matters Act 2020, section 375 (2): accounting records for six years',
  },
];
