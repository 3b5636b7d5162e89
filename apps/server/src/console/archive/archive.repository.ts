import type { RunSql } from '../../platform/database/partitions/partition-session.ts';
import { ARCHIVED, FILES_OF } from './archive-tables.policy.ts';
import type { Totals } from './manifest.policy.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tableName = (name: string): string => `public.${quoted(name)}`;

/** The tables of the schema, without the partitions of others. */
export async function listTables(run: RunSql): Promise<string[]> {
  const rows = await run<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The columns that hold what was written; not those that are computed. */
export async function listColumns(run: RunSql, table: string): Promise<string[]> {
  const rows = await run<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [tableName(table)],
  );
  return rows.map(({ name }) => name);
}

/** Every sequence with the number that it gave last; none that gave no number yet. */
export async function readSequences(run: RunSql): Promise<Record<string, number>> {
  const rows = await run<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}

const ROWS_AT_ONCE = 500;

/** The rows of a table as JSON, a page at a time, within the transaction. */
export async function* readRows(run: RunSql, table: string, columns: readonly string[]): AsyncGenerator<string[]> {
  const { where = 'true', instead = {} } = ARCHIVED[table] ?? {};
  const cells = columns.map((name) => `${instead[name] ?? quoted(name)} as ${quoted(name)}`).join(', ');
  await run(
    `declare archived no scroll cursor for
     select row_to_json(r)::text as line from (select ${cells} from ${tableName(table)} where ${where}) r`,
  );
  for (;;) {
    const rows = await run<{ line: string }>(`fetch ${ROWS_AT_ONCE} from archived`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await run('close archived');
}

/** The ids of the files that archived rows name. */
export async function listFileIds(run: RunSql): Promise<string[]> {
  const ids: string[] = [];
  for (const table of FILES_OF) {
    const { where = 'true' } = ARCHIVED[table] ?? {};
    const rows = await run<{ id: string }>(`select id::text from ${tableName(table)} where ${where} order by id`);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Sums of what is stored now. */
export async function readTotals(run: RunSql): Promise<Totals> {
  const [row] = await run<{ totals: Totals }>(
    `select json_build_object(
      'ledger', (select coalesce(json_object_agg(account, kobo), '{}') from (
        select account, (sum(amount) * 100)::bigint as kobo from ledger_entries group by account order by account) l),
      'credit', (select coalesce((sum(balance) * 100)::bigint, 0) from credit_balances),
      'invoices', (select coalesce(json_object_agg(status, json_build_object('count', count, 'kobo', kobo)), '{}') from (
        select status, count(*) as count, (sum(total) * 100)::bigint as kobo from invoices group by status order by status) i),
      'receipts', (select json_build_object('count', count(*), 'kobo', coalesce((sum(total) * 100)::bigint, 0)) from receipts),
      'customers', (select count(*) from users where role = 'customer'),
      'lines', (select coalesce(json_object_agg(status, count), '{}') from (
        select status, count(*) as count from user_subscriptions group by status order by status) s)
    ) as totals`,
  );
  if (!row) throw new Error('the database gave no totals');
  return row.totals;
}

/** The tables, among these, that have rows. */
export async function listFilled(run: RunSql, tables: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    const rows = await run(`select 1 from ${tableName(table)} limit 1`);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

/** Nobody else reads or writes these tables until the transaction ends. */
export async function lockTables(run: RunSql, tables: readonly string[]): Promise<void> {
  await run(`lock table ${tables.map(tableName).join(', ')} in access exclusive mode`);
}

/**
 * Takes foreign keys and triggers away and the rows of these tables; the returned function brings both
 * back, which checks every reference.
 */
export async function prepareLoading(run: RunSql, tables: readonly string[]): Promise<() => Promise<void>> {
  const keys = await run<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const triggered = await run<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  for (const { table, name } of keys) await run(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { table } of triggered) await run(`alter table ${table} disable trigger user`);
  await run(`truncate ${tables.map(tableName).join(', ')}`);
  return async () => {
    for (const { table } of triggered) await run(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of keys) {
      await run(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    }
  };
}

/** Stores rows as `readRows` has given them. */
export async function insertRows(
  run: RunSql,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  lines: readonly string[],
): Promise<void> {
  const cells = columns.map(quoted).join(', ');
  await run(
    `insert into ${tableName(name)} (${cells}) overriding system value
     select ${cells} from json_populate_recordset(null::${tableName(name)}, $1::json)`,
    [`[${lines.join(',')}]`],
  );
}

export async function countRows(run: RunSql, table: string): Promise<number> {
  const [row] = await run<{ count: string }>(`select count(*)::text as count from ${tableName(table)}`);
  return Number(row?.count);
}

/** The next numbers follow those that were given. */
export async function continueSequences(run: RunSql, sequences: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await run('select setval($1::regclass, $2::bigint)', [tableName(name), last]);
  }
}

/** So that queries are planned by what was loaded. */
export async function analyze(run: RunSql, tables: readonly string[]): Promise<void> {
  for (const table of tables) await run(`analyze ${tableName(table)}`);
}
