import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { migrateDatabase } from '../migrations/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { buildPartitionIndexes } from './build-indexes.ts';
import { dropExpired } from './drop-months.ts';
import { makeMonthsAhead } from './make-months.ts';
import { monthAfter } from './month.policy.ts';
import { openPartitionSession, type RunSql } from './partition-session.ts';
import { RETENTION } from './retention.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** The present month in Lagos, as partitions are made at the start. */
let present = '';
/** A moment this many months after the present one. */
const later = (months: number): Date => new Date(`${monthAfter(present, months)}-15T12:00:00Z`);
const day = (months: number): string => `${monthAfter(present, months)}-10`;

let testDatabase: TestDatabase;
const clients: pg.Client[] = [];
let client: pg.Client;
let run: RunSql;

async function connect(): Promise<pg.Client> {
  const connected = new pg.Client(testDatabase.poolConfig);
  clients.push(connected);
  await connected.connect();
  return connected;
}

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  client = await connect();
  await client.query(
    "insert into users (id, email, email_key, password_hash, referral_code) values (1, 'a@mail.example', 'a@mail.example', 'x', 'A')",
  );
  present = String((await valuesOf("select to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM')"))[0]);
  const opened = await openPartitionSession(await connect());
  if (!opened) throw new Error('the session was not opened');
  run = opened;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((one) => one.end()));
  await testDatabase.drop();
});

async function valuesOf(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows.map(([value]) => value);
}

const partitionsOf = (table: string) =>
  valuesOf('select inhrelid::regclass::text from pg_inherits where inhparent = $1::text::regclass order by 1', [table]);
const useDay = (months: number) =>
  client.query('insert into usage_days (user_id, day, download_bytes) values (1, $1, 5)', [day(months)]);
const dropAt = (now: Date) => dropExpired(run, now, new AbortController().signal);

it('a portal that has run for a year has partitions three months ahead, whenever it looks', async () => {
  await expect(useDay(15)).rejects.toThrow('no partition');
  const made = await makeMonthsAhead(run, later(12));
  expect(made).toHaveLength(12 * RETENTION.filter(({ by }) => by === 'partition').length);
  await useDay(15);
  await expect(useDay(16)).rejects.toThrow('no partition');
  expect(await makeMonthsAhead(run, later(12))).toEqual([]);
});

it('days are kept for two years, then the whole month goes, and nothing younger', async () => {
  for (const months of [-30, 0, 1, 2]) await useDay(months);
  await makeMonthsAhead(run, later(26));
  await useDay(3);
  expect((await dropAt(later(24))).filter((name) => name.startsWith('usage_days'))).toEqual([]);
  expect(await valuesOf('select count(*)::int from usage_days')).toEqual([5]);
  const until = `usage_days_to_${present.replace('-', '_')}`;
  expect(await dropAt(later(25))).toContain(until);
  expect(await valuesOf('select day::text from usage_days order by day')).toEqual([day(1), day(2), day(3)]);
  expect(await valuesOf('select count(*)::int from pg_class where relname = $1', [until])).toEqual([0]);
  await dropAt(later(26));
  expect(await valuesOf('select day::text from usage_days order by day')).toEqual([day(2), day(3)]);
});

it('a session that is still open after two years moves to the present month and is counted on', async () => {
  const insert = `insert into usage_sessions (session_key, generation, username, written_username, nas, session_id, started_at, last_event_at, last_packet_at, ended_at, counted)
    values ($1, 1, 'x', 'x', 'x', 'x', now(), now(), now(), $2, '{}')`;
  await client.query(insert, ['open', null]);
  await client.query(insert, ['ended', day(0)]);
  await makeMonthsAhead(run, later(25));
  await dropAt(later(25));
  expect(await valuesOf('select session_key from usage_sessions')).toEqual(['open']);
  expect(await valuesOf('select month::text from usage_sessions')).toEqual([`${monthAfter(present, 25)}-01`]);
});

it('a session is stored once, also when two instances store it at the turn of the month', async () => {
  const insert = (month: string, on = client) =>
    on.query(
      `insert into usage_sessions (session_key, generation, username, written_username, nas, session_id, started_at, last_event_at, last_packet_at, counted, month)
       values ('key', 1, 'x', 'x', 'x', 'x', now(), now(), now(), '{}', $1)`,
      [month],
    );
  const other = await connect();
  await other.query('begin');
  await insert(`${present}-01`, other);
  const second = insert(`${monthAfter(present, 1)}-01`).catch((error: unknown) => error);
  await other.query('commit');
  expect(await second).toMatchObject({ code: '23505', constraint: 'usage_sessions_once' });
  await client.query('delete from insert_claims');
  await expect(insert(`${monthAfter(present, 2)}-01`)).rejects.toMatchObject({ code: '23505' });
});

it('a message is queued once, also months later, and when two write it at the same moment', async () => {
  const insert = (at: string, on = client) =>
    on.query(
      `insert into outbox_messages (message_key, channel, recipient, text, created_at) values ('bill:1', 'email', 'a@mail.example', 'x', $1)`,
      [at],
    );
  const other = await connect();
  await other.query('begin');
  await insert(day(0), other);
  const second = insert(day(1));
  await other.query('commit');
  expect((await second).rowCount).toBe(0);
  await client.query('delete from insert_claims');
  expect((await insert(day(2))).rowCount).toBe(0);
  // The writer that is rolled back has not queued it.
  await client.query('delete from outbox_messages');
  await other.query('begin');
  await insert(day(0), other);
  const third = insert(day(1));
  await other.query('rollback');
  expect((await third).rowCount).toBe(1);
});

it('an audit record cannot be changed in the partition of its month either', async () => {
  await client.query(`insert into audit_records (actor_id, action, subject) values (1, 'x', 'x')`);
  await makeMonthsAhead(run, later(4));
  for (const partition of await partitionsOf('audit_records')) {
    for (const change of ['update % set action = action', 'delete from %', 'truncate %'])
      await expect(client.query(change.replace('%', String(partition)))).rejects.toThrow('never changed');
  }
  expect(await dropAt(later(72))).toEqual(expect.not.arrayContaining([expect.stringContaining('audit_records')]));
  const dropped = `audit_records_to_${present.replace('-', '_')}`;
  // It is not in the hash chain yet.
  expect(await dropAt(later(73))).toEqual([]);
  await client.query(
    `insert into audit_chain (sequence, kind, source_id, source_at, digest, hash, settled_id)
     select 7, 'record', id, created_at, sha256('x'), sha256('y'), id from audit_records`,
  );
  expect(await dropAt(later(73))).toEqual([dropped]);
  expect(
    await valuesOf("select row(partition, records, last_sequence, last_hash = sha256('y'))::text from audit_drops"),
  ).toEqual([`(${dropped},1,7,t)`]);
});

it('a chat goes with its messages and notes after two years, but not before it is closed', async () => {
  const id = '00000000-0000-0000-0000-000000000001';
  await client.query('insert into chat_sessions (id, user_id, last_seq) values ($1, 1, 1)', [id]);
  await client.query(
    `insert into chat_messages (session_id, seq, sender, sender_id, content) values ($1, 1, 'user', 1, 'x')`,
    [id],
  );
  await client.query(`insert into chat_notes (session_id, author_id, content, after_seq) values ($1, 1, 'x', 1)`, [id]);
  await makeMonthsAhead(run, later(25));
  const counts = () =>
    valuesOf(
      'select count(*)::int from chat_messages union all select count(*)::int from chat_sessions union all select count(*)::int from chat_notes',
    );
  await dropAt(later(25));
  expect(await counts()).toEqual([1, 1, 1]);
  await client.query(`update chat_sessions set status = 'closed', closed_at = now()`);
  await dropAt(later(25));
  expect(await counts()).toEqual([0, 0, 0]);
});

it('all messages of a chat are in the month of its start', async () => {
  const id = '00000000-0000-0000-0000-000000000001';
  await client.query('insert into chat_sessions (id, user_id) values ($1, 1)', [id]);
  await expect(
    client.query(
      `insert into chat_messages (session_id, seq, sender, sender_id, content, month) values ($1, 1, 'user', 1, 'x', $2)`,
      [id, `${monthAfter(present, 1)}-01`],
    ),
  ).rejects.toMatchObject({ constraint: 'chat_messages_session' });
});

it('notices are deleted after a year, however many there are', async () => {
  await client.query(
    `insert into notices (user_id, notice_key, kind, values, created_at) select 1, n::text, 'x', '{}', $1 from generate_series(1, 2500) n`,
    [day(-13)],
  );
  await client.query(`insert into notices (user_id, notice_key, kind, values) values (1, 'new', 'x', '{}')`);
  await dropAt(later(0));
  expect(await valuesOf('select notice_key from notices')).toEqual(['new']);
});

it('a month goes while customers read and write: nobody waits for it, and it waits for them', async () => {
  await makeMonthsAhead(run, later(26));
  const reader = await connect();
  await reader.query('begin');
  await reader.query('select count(*) from usage_days');
  const dropping = dropAt(later(25));
  const waiting = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await valuesOf(waiting))[0] === 0) await sleep(10);
  await useDay(3);
  expect(await valuesOf('select count(*)::int from usage_days')).toEqual([1]);
  await reader.query('commit');
  expect(await dropping).toContain(`usage_days_to_${present.replace('-', '_')}`);
});

it('what a run left halfway is finished by the next one', async () => {
  await makeMonthsAhead(run, later(26));
  const [first, second] = [`usage_days_to_${present.replace('-', '_')}`, String((await partitionsOf('usage_days'))[0])];
  await client.query(`alter table usage_days detach partition ${first}`);
  const reader = await connect();
  await reader.query('begin');
  await reader.query('select count(*) from usage_days');
  const stopped = await connect();
  await stopped.query("set lock_timeout = '50ms'");
  await expect(stopped.query(`alter table usage_days detach partition ${second} concurrently`)).rejects.toThrow('lock');
  await reader.query('commit');
  expect(await dropAt(later(26))).toEqual(expect.arrayContaining([first, second]));
  expect(await valuesOf('select relname::text from pg_class where relname in ($1, $2)', [first, second])).toEqual([]);
});

it('a database of before the partitions keeps every row, and its keys hold for old and new rows', async () => {
  const older = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, '../migrations') }).slice(0, 3);
  await client.query('drop schema public cascade; create schema public');
  for (const statement of older.flatMap(({ sql }) => sql)) await client.query(statement);
  await client.query('delete from drizzle.__drizzle_migrations where created_at > $1', [older.at(-1)?.folderMillis]);
  const chat = '00000000-0000-0000-0000-000000000001';
  const message = `insert into outbox_messages (message_key, channel, recipient, text) values ('bill:1', 'email', 'a@mail.example', 'x')`;
  const said = `insert into chat_messages (session_id, seq, sender, sender_id, content, client_message_id) values ('${chat}', $1, 'user', 1, 'x', 'once')`;
  const session = `insert into usage_sessions (session_key, generation, username, written_username, nas, session_id, started_at, last_event_at, last_packet_at, counted)
    values ('key', 1, 'x', 'x', 'x', 'x', '2026-01-01', '2026-01-01', '2026-01-01', '{}')`;
  const audited =
    "insert into audit_records (actor_id, action, subject, created_at) values (1, 'x', 'x', '2026-02-01')";
  const user = `insert into users (id, email, email_key, password_hash, referral_code) values (1, 'a@mail.example', 'a@mail.example', 'x', 'A')`;
  for (const statement of [
    user,
    `insert into chat_sessions (id, user_id, last_seq) values ('${chat}', 1, 1)`,
    message,
    session,
    audited,
  ])
    await client.query(statement);
  await client.query(said, [1]);
  // An access server’s clock was wrong: the day has not come yet.
  for (const at of [day(-20), day(0), day(5)])
    await client.query('insert into usage_days (user_id, day) values (1, $1)', [at]);
  await migrateDatabase(testDatabase.poolConfig);
  const counts = ['usage_sessions', 'usage_days', 'chat_messages', 'outbox_messages', 'audit_records'].map(
    (table) => `(select count(*)::int from ${table})`,
  );
  expect(await valuesOf(`select array[${counts.join(', ')}]`)).toEqual([[1, 3, 1, 1, 1]]);
  expect((await client.query(message)).rowCount).toBe(0);
  await expect(client.query(session)).rejects.toMatchObject({ code: '23505' });
  await expect(client.query(said, [1])).rejects.toMatchObject({ code: '23505' });
  await expect(client.query(said, [2])).rejects.toMatchObject({ code: '23505' });
  await client.query(audited);
  expect(await valuesOf('select count(distinct id)::int from audit_records')).toEqual([2]);
});

it('two instances do not change partitions at the same time', async () => {
  expect(await openPartitionSession(await connect())).toBeNull();
});

it('an index that a migration makes of the table alone is built month by month, also after an interruption', async () => {
  await client.query('create index usage_days_bytes on only usage_days (download_bytes)');
  const isValid = async () =>
    (await valuesOf("select indisvalid from pg_index where indexrelid = 'usage_days_bytes'::regclass"))[0];
  expect(await isValid()).toBe(false);
  const [partition] = await partitionsOf('usage_days');
  // As CREATE INDEX CONCURRENTLY leaves it.
  await client.query(`create index ${partition}_bytes on ${partition} (upload_bytes)`);
  await makeMonthsAhead(run, later(12));
  const builder = await connect();
  await buildPartitionIndexes(builder);
  await buildPartitionIndexes(builder);
  expect(await isValid()).toBe(true);
  const months = await partitionsOf('usage_days');
  const built = await valuesOf(
    "select pg_get_indexdef(inhrelid) from pg_inherits where inhparent = 'usage_days_bytes'::regclass",
  );
  expect(built).toHaveLength(months.length);
  expect(built.every((text) => String(text).endsWith('(download_bytes)'))).toBe(true);
});
