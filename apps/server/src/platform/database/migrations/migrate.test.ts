import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { JOURNAL_BEFORE_BASELINE } from './journal-before-baseline.fixture.ts';
import { type MigrationOptions, migrateDatabase } from './migrate.ts';
import type { JournalEntry } from './migration-journal.ts';

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
  const [baseline] = readMigrationFiles({ migrationsFolder: import.meta.dirname });
  await client.query('drop schema public cascade; create schema public');
  for (const statement of baseline?.sql ?? []) await client.query(statement);
  await writeReceipt();
}

async function writeJournal(entries: readonly JournalEntry[]): Promise<void> {
  const statement = 'insert into drizzle.__drizzle_migrations (hash, created_at, compatible_from) values ($1, $2, $3)';
  for (const { hash, createdAt, compatibleFrom = null } of entries)
    await client.query(statement, [hash, createdAt, compatibleFrom]);
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
  const waiting = `select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and (wait_event_type = 'Lock' or query like '%pg_try_advisory_lock%')`;
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

describe('a database that a newer release has migrated', () => {
  const open = (version: string) => migrateDatabase(testDatabase.poolConfig, { version });

  it.each<[string, string | null, string, 'is opened' | 'is refused']>([
    ['which dropped nothing', '0.0.0', '1.4.0', 'is opened'],
    ['which dropped what release 1.4.0 no longer uses', '1.4.0', '1.4.0', 'is opened'],
    ['which dropped what release 1.10.0 no longer uses', '1.10.0', '1.9.0', 'is refused'],
    ['without saying who works with it', null, '1.4.0', 'is refused'],
  ])('%s (%s), by release %s: %s', async (_, compatibleFrom, version, outcome) => {
    await writeJournal([...ours, { ...LATER, compatibleFrom }]);
    const before = await readJournal();
    if (outcome === 'is opened') await open(version);
    else await expect(open(version)).rejects.toThrow(NEWER);
    expect(await readJournal()).toEqual(before);
  });

  it('is refused when it lacks a migration of the older release', async () => {
    await writeJournal([...ours.slice(0, -1), { ...LATER, compatibleFrom: '0.0.0' }]);
    await expect(open('1.4.0')).rejects.toThrow(NEWER);
  });
});

describe('a migration of a database that is in use', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    mkdirSync(join(folder, 'meta'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Applies these, the first of a database, while the table `kept` is in use. */
  async function migrate(files: readonly string[], options: Partial<MigrationOptions> = {}): Promise<void> {
    const entries = files.map((text, idx) => {
      writeFileSync(join(folder, `${idx}.sql`), text);
      return { idx, when: idx + 1, tag: String(idx), breakpoints: true };
    });
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    const usual = { folder, firstPauseMs: 20, longestPauseMs: 20, finish: async () => {} };
    await migrateDatabase(testDatabase.poolConfig, { ...usual, ...options });
  }

  async function holdTable(): Promise<pg.Client> {
    const holder = new pg.Client(testDatabase.poolConfig);
    await holder.connect();
    await holder.query('begin; select from kept');
    return holder;
  }

  it('steps back from a long transaction, so that customers go on, and is applied when it ends', async () => {
    const holder = await holdTable();
    const refused = Promise.withResolvers<void>();
    const attempts: string[] = [];
    const migrating = migrate(['create table first (); alter table kept add column later integer'], {
      lockTimeoutMs: 100,
      onRetry: (message) => {
        attempts.push(message);
        if (attempts.length === 3) refused.resolve();
      },
    });
    await refused.promise;
    // A customer's statement queues behind the migration's lock and must not wait for the holder.
    await client.query("set statement_timeout = '1500ms'");
    expect((await client.query('select receipt from kept')).rows).toEqual([{ receipt: 7 }]);
    expect((await client.query("select to_regclass('first') as first")).rows).toEqual([{ first: null }]);
    await client.query('reset statement_timeout');
    await holder.query('commit');
    await migrating;
    await holder.end();
    expect((await client.query('select receipt, later from kept')).rows).toEqual([{ receipt: 7, later: null }]);
    expect(await readJournal()).toHaveLength(1);
  });

  it('gives up with one sentence that says what to do when the transaction does not end', async () => {
    const holder = await holdTable();
    await expect(
      migrate(['alter table kept add column never integer'], { lockTimeoutMs: 20, giveUpAfterMs: 60 }),
    ).rejects.toThrow(/could not be migrated .* another transaction holds a lock .* end it .* start the portal again/);
    await holder.end();
    expect(await readJournal()).toEqual([]);
  });

  it('builds an index without stopping anybody who writes, and is recorded like the others', async () => {
    const index = [
      'drop index concurrently if exists kept_receipt',
      'create index concurrently kept_receipt on kept (receipt)',
    ];
    await migrate([
      index.join(';\n--> statement-breakpoint\n'),
      '-- contracts: 1.4.0\nalter table kept drop column later',
    ]);
    const { rows } = await client.query('select compatible_from from drizzle.__drizzle_migrations order by id');
    expect(rows).toEqual([{ compatible_from: '0.0.0' }, { compatible_from: '1.4.0' }]);
    const valid = "select indisvalid from pg_index where indexrelid = 'kept_receipt'::regclass";
    expect((await client.query(valid)).rows).toEqual([{ indisvalid: true }]);
  });
});
