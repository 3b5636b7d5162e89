import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import packageJson from '../../../../package.json' with { type: 'json' };
import { sqlState } from '../connection.ts';
import { buildPartitionIndexes } from '../partitions/build-indexes.ts';
import { makeMonthsAtStart } from '../partitions/make-months.ts';
import { grantPortalRights } from '../rights/grant-portal-rights.ts';
import { compatibleFrom, type JournalEntry, judgeJournal } from './migration-journal.ts';

/**
 * An advisory lock key that no other program uses on this database: instances that start together
 * migrate one after the other.
 */
const MIGRATION_LOCK = 7_203_114;
const TURN_EVERY_MS = 200;

/** Statements that PostgreSQL refuses inside a transaction; they do not block anybody. */
const OUTSIDE_TRANSACTION = /\bconcurrently\b/i;
/** lock_not_available, deadlock_detected */
const LOCK_FAULTS: readonly (string | null)[] = ['55P03', '40P01'];

export type MigrationOptions = {
  readonly folder: string;
  /** The release of this portal. */
  readonly version: string;
  /** What waits behind the lock that a migration waits for has to wait as long. */
  readonly lockTimeoutMs: number;
  /** Before the second attempt; twice as long before each further one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly giveUpAfterMs: number;
  /** Called before each pause. */
  readonly onRetry: (message: string) => void;
  /** The account as which the portal runs, where that is another: it gets its rights. */
  readonly portalRole: string | null;
  /** Called when the schema is the newest, while no other instance migrates. */
  readonly finish: (client: pg.Client) => Promise<void>;
};

export const MIGRATIONS = fileURLToPath(new URL('.', import.meta.url));

const USUAL: MigrationOptions = {
  folder: MIGRATIONS,
  version: packageJson.version,
  // Well below PostgreSQL's deadlock_timeout of 1 s: in a deadlock the migration gives up, not a customer.
  lockTimeoutMs: 300,
  firstPauseMs: 1000,
  longestPauseMs: 15_000,
  giveUpAfterMs: 10 * 60_000,
  onRetry: () => {},
  portalRole: null,
  finish: async (client) => {
    await buildPartitionIndexes(client);
    await makeMonthsAtStart(client);
  },
};

/** A transaction has held a lock that a migration needs for too long. */
export class MigrationLockError extends Error {
  override name = 'MigrationLockError';

  constructor(minutes: number, cause: unknown) {
    super(
      `The database could not be migrated within ${minutes} minutes because another transaction holds a lock on a table that changes: end it (the oldest xact_start in pg_stat_activity), then start the portal again.`,
      { cause },
    );
  }
}

/** The newest migration of this version, as its journal dates it: a newer version has a later one. */
export function newestMigration(): number {
  return Math.max(...readMigrationFiles({ migrationsFolder: USUAL.folder }).map(({ folderMillis }) => folderMillis));
}

/**
 * The statements of the migrations after that of this date, in their order; null when this release has
 * no migration of it.
 */
export function statementsSince(migration: number): string[] | null {
  const known = readMigrationFiles({ migrationsFolder: USUAL.folder });
  const at = known.findIndex(({ folderMillis }) => folderMillis === migration);
  return at === -1 ? null : known.slice(at + 1).flatMap(({ sql }) => sql);
}

/**
 * Migrates the database to the newest schema and makes the monthly partitions ahead; does nothing
 * when it is up to date, or ahead in a way that this release works with. Several instances may run
 * it at once. A migration that does not get its locks within 300 ms is rolled back and tried again
 * later, so that customers hardly wait. Throws DatabaseVersionError, having changed nothing, for the
 * database of another version, and MigrationLockError when a lock is not free for ten minutes.
 */
export async function migrateDatabase(settings: pg.PoolConfig, options: Partial<MigrationOptions> = {}): Promise<void> {
  const { folder, version, portalRole, finish, ...patience } = { ...USUAL, ...options };
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await waitForTurn(client);
    const migrations = readMigrationFiles({ migrationsFolder: folder });
    const known = migrations.map(({ hash, folderMillis }) => ({ hash, createdAt: folderMillis }));
    const applied = await readJournal(client);
    const verdict = judgeJournal(applied, known, version);
    if (verdict === 'ahead') return;
    if (verdict === 'carry-over') await replaceJournal(client, known[0]);
    const missing = migrations.slice(verdict === 'carry-over' ? 1 : applied.length);
    if (missing.length > 0) await withRetries(client, patience, () => prepareJournal(client));
    for (const migration of missing) await withRetries(client, patience, () => apply(client, migration));
    if (portalRole !== null) await withRetries(client, patience, () => grantPortalRights(client, portalRole));
    await finish(client);
  } finally {
    await client.end();
  }
}

/**
 * By asking again and again: CREATE INDEX CONCURRENTLY waits for every statement that is under way,
 * also for one that waits for this lock.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK]);
    if (rows[0]?.mine) return;
    await sleep(TURN_EVERY_MS);
  }
}

/** The migrations applied to the database, oldest first; empty when none ever was. */
async function readJournal(client: pg.Client): Promise<JournalEntry[]> {
  const found = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (!found.rows[0]?.there) return [];
  // By way of JSON, since older versions created the table without this column.
  const { rows } = await client.query<{ hash: string; created_at: string; compatible_from: string | null }>(
    `select hash, created_at, to_jsonb(entry) ->> 'compatible_from' as compatible_from
     from drizzle.__drizzle_migrations entry order by id`,
  );
  return rows.map(({ hash, created_at, compatible_from }) => ({
    hash,
    createdAt: Number(created_at),
    compatibleFrom: compatible_from,
  }));
}

/** One statement, so that it is applied completely or not at all. */
async function replaceJournal(client: pg.Client, baseline: JournalEntry | undefined): Promise<void> {
  await client.query(
    `with replaced as (delete from drizzle.__drizzle_migrations)
     insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)`,
    [baseline?.hash, baseline?.createdAt],
  );
}

/** The table that drizzle-orm's own migrator uses, with one column more. */
async function prepareJournal(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await client.query('alter table drizzle.__drizzle_migrations add column if not exists compatible_from text');
}

/**
 * All of a migration and its record, or nothing; statement by statement where PostgreSQL allows no
 * transaction.
 */
async function apply(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  const record = () =>
    client.query('insert into drizzle.__drizzle_migrations (hash, created_at, compatible_from) values ($1, $2, $3)', [
      hash,
      folderMillis,
      compatibleFrom(sql.join('')),
    ]);
  if (sql.some((statement) => OUTSIDE_TRANSACTION.test(statement))) {
    // Whoever builds an index concurrently waits for all others without stopping them.
    await client.query('set lock_timeout = 0');
    for (const statement of sql) await client.query(statement);
    await record();
    return;
  }
  await client.query('begin');
  try {
    for (const statement of sql) await client.query(statement);
    await record();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

type Patience = Omit<MigrationOptions, 'folder' | 'version' | 'portalRole' | 'finish'>;

async function withRetries(client: pg.Client, patience: Patience, attempt: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  for (let pauseMs = patience.firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, patience.longestPauseMs)) {
    await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`);
    try {
      return await attempt();
    } catch (error) {
      if (!LOCK_FAULTS.includes(sqlState(error))) throw error;
      if (performance.now() - startedAt > patience.giveUpAfterMs)
        throw new MigrationLockError(patience.giveUpAfterMs / 60_000, error);
      patience.onRetry(`a migration did not get its locks and is tried again in ${pauseMs} ms`);
      await sleep(pauseMs);
    }
  }
}
