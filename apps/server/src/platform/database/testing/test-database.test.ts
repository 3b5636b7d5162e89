import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function open(): Promise<pg.Pool> {
  const database = await createTestDatabase();
  databases.push(database);
  const pool = new pg.Pool(database.poolConfig);
  pool.on('error', () => {});
  return pool;
}

it('each test file gets the migrated schema and sees nothing of the others', async () => {
  const [first, second] = await Promise.all([open(), open()]);
  await first.query('create table only_here (id integer)');
  const tables = "select tablename from pg_tables where schemaname = 'public'";
  expect((await second.query(tables)).rows).toContainEqual({ tablename: 'users' });
  expect((await second.query(tables)).rows).not.toContainEqual({ tablename: 'only_here' });
  await Promise.all([first.end(), second.end()]);
});

it('runs on PostgreSQL 15 or newer, in UTF-8', async () => {
  const pool = await open();
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
  );
  expect(Number(rows[0]?.version)).toBeGreaterThanOrEqual(150_000);
  expect(rows[0]?.encoding).toBe('UTF8');
  await pool.end();
});
