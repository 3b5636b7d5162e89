import type pg from 'pg';
import {
  beginningOf,
  type Month,
  monthAfter,
  partitionOf,
} from '../../apps/server/src/platform/database/partitions/month.policy.ts';
import { withClient } from '../portal/seed-bench-data.ts';

/** Past months with sessions; usage by day is of the last sixty days. */
const MONTHS = 12;
const DAYS = 60;
/** Months that are filled at the same time. */
const AT_ONCE = 2;
const GB = 1024 ** 3;

type Fill = {
  readonly table: 'usage_sessions' | 'usage_days';
  readonly key: string;
  readonly fillfactor: number;
  /** Inserts the rows of a month into the table `$table`. */
  readonly rowsOf: (month: Month) => string;
};

/**
 * Ended sessions of a day each, as FreeRADIUS reports them, spread over customers and days; in the
 * present month also an open one of every customer, whose packets keep coming until tomorrow.
 */
function sessions(present: Month, customers: number, perMonth: number): Fill {
  const rowsOf = (month: Month) => `
    insert into $table (session_key, generation, user_id, username, written_username, nas, session_id, framed_address, calling_station, delegated_prefix,
      download_bytes, upload_bytes, seconds, started_at, is_start_sure, last_event_at, last_packet_at, ended_at, end_cause, stopped, counted, month)
    select 's:10.' || line % 200 || '.0.1|' || to_hex(268435456 + n) || '|bench-' || line || '@fibre', 1, line, 'bench-' || line || '@fibre', 'bench-' || line || '@fibre',
      '10.' || line % 200 || '.0.1', to_hex(268435456 + n), '100.64.' || line % 256 || '.' || n % 256, '02-00-00-' || lpad(to_hex(line), 6, '0'),
      '2001:db8:' || to_hex(line / 256) || ':' || to_hex(line % 256 * 256) || '::/56',
      ${GB} + n, ${GB / 8} + n, 86400, started, true, started + interval '1 day', case when is_open then now() + interval '1 day' else started + interval '1 day' end,
      case when is_open then null else started + interval '1 day' end, case when is_open then null else 'Session-Timeout' end, not is_open,
      ('{"base": null, "floor": [0, 0], "marks": [["${month}-01", ' || ${GB} + n || ', ' || ${GB / 8} + n || ']], "points": [], "hasGigawords": true}')::jsonb, '${month}-01'
    from generate_series(1, ${perMonth}) n,
      lateral (select (select min(id) from users) + n % ${customers} as line, ${month === present} and n <= ${customers} as is_open,
        timestamptz '${beginningOf(month)}' + n % 27 * interval '1 day' as started) given`;
  return { table: 'usage_sessions', key: 'session_key, generation, month', fillfactor: 60, rowsOf };
}

function days(perCustomer: number): Fill {
  const rowsOf = (month: Month) => `
    insert into $table (user_id, day, download_bytes, upload_bytes)
    select u.id, day::date, ${GB}, ${GB / 8}
    from generate_series(current_date - ${perCustomer - 1}, current_date, interval '1 day') day, users u
    where to_char(day, 'YYYY-MM') = '${month}'`;
  return { table: 'usage_days', key: 'user_id, day', fillfactor: 70, rowsOf };
}

/**
 * Writes one month into a table of its own, with its key, and attaches it. The table is new in the
 * transaction, so with wal_level=minimal its rows are written once and not also to the log. Past
 * months are full, as those are that are not written to any more.
 */
async function fillMonth(client: pg.Client, { table, key, fillfactor, rowsOf }: Fill, month: Month, present: Month) {
  const name = partitionOf(table, month);
  await client.query('begin');
  const storage = `fillfactor = ${month === present ? fillfactor : 100}, autovacuum_enabled = off`;
  await client.query(`create table ${name} (like ${table} including defaults including constraints) with (${storage})`);
  await client.query(rowsOf(month).replace('$table', name));
  await client.query(`alter table ${name} add primary key (${key})`);
  await client.query('commit');
  await client.query(
    `alter table ${table} attach partition ${name} for values from ('${beginningOf(month)}') to ('${beginningOf(monthAfter(month, 1))}')`,
  );
  await client.query(`analyze ${name}`);
}

async function fill(database: pg.ClientConfig, wanted: Fill, present: Month): Promise<void> {
  const { table } = wanted;
  const months = Array.from({ length: MONTHS }, (_, age) => monthAfter(present, -age));
  const first = `${table}_to_${monthAfter(present, -MONTHS).replace('-', '_')}`;
  await withClient(database, async (client) => {
    // A new installation has one partition of all months before its first: here of those before them.
    await client.query(`drop table ${table}_to_${present.replace('-', '_')}`);
    await client.query(
      `create table ${first} partition of ${table} for values from (minvalue) to ('${beginningOf(monthAfter(present, 1 - MONTHS))}')`,
    );
  });
  const worker = () =>
    withClient({ ...database, options: '-c maintenance_work_mem=512MB' }, async (client) => {
      for (let month = months.shift(); month; month = months.shift()) await fillMonth(client, wanted, month, present);
    });
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await withClient(database, (client) => client.query(`analyze ${table}`));
}

/** `records` accounting records: sixty days of usage of each customer, the rest sessions. */
export async function fillRecords(database: pg.ClientConfig, customers: number, records: number): Promise<void> {
  const present = await withClient(database, async (client) => {
    const { rows } = await client.query<{ month: string }>(
      "select to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM') as month",
    );
    return rows[0]?.month ?? '';
  });
  const perMonth = Math.ceil((records - DAYS * customers) / MONTHS);
  await fill(database, sessions(present, customers, perMonth), present);
  await fill(database, days(DAYS), present);
}
