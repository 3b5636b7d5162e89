import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { JOURNAL_BEFORE_BASELINE } from './journal-before-baseline.fixture.ts';
import { migrateDatabase } from './migrate.ts';
import type { JournalEntry } from './migration-journal.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const OLD = JOURNAL_BEFORE_BASELINE;
const LATER: JournalEntry = { hash: 'f'.repeat(64), createdAt: Date.parse('2100-01-01') };

let testDatabase: TestDatabase;
let client: pg.Client;
let ours: JournalEntry[];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  client = new pg.Client(testDatabase.poolConfig);
  await client.connect();
  ours = (await readJournal()).map(({ hash, created_at }) => ({ hash, createdAt: Number(created_at) }));
  await writeReceipt();
});
afterAll(async () => {
  await client.end();
  await testDatabase.drop();
});
beforeEach(() => client.query('delete from drizzle.__drizzle_migrations'));

async function readJournal(): Promise<{ id: number; hash: string; created_at: string }[]> {
  return (await client.query('select id, hash, created_at from drizzle.__drizzle_migrations order by id')).rows;
}

async function writeReceipt(): Promise<void> {
  await client.query('create table kept (receipt integer); insert into kept values (7)');
}

/** The tables of the baseline, the same that the replaced migrations had created. */
async function makeBaselineTables(): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') });
  await client.query('drop schema public cascade; create schema public');
  for (const statement of baseline?.sql ?? []) await client.query(statement);
  await writeReceipt();
}

async function writeJournal(entries: readonly JournalEntry[]): Promise<void> {
  const statement = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)';
  for (const { hash, createdAt } of entries) await client.query(statement, [hash, createdAt]);
}

/**
 * Starts the portal's migrations `count` times and lets each proceed as far as possible before any
 * may change the journal.
 */
async function startTogether(count: number): Promise<void> {
  const holder = new pg.Client(testDatabase.poolConfig);
  await holder.connect();
  await holder.query('begin; select from drizzle.__drizzle_migrations for update');
  const starts = Promise.all(Array.from({ length: count }, () => migrateDatabase(testDatabase.poolConfig)));
  const waiting = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await client.query(waiting)).rows, { timeout: 10_000 }).toEqual([{ count }]);
  await holder.end();
  await starts;
}

it('a database with everything that the baseline replaced is carried over once, with its rows, by any number of instances', async () => {
  await makeBaselineTables();
  await writeJournal(OLD);
  await startTogether(3);
  await migrateDatabase(testDatabase.poolConfig);
  expect((await readJournal()).map(({ hash, created_at }) => ({ hash, createdAt: Number(created_at) }))).toEqual(ours);
  expect((await client.query('select receipt from kept')).rows).toEqual([{ receipt: 7 }]);
});

const EARLIER =
  'The database was made by an earlier version of the portal that this one cannot bring up to date: start the last version before the migration baseline on it once (docs/decisions/042-one-migration-baseline.md), or use another DATA_DIR or DATABASE_URL.';
const NEWER =
  'The database was made by a newer version of the portal: start that version, or use another DATA_DIR or DATABASE_URL.';

it.each<[string, () => readonly JournalEntry[], string]>([
  ['the first of the replaced migrations', () => OLD.slice(0, 1), EARLIER],
  ['all of them but the last', () => OLD.slice(0, -1), EARLIER],
  ['all of them but one in the middle', () => OLD.toSpliced(12, 1), EARLIER],
  [
    'one of them as it was before an edit',
    () => OLD.with(12, { ...LATER, createdAt: OLD[12]?.createdAt ?? 0 }),
    EARLIER,
  ],
  ['one of them twice', () => OLD.toSpliced(12, 0, ...OLD.slice(12, 13)), EARLIER],
  ['another baseline', () => ours.map((entry) => ({ ...LATER, createdAt: entry.createdAt })), EARLIER],
  ['a migration that only a newer version has', () => [...ours, LATER], NEWER],
  ['a migration after the replaced ones that nobody here knows', () => [...OLD, LATER], NEWER],
])(
  'a database that holds %s is refused with one sentence that says what to do, and left unchanged',
  async (_, entries, said) => {
    await writeJournal(entries());
    const before = await readJournal();
    await expect(migrateDatabase(testDatabase.poolConfig)).rejects.toMatchObject({
      name: 'DatabaseVersionError',
      message: said,
    });
    expect(await readJournal()).toEqual(before);
    expect((await client.query('select receipt from kept')).rows).toEqual([{ receipt: 7 }]);
  },
);
