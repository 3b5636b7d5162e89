import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPool, databaseOf, isDatabaseOutOfReach, sqlState, unhurried } from './connection.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const fromPostgres = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
const fromSystem = (code: string) => Object.assign(new Error(`write ${code}`), { code });
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

describe('a failed query', () => {
  it.each(['08006', '53300', '57P01', '55P03', '40001', '58030'])(
    'asks for patience when PostgreSQL says %s',
    (code) => {
      expect(isDatabaseOutOfReach(wrapped(fromPostgres(code)))).toBe(true);
    },
  );

  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'ETIMEDOUT'])('asks for patience after %s', (code) => {
    expect(isDatabaseOutOfReach(wrapped(fromSystem(code)))).toBe(true);
    expect(sqlState(wrapped(fromSystem(code)))).toBeNull();
  });

  it('asks for patience when the pool has no connection to give or loses one', () => {
    expect(isDatabaseOutOfReach(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isDatabaseOutOfReach(new Error('Connection terminated unexpectedly'))).toBe(true);
  });

  it.each(['23505', '22P02', '42703'])('is a defect of ours when PostgreSQL says %s', (code) => {
    expect(isDatabaseOutOfReach(wrapped(fromPostgres(code)))).toBe(false);
    expect(sqlState(wrapped(fromPostgres(code)))).toBe(code);
  });

  it('is a defect of ours when our own code threw', () => {
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

  it('that breaks between two statements of a transaction fails that transaction alone, and asks for patience', async () => {
    const broken = databaseOf(pool).transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await tx.execute(sql`select 1`);
    });
    const error: unknown = await broken.catch((reason: unknown) => reason);
    expect(isDatabaseOutOfReach(error)).toBe(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('that breaks before its transaction has begun is given back, so that the pool never runs dry', async () => {
    const few = connectPool({ ...testDatabase.poolConfig, max: 1, connectionTimeoutMillis: 10_000 }, () => {});
    few.once('acquire', (client) => void (client instanceof pg.Client && client.end()));
    const error: unknown = await databaseOf(few)
      .transaction((tx) => tx.execute(sql`select 1`))
      .catch((reason: unknown) => reason);
    expect(isDatabaseOutOfReach(error)).toBe(true);
    expect((await few.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await few.end();
  });

  it('has more time for a report, with its client and with its server, and for that transaction alone', async () => {
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
    // The client's patience is as long as it takes: it is the server that must lose its own again.
    const sleep = { text: 'select pg_sleep(8)', query_timeout: 15_000 };
    const error: unknown = await hasty.query(sleep).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('57014');
    await hasty.end();
  });

  it('on which the database falls silent is given up, and not handed out again', async () => {
    const error: unknown = await databaseOf(pool)
      .transaction((tx) => tx.execute(sql`select pg_sleep(20)`))
      .catch((reason: unknown) => reason);
    expect(isDatabaseOutOfReach(error)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pool.query('select 1 as one')));
    expect(answers.map(({ rows }) => rows[0])).toEqual(Array.from({ length: 5 }, () => ({ one: 1 })));
  });
});
