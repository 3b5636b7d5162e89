import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { takeAfterCommit } from './after-commit.ts';
import { timeQueries } from './query-timing.ts';

/** `$client` is the pool itself, for statements that are to be named. */
export type Database = NodePgDatabase & { readonly $client: pg.Pool };

/** The same query interface, inside one transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The same query interface on one connection of the pool. */
export type Connection = NodePgDatabase & { readonly $client: pg.PoolClient };

/**
 * What a repository needs: the pool, a connection of it, or the transaction that it must take part
 * in.
 */
export type Queryable = Database | Connection | Transaction;

/**
 * A connection that is given back before its last statement was answered would keep everybody who
 * gets it next waiting too.
 */
function discardSilent(client: pg.PoolClient): void {
  if (client instanceof pg.Client && Reflect.get(client, 'readyForQuery') === false) void client.end();
}

/**
 * A pool of at most `max` connections that fails instead of hanging: 2 s to get a connection, 2 s
 * for a lock, 2.5 s a statement, 2.8 s when the server does not even say that, 10 s for a
 * transaction that waits for its program. Errors of idle connections are reported to `onIdleError`;
 * the pool replaces the connection by itself.
 */
export function connectPool(settings: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    // Each below 3 s: that long a request may take to be refused.
    connectionTimeoutMillis: 2000,
    lock_timeout: 2000,
    statement_timeout: 2500,
    query_timeout: 2800,
    idleTimeoutMillis: 60_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'portal',
    // For who sends several statements over one connection (`shared-connection.ts`).
    pipeline: true,
    ...settings,
  });
  // While the pool ends, the server may be the first to close.
  pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error);
  });
  // Between two statements of a transaction nobody else listens, and an error that nobody hears
  // ends the process; the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', (client) => timeQueries(pool, client));
  pool.on('release', (_error, client) => discardSilent(client));
  return pool;
}

type Limits = { readonly query_timeout?: number };

/**
 * A connection as a transaction asks it: given up with the first statement that was not answered,
 * for a rollback behind it would wait as long again.
 */
function askedBy(client: pg.PoolClient, limits: Limits): pg.PoolClient {
  const query = async (statement: pg.QueryConfig, values: unknown[]) => {
    try {
      return await client.query({ ...statement, ...limits }, values);
    } catch (error) {
      if (sqlState(error) === null) discardSilent(client);
      throw error;
    }
  };
  return Object.create(client, { query: { value: query } });
}

function queriesOn(pool: pg.Pool, limits: Limits, begin: (tx: Transaction) => Promise<unknown>): Database {
  const database = drizzle({ client: pool });
  database.transaction = async (work, config) => {
    const client = await pool.connect();
    let committed: readonly (() => void)[] = [];
    try {
      return await drizzle({ client: askedBy(client, limits) })
        .transaction(async (tx) => {
          await begin(tx);
          const result = await work(tx);
          committed = takeAfterCommit(tx);
          return result;
        }, config)
        .then((result) => {
          for (const act of committed) act();
          return result;
        });
    } finally {
      client.release();
    }
  };
  return database;
}

/**
 * The query builder on a pool. A transaction gives its connection back however it ends: drizzle's
 * own keeps one whose `begin` has failed for ever.
 */
export function databaseOf(pool: pg.Pool): Database {
  return queriesOn(pool, {}, async () => {});
}

/**
 * The same pool where nobody waits, as in jobs and exports, or is ready to, as for a report: in its
 * transactions a statement may take 30 s, and a lock 4 s.
 */
export function unhurried({ $client: pool }: Database): Database {
  return queriesOn(pool, { query_timeout: 31_000 }, (tx) =>
    tx.execute(sql`select set_config('statement_timeout', '30s', true), set_config('lock_timeout', '4s', true)`),
  );
}

/**
 * PostgreSQL's error code (SQLSTATE) of a failed query, also when the query builder has wrapped it;
 * null when PostgreSQL did not answer.
 */
export function sqlState(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.code ?? null;
  }
  return null;
}

const UNIQUE_VIOLATION = '23505';

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

const OUT_OF_REACH_STATES = /^(08|53|57|58|55P03|40)/;
const OUT_OF_REACH_ERRORS =
  /ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/;

/**
 * True when the database is away, shutting down, overloaded or gave up on a lock: the caller may
 * try again later.
 */
export function isDatabaseOutOfReach(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return OUT_OF_REACH_STATES.test(state);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (OUT_OF_REACH_ERRORS.test(`${'code' in cause ? String(cause.code) : ''} ${cause.message}`)) return true;
  }
  return false;
}
