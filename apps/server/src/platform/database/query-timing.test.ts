import { expect, it } from 'vitest';
import { connectPool, databaseOf } from './connection.ts';
import { observeQueries } from './query-timing.ts';
import { createTestDatabase } from './testing/test-database.ts';

it('reports every statement once, however it is sent and ends, also on connections that were already open', async () => {
  const testDatabase = await createTestDatabase();
  const pool = connectPool(testDatabase.poolConfig, () => {});
  await pool.query('select 1');
  const heard: number[] = [];
  observeQueries(pool, (seconds) => heard.push(seconds));
  await pool.query('select pg_sleep(0.05)');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toBeGreaterThanOrEqual(0.05);
  await expect(pool.query('select 1 / 0')).rejects.toThrow('division by zero');
  expect(heard).toHaveLength(2);
  const client = await pool.connect();
  await client.query({ name: 'named', text: 'select $1::int', values: [1] });
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  client.release();
  expect(heard).toHaveLength(4);
  await databaseOf(pool).transaction(async (tx) => void (await tx.execute('select 1')));
  expect(heard).toHaveLength(7);
  await pool.end();
  await testDatabase.drop();
});
