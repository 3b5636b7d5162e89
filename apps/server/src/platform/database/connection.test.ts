import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentWork } from '../trace/current-work.ts';
import { connectPool, databaseOf, isDatabaseOutOfReach, sqlState, unhurried } from './connection.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const fromPostgres = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
const fromSystem = (code: string) => Object.assign(new Error(`write ${code}`), { code });
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

describe('a failed query', () => {
  it.each(['08006', '53300', '57P01', '55P03', '40001', '58030', '25006'])(
    'is reported as temporary when PostgreSQL says %s',
    (code) => {
      expect(isDatabaseOutOfReach(wrapped(fromPostgres(code)))).toBe(true);
    },
  );

  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'ETIMEDOUT'])(
    'is reported as temporary after %s',
    (code) => {
      expect(isDatabaseOutOfReach(wrapped(fromSystem(code)))).toBe(true);
      expect(sqlState(wrapped(fromSystem(code)))).toBeNull();
    },
  );

  it('is reported as temporary when a standby was asked for a table that it does not have', () => {
    const message = 'cannot access temporary or unlogged relations during recovery';
    const refused = Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '0A000' });
    expect(isDatabaseOutOfReach(wrapped(refused))).toBe(true);
    expect(isDatabaseOutOfReach(wrapped(fromPostgres('0A000')))).toBe(false);
  });

  it('is reported as temporary when the pool has no free connection or loses one', () => {
    expect(isDatabaseOutOfReach(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isDatabaseOutOfReach(new Error('Connection terminated unexpectedly'))).toBe(true);
  });

  it.each(['23505', '22P02', '42703'])('is an internal error when PostgreSQL says %s', (code) => {
    expect(isDatabaseOutOfReach(wrapped(fromPostgres(code)))).toBe(false);
    expect(sqlState(wrapped(fromPostgres(code)))).toBe(code);
  });

  it('is an internal error when our own code threw', () => {
    expect(isDatabaseOutOfReach(new TypeError('x is undefined'))).toBe(false);
  });
});

describe('a connection of the pool', () => {
  let testDatabase: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    pool = connectPool({ ...testDatabase.poolConfig, query_timeout: 1500, statement_timeout: 30_000 }, () => {});
  });
  afterAll(async () => {
    await pool.end();
    await testDatabase.drop();
  });

  it('that breaks between two statements fails only that transaction, with a temporary error', async () => {
    const broken = databaseOf(pool).transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await tx.execute(sql`select 1`);
    });
    const error: unknown = await broken.catch((reason: unknown) => reason);
    expect(isDatabaseOutOfReach(error)).toBe(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('that breaks before its transaction has begun is released, so that the pool is not exhausted', async () => {
    const few = connectPool({ ...testDatabase.poolConfig, max: 1, connectionTimeoutMillis: 10_000 }, () => {});
    few.once('acquire', (client) => void (client instanceof pg.Client && client.end()));
    const error: unknown = await databaseOf(few)
      .transaction((tx) => tx.execute(sql`select 1`))
      .catch((reason: unknown) => reason);
    expect(isDatabaseOutOfReach(error)).toBe(true);
    expect((await few.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await few.end();
  });

  it('has longer timeouts for a report, in the client and on the server, and only for that transaction', async () => {
    const short = { statement_timeout: 200, query_timeout: 300, lock_timeout: 100, max: 1 };
    const hasty = connectPool({ ...testDatabase.poolConfig, ...short }, () => {});
    const report = await unhurried(databaseOf(hasty)).transaction(
      (tx) => tx.execute(sql`select pg_sleep(0.5), 1 as one`),
      {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      },
    );
    expect(report.rows).toMatchObject([{ one: 1 }]);
    // The client's timeout is set for each transaction; the server's must be reset afterwards.
    const sleep = { text: 'select pg_sleep(8)', query_timeout: 15_000 };
    const error: unknown = await hasty.query(sleep).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('57014');
    await hasty.end();
  });

  it('that leads to a demoted primary, which takes no writes, is closed, and the next one is a new one', async () => {
    const one = connectPool({ ...testDatabase.poolConfig, max: 1 }, () => {});
    await one.query('set default_transaction_read_only = on');
    const write = () => databaseOf(one).transaction((tx) => tx.execute('create table written (at timestamptz)'));
    const error: unknown = await write().catch((reason: unknown) => reason);
    expect([sqlState(error), isDatabaseOutOfReach(error)]).toEqual(['25006', true]);
    await write();
    await one.end();
  });

  it('gives the transactions of a request up when most statements are slow and take two and a half seconds, and none of a job', async () => {
    let answer: (statement: string) => void = () => {};
    class SlowClient extends pg.Client {}
    Object.defineProperty(SlowClient.prototype, 'query', {
      value(this: pg.Client, statement: { readonly text: string }, ...rest: unknown[]): unknown {
        answer(statement.text);
        return Reflect.apply(pg.Client.prototype.query, this, [statement, ...rest]);
      },
    });
    const one = connectPool({ ...testDatabase.poolConfig, max: 1, Client: SlowClient }, () => {});
    vi.useFakeTimers({ toFake: ['performance'] });
    await one.query({ text: 'create table noted (by text)' });
    const note = (by: string, statements: number): Promise<unknown> =>
      databaseOf(one).transaction(async (tx) => {
        for (let left = statements; left > 0; left--) await tx.execute(sql`insert into noted values (${by})`);
      });
    const inRequest = (work: () => Promise<unknown>): Promise<unknown> =>
      currentWork.run({ requestId: 'ours' }, work).catch((reason: unknown) => reason);
    // As a busy machine, and as a lock that others hold.
    const insertTakes = (ms: number) => (text: string) => text.startsWith('insert') && vi.advanceTimersByTime(ms);
    answer = insertTakes(26);
    expect(await inRequest(() => note('a hundred fast ones', 100))).toBe(undefined);
    answer = insertTakes(3000);
    expect(await inRequest(() => note('a lock', 1))).toBe(undefined);
    // As a slow network.
    answer = () => vi.advanceTimersByTime(400);
    await currentWork.run({ job: 'renewals' }, () => note('a job', 6));
    const together = await inRequest(async () => {
      await note('the first two', 2);
      vi.advanceTimersByTime(30_000);
      await note('the next two', 2);
    });
    answer = () => {};
    vi.useRealTimers();
    expect(isDatabaseOutOfReach(together)).toBe(true);
    expect((await one.query('select by, count(*)::int from noted group by by order by by')).rows).toEqual([
      { by: 'a hundred fast ones', count: 100 },
      { by: 'a job', count: 6 },
      { by: 'a lock', count: 1 },
      { by: 'the first two', count: 2 },
    ]);
    await one.end();
  });

  it('that gets no answer from the database is closed and not reused', async () => {
    const error: unknown = await databaseOf(pool)
      .transaction((tx) => tx.execute(sql`select pg_sleep(20)`))
      .catch((reason: unknown) => reason);
    expect(isDatabaseOutOfReach(error)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pool.query('select 1 as one')));
    expect(answers.map(({ rows }) => rows[0])).toEqual(Array.from({ length: 5 }, () => ({ one: 1 })));
  });
});
