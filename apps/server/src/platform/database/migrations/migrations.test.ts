import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import drizzleConfig from '../../../../drizzle.config.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

vi.setConfig({ testTimeout: 60_000 });

const SERVER = resolve(import.meta.dirname, '../../../..');
const MIGRATIONS = import.meta.dirname;

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
const databases: TestDatabase[] = [];
const clients: pg.Client[] = [];
let migrated: pg.Client;
beforeAll(async () => {
  migrated = await open();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<pg.Client> {
  const database = await createTestDatabase();
  databases.push(database);
  const client = new pg.Client(database.poolConfig);
  clients.push(client);
  await client.connect();
  return client;
}

/**
 * Runs `drizzle-kit generate` with the migrations in `out`, a folder below `folder`, and returns
 * its output.
 */
function generateInto(out: string): string {
  const config = join(folder, `${out}.json`);
  writeFileSync(config, JSON.stringify({ ...drizzleConfig, out: relative(SERVER, join(folder, out)) }));
  const program = resolve(SERVER, '../../node_modules/.bin/drizzle-kit');
  return execFileSync(program, ['generate', '--config', config], { cwd: SERVER, encoding: 'utf8' });
}

/**
 * What drizzle's schema describes of a database, which is no exclusion constraint, one line for each column, constraint and index;
 * the order of columns is not included.
 */
async function describe(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, pg_get_expr(adbin, adrelid)) as line
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition and attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'x' and conrelid not in (select inhrelid from pg_inherits)
    union all
    select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') from pg_index join pg_class c on c.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not indisexclusion and indrelid not in (select inhrelid from pg_inherits)
    union all
    select concat_ws(' ', 'value', enumtypid::regtype, enumsortorder, enumlabel) from pg_enum
    order by line`);
  return rows.map(({ line }) => line);
}

it('drizzle-kit finds nothing in the schema that the migrations do not create', () => {
  cpSync(MIGRATIONS, join(folder, 'ours'), { recursive: true });
  expect(generateInto('ours')).toContain('No schema changes');
});

it('a migrated database has exactly the columns, constraints and indexes of the schema', async () => {
  const described = await describe(migrated);
  const fresh = await open();
  // One that calls another is made after it.
  const { rows: functions } = await migrated.query<{ text: string }>(`
    select pg_get_functiondef(oid) as text from pg_proc f where pronamespace = 'public'::regnamespace
    order by exists (select from pg_depend
      where classid = 'pg_proc'::regclass and objid = f.oid and refclassid = 'pg_proc'::regclass), proname`);
  await fresh.query('drop schema public cascade; create schema public');
  for (const { text } of functions) await fresh.query(text);
  generateInto('fresh');
  const file = readdirSync(join(folder, 'fresh')).find((name) => name.endsWith('.sql')) ?? '';
  await fresh.query(readFileSync(join(folder, 'fresh', file), 'utf8'));
  expect(described).toEqual(await describe(fresh));
  expect(described).toContainEqual(expect.stringContaining('users_email_unique'));
});

it('a migrated database has what drizzle does not describe: functions, triggers, exclusion constraints, partitions and storage parameters of tables', async () => {
  const names = async (text: string) => (await migrated.query<{ name: string }>(text)).rows.map(({ name }) => name);
  expect(
    await names("select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1"),
  ).toEqual([
    'account_number',
    'add_first_line',
    'customer_spelling',
    'end_push_of_session',
    'follow_merged_account',
    'keep_staff_activity',
    'keep_staff_roles',
    'log_choice_of_offers',
    'move_push_of_session',
    'note_line_addresses',
    'open_account',
    'redact_audit_records',
    'refuse_audit_change',
    'refuse_changed_register',
    'refuse_entries_of_closed_months',
    'refuse_stored_session',
    'search_key',
    'skip_stored_message',
    'spelling_keys',
  ]);
  expect(
    await names(
      `select pg_get_triggerdef(oid) as name from pg_trigger
       where not tgisinternal and tgrelid not in (select inhrelid from pg_inherits) order by 1`,
    ),
  ).toEqual([
    'CREATE TRIGGER accounts_add_first_line AFTER INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION add_first_line()',
    'CREATE TRIGGER audit_anchors_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()',
    'CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()',
    'CREATE TRIGGER audit_drops_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_drops FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()',
    'CREATE TRIGGER audit_records_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()',
    'CREATE TRIGGER audit_redactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_redactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()',
    'CREATE TRIGGER consent_records_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.consent_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_register()',
    'CREATE TRIGGER ledger_entries_closed_months AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION refuse_entries_of_closed_months()',
    'CREATE TRIGGER notification_choices_offers AFTER INSERT OR UPDATE OF promotional_offers ON public.notification_choices FOR EACH ROW EXECUTE FUNCTION log_choice_of_offers()',
    'CREATE TRIGGER outbox_messages_once BEFORE INSERT ON public.outbox_messages FOR EACH ROW EXECUTE FUNCTION skip_stored_message()',
    'CREATE TRIGGER payments_follow_account BEFORE INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION follow_merged_account()',
    'CREATE TRIGGER security_incident_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_incident_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_register()',
    'CREATE TRIGGER security_incidents_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_incidents FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_register()',
    'CREATE TRIGGER sessions_end_push AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.expire > now())) EXECUTE FUNCTION end_push_of_session()',
    'CREATE TRIGGER sessions_move_push AFTER UPDATE OF sid ON public.sessions FOR EACH ROW WHEN ((old.sid <> new.sid)) EXECUTE FUNCTION move_push_of_session()',
    'CREATE TRIGGER sessions_staff_activity AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION keep_staff_activity()',
    'CREATE TRIGGER support_tickets_follow_account BEFORE INSERT ON public.support_tickets FOR EACH ROW EXECUTE FUNCTION follow_merged_account()',
    'CREATE TRIGGER usage_sessions_addresses AFTER INSERT ON public.usage_sessions REFERENCING NEW TABLE AS begun FOR EACH STATEMENT EXECUTE FUNCTION note_line_addresses()',
    'CREATE TRIGGER usage_sessions_once BEFORE INSERT ON public.usage_sessions FOR EACH ROW EXECUTE FUNCTION refuse_stored_session()',
    'CREATE TRIGGER users_open_account AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION open_account()',
    'CREATE TRIGGER users_staff_roles AFTER INSERT OR UPDATE OF role ON public.users FOR EACH ROW EXECUTE FUNCTION keep_staff_roles()',
  ]);
  expect(
    await names(`select concat_ws(' ', conname, pg_get_constraintdef(oid)) as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'x' order by 1`),
  ).toEqual([
    'address_pools_apart EXCLUDE USING gist (network inet_ops WITH &&) WHERE ((retired_at IS NULL))',
    'fixed_addresses_once EXCLUDE USING gist (address inet_ops WITH &&, tstzrange(starts_at, free_from) WITH &&)',
  ]);
  expect(
    await names(`select concat_ws(' ', relname, relpersistence, array_to_string(reloptions, ',')) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
        and (relpersistence <> 'p' or reloptions is not null) order by 1`),
  ).toEqual(['insert_claims u', 'sign_in_attempts u', 'usage_data p fillfactor=70']);
  // Each has the partition of all months until the migration, and three of the months after it.
  expect(
    await names(`select concat_ws(' ', p.relname, pg_get_partkeydef(p.oid), count(*), string_agg(distinct c.reloptions[1], ',')) as name
      from pg_inherits join pg_class p on p.oid = inhparent join pg_class c on c.oid = inhrelid
      where p.relkind = 'p' group by p.oid order by 1`),
  ).toEqual([
    'audit_records RANGE (created_at) 4 fillfactor=100',
    'chat_messages RANGE (month) 4 fillfactor=100',
    'outbox_messages RANGE (created_at) 4 fillfactor=100',
    'usage_days RANGE (day) 4 fillfactor=70',
    'usage_sessions RANGE (month) 4 fillfactor=60',
  ]);
});

it('wider columns of money change no file of a table, and of the indexes that of unpaid invoices alone', async () => {
  const client = await open();
  const files = async () =>
    (
      await client.query<{ name: string; file: string }>(
        `select relname as name, pg_relation_filenode(oid)::text as file from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by 1`,
      )
    ).rows;
  const wider = readFileSync(join(MIGRATIONS, '0039_large_sums.sql'), 'utf8');
  await client.query(wider.replaceAll('numeric(15, 2)', 'numeric(10, 2)'));
  const before = await files();
  for (const statement of wider.split('--> statement-breakpoint')) await client.query(statement);
  const stored = new Map(before.map(({ name, file }) => [name, file]));
  const written = (await files()).filter(({ name, file }) => stored.get(name) !== file);
  expect(written.map(({ name }) => name)).toEqual(['monthly_invoices_unpaid']);
  expect(before.length).toBeGreaterThan(300);
  const { rows } = await client.query<{ column: string; type: string }>(
    `select concat_ws('.', attrelid::regclass, attname) as column from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and format_type(atttypid, atttypmod) = 'numeric(10,2)' order by 1`,
  );
  // Prices of one thing, as the specification has them.
  expect(rows.map(({ column }) => column)).toEqual([
    'charge_product_prices.price',
    'charge_products.price',
    'data_bundles.price',
    'referrals.reward',
    'service_plans.price',
    'subscription_addons.monthly_fee',
    'subscription_periods.monthly_fee',
    'user_subscriptions.monthly_fee',
  ]);
});

it('only the newest of the snapshots that drizzle-kit generates is kept', () => {
  const { entries } = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
  const newest = String(entries.length - 1).padStart(4, '0');
  expect(readdirSync(join(MIGRATIONS, 'meta'))).toEqual([`${newest}_snapshot.json`, '_journal.json']);
});
