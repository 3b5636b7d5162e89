import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentWork } from '../trace/current-work.ts';
import { connectPool, databaseOf, isDatabaseOutOfReach } from './connection.ts';
import { createSharedConnection } from './shared-connection.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let testDatabase: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await pool.end();
});
afterAll(() => testDatabase.drop());

type Ask = () => Promise<unknown>;

/** A pool of one connection, which others use for `ms` before each of these questions is answered. */
async function askOneByOne(questions: readonly (readonly [ms: number, ask: Ask])[]): Promise<unknown> {
  for (const [ms, ask] of questions) {
    const others = await currentWork.run({}, () => pool.connect());
    const asked = ask().catch((error: unknown) => error);
    // The shared connection is got at the end of the turn.
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(ms);
    others.release();
    const answer = await asked;
    if (answer instanceof Error) return answer;
  }
  return 'answered';
}

describe('the waits of a request for a connection', () => {
  const ways = (): readonly (readonly [string, Ask])[] => {
    const database = databaseOf(pool);
    const shared = createSharedConnection(database);
    return [
      ['a transaction', () => database.transaction((tx) => tx.execute(sql`select 1`))],
      ['a read', () => database.execute(sql`select 1`)],
      ['the shared connection', () => shared((connection) => connection.execute(sql`select 1`))],
    ];
  };

  function prepare(): Readonly<Record<string, Ask>> {
    pool = connectPool({ ...testDatabase.poolConfig, max: 1 }, () => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    return Object.fromEntries(ways());
  }

  it.each([
    ['a transaction', 'a read'],
    ['a read', 'a transaction'],
    ['the shared connection', 'a transaction'],
  ])('take two and a half seconds in all: %s for 1.9 s leaves %s 0.6 s', async (first, second) => {
    const ask = prepare();
    const of = (ms: number) =>
      currentWork.run({ requestId: 'ours' }, () =>
        askOneByOne([
          [1900, ask[first] as Ask],
          [ms, ask[second] as Ask],
        ]),
      );
    expect(await of(500)).toBe('answered');
    expect(isDatabaseOutOfReach(await of(700))).toBe(true);
    expect(await of(500)).toBe('answered');
  });

  it('are limited one by one alone outside of a request', async () => {
    const ask = prepare();
    const twice = [1900, 1900].map((ms) => [ms, ask['a transaction'] as Ask] as const);
    expect(await currentWork.run({ job: 'renewals' }, () => askOneByOne(twice))).toBe('answered');
  });

  it('count once where they are side by side', async () => {
    const ask = prepare();
    const read = ask['a read'] as Ask;
    const threeAtOnce: Ask = () => Promise.all([read(), read(), read()]);
    const answer = await currentWork.run({ requestId: 'ours' }, () =>
      askOneByOne([
        [1900, threeAtOnce],
        [500, read],
      ]),
    );
    expect(answer).toBe('answered');
  });
});
