import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any number that no other program uses on this database: several instances that start together migrate one after the other. */
const MIGRATION_LOCK = 7_203_114;

/** Brings the database to the newest schema; does nothing when it is. Safe to run from several instances at once. */
export async function migrateDatabase(settings: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) });
  } finally {
    await client.end();
  }
}
