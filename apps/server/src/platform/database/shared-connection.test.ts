import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Connection, connectPool, databaseOf, isDatabaseOutOfReach } from './connection.ts';
import { createSharedConnection, type OnSharedConnection } from './shared-connection.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let testDatabase: TestDatabase;
let pool: pg.Pool;
let onSharedConnection: OnSharedConnection;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  pool = connectPool({ ...testDatabase.poolConfig, max: 3, query_timeout: 500 }, () => {});
  await pool.query('create table noted (number integer primary key)');
  onSharedConnection = createSharedConnection(databaseOf(pool));
});
afterAll(async () => {
  await pool.end();
  await testDatabase.drop();
});

const askPid = async (connection: Connection): Promise<unknown> =>
  (await connection.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;
const note = (number: number) => (connection: Connection) =>
  connection.execute(sql`insert into noted values (${number})`);

it('is one connection for all statements of a turn, however many there are, and is released', async () => {
  const connect = vi.spyOn(pool, 'connect');
  const pids = await Promise.all(Array.from({ length: 200 }, () => onSharedConnection(askPid)));
  expect(new Set(pids).size).toBe(1);
  expect(connect).toHaveBeenCalledTimes(1);
  connect.mockRestore();
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount));
});

it('makes each statement its own transaction: one that fails rolls back and blocks no other', async () => {
  const outcomes = await Promise.allSettled(
    [note(1), note(2), note(1), note(3)].map((work) => onSharedConnection(work)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect((await pool.query('select number from noted order by number')).rows).toEqual(
    [1, 2, 3].map((number) => ({ number })),
  );
});

it('allows work to send more than one statement', async () => {
  const twice = async (connection: Connection) => [await askPid(connection), await askPid(connection)];
  const [[first, second] = [], other] = await Promise.all([onSharedConnection(twice), onSharedConnection(askPid)]);
  expect([second, other]).toEqual([first, first]);
});

it.each([
  ['that breaks', sql`select pg_terminate_backend(pg_backend_pid())`],
  ['that stays silent', sql`select pg_sleep(5)`],
])(
  'fails the statements behind it with a temporary error when a connection %s, and the next turn gets another one',
  async (_, harm) => {
    const broken = [(connection: Connection) => connection.execute(harm), askPid, askPid];
    const outcomes = await Promise.allSettled(broken.map((work) => onSharedConnection<unknown>(work)));
    for (const outcome of outcomes) {
      expect(outcome.status).toBe('rejected');
      expect(isDatabaseOutOfReach('reason' in outcome ? outcome.reason : null)).toBe(true);
    }
    expect(await onSharedConnection(askPid)).toEqual(expect.any(Number));
    await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount));
  },
);

it('fails with a temporary error when the pool has no free connection', async () => {
  const failing = connectPool({ ...testDatabase.poolConfig, port: 1, host: '127.0.0.1' }, () => {});
  const onNone = createSharedConnection(databaseOf(failing));
  const outcomes = await Promise.allSettled([onNone(askPid), onNone(askPid)]);
  for (const outcome of outcomes) {
    expect(isDatabaseOutOfReach('reason' in outcome ? outcome.reason : null)).toBe(true);
  }
  await failing.end();
});
