import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectPool, databaseOf } from './connection.ts';
import { readReplication, replicationGap } from './read-replication.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let testDatabase: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  pool = connectPool(testDatabase.poolConfig, () => {});
});
afterAll(async () => {
  await pool.end();
  await testDatabase.drop();
});

it('a database without standbys has none, and nobody is warned', async () => {
  const replication = await readReplication(databaseOf(pool));
  expect(replication).toEqual({ standbys: 0, synchronous: 0 });
  expect(replicationGap(replication)).toBeNull();
});

it('an operator is warned of a standby that may lose payments, and of an account that cannot see its standbys', () => {
  expect(replicationGap({ standbys: 1, synchronous: 1 })).toBeNull();
  expect(replicationGap({ standbys: 1, synchronous: 0 })).toMatch(/^no standby of the database is synchronous/);
  expect(replicationGap(null)).toMatch(/GRANT pg_monitor/);
});
