import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { currentWork, type Work } from '../trace/current-work.ts';
import { takeAfterCommit } from './after-commit.ts';
import { limitWaits } from './connection-waits.ts';
import { timeQueries } from './query-timing.ts';

/** `$client` is the pool itself, for named statements. */
export type Database = NodePgDatabase & { readonly $client: pg.Pool };

/** The same query interface inside one transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The same query interface on one connection of the pool. */
export type Connection = NodePgDatabase & { readonly $client: pg.PoolClient };

/**
 * What a repository needs: the pool, one of its connections, or the transaction that it takes part
 * in.
 */
export type Queryable = Database | Connection | Transaction;

/** A connection released before its last statement was answered would block its next user. */
function discardSilent(client: pg.PoolClient): void {
  if (client instanceof pg.Client && Reflect.get(client, 'readyForQuery') === false) void client.end();
}

/** A new connection leads to the primary. */
function discardStandby(client: pg.PoolClient): void {
  if (client instanceof pg.Client && leadToStandby.has(client)) void client.end();
}

const READ_ONLY = '25006';
const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * The refusal of a standby, such as a primary that was demoted while the connection stayed open: of
 * a write, or of an unlogged table, which a standby does not have.
 */
function isStandbyAnswer(error: { readonly code?: string | undefined; readonly message: string }): boolean {
  return (
    error.code === READ_ONLY || (error.code === FEATURE_NOT_SUPPORTED && error.message.endsWith('during recovery'))
  );
}

const leadToStandby = new WeakSet<pg.PoolClient>();

/** Notes whether the server of a new connection turns out to take no writes. */
function watchForStandby(client: pg.PoolClient): void {
  const connection: unknown = Reflect.get(client, 'connection');
  if (!(connection instanceof pg.Connection)) return;
  connection.on('errorMessage', (error: pg.DatabaseError) => {
    if (isStandbyAnswer(error)) leadToStandby.add(client);
  });
}

/**
 * A pool of at most `max` connections that fails instead of hanging. Timeouts: 2 s to get a
 * connection, and 2.5 s for all that a request gets; 2 s for a lock, 2.5 s for a statement, 2.8 s when
 * the server does not report that timeout, 10 s for a transaction that is idle. Errors of idle
 * connections are reported to `onIdleError`; the pool replaces the connection itself.
 */
export function connectPool(settings: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    // Each below 3 s, the limit for refusing a request.
    connectionTimeoutMillis: 2000,
    lock_timeout: 2000,
    statement_timeout: 2500,
    query_timeout: 2800,
    idleTimeoutMillis: 60_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'portal',
    // For sending several statements over one connection (`shared-connection.ts`).
    pipeline: true,
    ...settings,
  });
  // While the pool closes, the server may close the connection first.
  pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error);
  });
  // Between two statements of a transaction the connection has no other error listener, and an
  // unhandled error event ends the process; the next statement reports the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', (client) => timeQueries(pool, client));
  pool.on('connect', watchForStandby);
  pool.on('release', (_error, client) => discardSilent(client));
  pool.on('release', (_error, client) => discardStandby(client));
  limitWaits(pool);
  return pool;
}

type Limits = { readonly query_timeout?: number };

/**
 * The transactions of a request are given up once most of their statements have each taken longer than
 * SLOW_STATEMENT_MS, and all together longer than this: on a slow network each alone may be fast enough
 * (threat P3). Many fast statements, and one that waits for a lock which others hold, go on.
 */
const REQUEST_TRANSACTIONS_MS = 2500;
const SLOW_STATEMENT_MS = 100;

/** Of the statements in the transactions of a request so far. */
type Spent = { ms: number; statements: number; slow: number };

const spentBy = new WeakMap<Work, Spent>();

/** Null for work that finishes what it has begun. */
function spentByRequest(limits: Limits): Spent | null {
  const work = currentWork.getStore();
  if (work?.requestId === undefined || limits.query_timeout !== undefined) return null;
  const spent = spentBy.get(work) ?? { ms: 0, statements: 0, slow: 0 };
  spentBy.set(work, spent);
  return spent;
}

function noteStatement(spent: Spent, ms: number): void {
  spent.ms += ms;
  spent.statements++;
  if (ms > SLOW_STATEMENT_MS) spent.slow++;
}

const tookTooLong = ({ ms, statements, slow }: Spent): boolean => ms > REQUEST_TRANSACTIONS_MS && 2 * slow > statements;

/**
 * A connection as a transaction uses it: closed after the first statement without an answer, or when
 * it takes too long, because a rollback would wait just as long.
 */
function askedBy(client: pg.PoolClient, limits: Limits, spent: Spent | null): pg.PoolClient {
  const query = async (statement: pg.QueryConfig, values: unknown[]) => {
    if (spent && tookTooLong(spent)) {
      if (client instanceof pg.Client) void client.end();
      throw new Error('Query read timeout: the transactions of a request took too long');
    }
    const sentAt = performance.now();
    try {
      return await client.query({ ...statement, ...limits }, values);
    } catch (error) {
      if (sqlState(error) === null) discardSilent(client);
      throw error;
    } finally {
      if (spent) noteStatement(spent, performance.now() - sentAt);
    }
  };
  return Object.create(client, { query: { value: query } });
}

function queriesOn(pool: pg.Pool, limits: Limits, begin: (tx: Transaction) => Promise<unknown>): Database {
  const database = drizzle({ client: pool });
  database.transaction = async (work, config) => {
    const client = await pool.connect();
    const spent = spentByRequest(limits);
    let committed: readonly (() => void)[] = [];
    try {
      return await drizzle({ client: askedBy(client, limits, spent) })
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
 * The query builder on a pool. A transaction always releases its connection; drizzle's own never
 * releases one whose `begin` has failed.
 */
export function databaseOf(pool: pg.Pool): Database {
  return queriesOn(pool, {}, async () => {});
}

/**
 * The same pool for work that may take longer: jobs, exports and reports. In its transactions a
 * statement may take 30 s or `seconds`, and a lock 4 s.
 */
export function unhurried({ $client: pool }: Database, seconds = 30): Database {
  return queriesOn(pool, { query_timeout: (seconds + 1) * 1000 }, (tx) =>
    tx.execute(
      sql`select set_config('statement_timeout', ${`${seconds}s`}, true), set_config('lock_timeout', '4s', true)`,
    ),
  );
}

/**
 * PostgreSQL's error code (SQLSTATE) of a failed query, also when the query builder has wrapped it;
 * null when PostgreSQL did not answer.
 */
export function sqlState(error: unknown): string | null {
  return answerIn(error)?.code ?? null;
}

/** PostgreSQL's error behind a failed query; null when it did not answer. */
function answerIn(error: unknown): pg.DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return null;
}

const UNIQUE_VIOLATION = '23505';

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

const EXCLUSION_VIOLATION = '23P01';

/** True when a row overlaps another one that an exclusion constraint keeps apart. */
export function isExclusionViolation(error: unknown): boolean {
  return sqlState(error) === EXCLUSION_VIOLATION;
}

/** The name of the constraint that refused a row; null for any other error. */
export function constraintOf(error: unknown): string | null {
  return answerIn(error)?.constraint ?? null;
}

const NUMERIC_VALUE_OUT_OF_RANGE = '22003';

/** True when an amount did not fit its column: PostgreSQL checks a column's own precision in `apply_typmod`. */
export function isSumTooLarge(error: unknown): boolean {
  const answer = answerIn(error);
  return answer?.code === NUMERIC_VALUE_OUT_OF_RANGE && answer.routine === 'apply_typmod';
}

const DISK_FULL = '53100';

/** True when the database's disk is full: it still answers reads. */
export function isDatabaseFull(error: unknown): boolean {
  return sqlState(error) === DISK_FULL;
}

const OUT_OF_REACH_STATES = /^(08|53|57|58|55P03|40)/;
const OUT_OF_REACH_ERRORS =
  /ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/;

/**
 * True when the database is unavailable, shutting down, overloaded or a standby, or a lock timed
 * out: the caller may retry later.
 */
export function isDatabaseOutOfReach(error: unknown): boolean {
  const answer = answerIn(error);
  if (answer) return OUT_OF_REACH_STATES.test(answer.code ?? '') || isStandbyAnswer(answer);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (OUT_OF_REACH_ERRORS.test(`${'code' in cause ? String(cause.code) : ''} ${cause.message}`)) return true;
  }
  return false;
}
