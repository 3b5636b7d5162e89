import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type JournalEntry, judgeJournal } from './migration-journal.ts';

/**
 * An advisory lock key that no other program uses on this database: instances that start together
 * migrate one after the other.
 */
const MIGRATION_LOCK = 7_203_114;

const FOLDER = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** The newest migration of this version, as its journal dates it: a newer version has a later one. */
export function newestMigration(): number {
  return Math.max(...readMigrationFiles(FOLDER).map(({ folderMillis }) => folderMillis));
}

/**
 * Migrates the database to the newest schema; does nothing when it is up to date. Several instances
 * may run it at once. Throws DatabaseVersionError, having changed nothing, when this version does
 * not continue the one that created the database.
 */
export async function migrateDatabase(settings: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const known = readMigrationFiles(FOLDER).map(({ hash, folderMillis }) => ({ hash, createdAt: folderMillis }));
    const verdict = judgeJournal(await readJournal(client), known);
    if (verdict === 'carry-over') await replaceJournal(client, known[0]);
    await migrate(drizzle({ client }), FOLDER);
  } finally {
    await client.end();
  }
}

/** The migrations applied to the database, oldest first; empty when drizzle never ran. */
async function readJournal(client: pg.Client): Promise<JournalEntry[]> {
  const found = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (!found.rows[0]?.there) return [];
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by id',
  );
  return rows.map(({ hash, created_at }) => ({ hash, createdAt: Number(created_at) }));
}

/** One statement, so that it is applied completely or not at all. */
async function replaceJournal(client: pg.Client, baseline: JournalEntry | undefined): Promise<void> {
  await client.query(
    `with replaced as (delete from drizzle.__drizzle_migrations)
     insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)`,
    [baseline?.hash, baseline?.createdAt],
  );
}
