import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentWork } from '../trace/current-work.ts';
import { connectPool, type Database, databaseOf, isDatabaseOutOfReach } from './connection.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const pool = connectPool(testDatabase.poolConfig, () => {});
  await pool.query('create table saved (id int primary key, times int); insert into saved values (1, 0)');
  await pool.end();
});
afterAll(() => testDatabase.drop());

const CONNECTIONS = 4;
let pool: pg.Pool;
let database: Database;
/** Somebody's transaction that has changed the row, and is not over. */
let holder: pg.PoolClient;
let others: pg.Pool;
/** How often each who wants to change the row has tried. */
let tries: number[];
beforeEach(async () => {
  pool = connectPool({ ...testDatabase.poolConfig, max: CONNECTIONS, lock_timeout: 50 }, () => {});
  database = databaseOf(pool);
  others = connectPool(testDatabase.poolConfig, () => {});
  holder = await others.connect();
  await holder.query('begin');
  await holder.query('update saved set times = 0');
  tries = [];
});
afterEach(async () => {
  vi.useRealTimers();
  holder.release(true);
  await Promise.all([pool.end(), others.end()]);
});

/** A request that changes the row; resolves with what it was refused with, or null. */
function save(onTry: () => void = () => {}): Promise<unknown> {
  const mine = tries.push(0) - 1;
  const work = () =>
    database.transaction(async (tx) => {
      tries[mine] = (tries[mine] ?? 0) + 1;
      onTry();
      await tx.execute(sql`update saved set times = times + 1`);
    });
  return currentWork.run({ requestId: `save ${mine}` }, work).then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a lock that another request holds', () => {
  it('is waited for by all who want it, longer than a statement may wait for it', async () => {
    const saves = Array.from({ length: 4 }, () => save());
    await vi.waitUntil(() => tries.every((count) => count >= 3), { timeout: 20_000 });
    await holder.query('commit');
    expect(await Promise.all(saves)).toEqual([null, null, null, null]);
    expect((await pool.query('select times from saved')).rows).toEqual([{ times: 4 }]);
  });

  it('is waited for ten seconds, after which the request is told to come back', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const refusal = await save(() => vi.advanceTimersByTime(1200));
    expect(isDatabaseOutOfReach(refusal)).toBe(true);
    expect(tries).toEqual([9]);
  });

  it('takes no connections from others: of too many who wait for it some are told to come back', async () => {
    const refusals: unknown[] = [];
    const note = (refusal: unknown) => refusal !== null && refusals.push(refusal);
    const saves = Array.from({ length: 3 * CONNECTIONS }, () => save().then(note));
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await vi.waitUntil(() => refusals.length > 0, { timeout: 20_000 });
    expect(refusals.every(isDatabaseOutOfReach)).toBe(true);
    await holder.query('commit');
    await Promise.all(saves);
    expect(refusals.length).toBeLessThan(saves.length);
  });
});
