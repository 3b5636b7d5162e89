import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from '../connection.ts';
import { lastMonthIn, type Month } from './month.policy.ts';

const TRIES = 200;
const PAUSE_MS = 200;
/**
 * A change of a partitioned table waits no longer than this for its locks: whoever comes after it
 * queues behind it meanwhile.
 */
const SHORT_LOCK = '30ms';
const STATEMENT = '60s';
const STATEMENT_MS = 61_000;
/** One session at a time changes partitions; no other program uses this advisory lock key. */
const PARTITION_LOCK = 7_203_115;

/** A lock was not to be had in time, or another session changed the same partition. */
const AGAIN = new Set(['55P03', '40P01', '40001']);

/** Runs statements of one connection that was opened for changes of partitions. */
export type RunSql = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Prepares a connection for changes of partitions, which its owner must close afterwards. Null while
 * another session is changing them.
 */
export async function openPartitionSession(client: pg.ClientBase): Promise<RunSql | null> {
  const run: RunSql = async (text, values = []) => {
    const query = { text, values: [...values], query_timeout: STATEMENT_MS };
    return (await client.query(query)).rows;
  };
  const [row] = await run<{ mine: boolean }>(`select pg_try_advisory_lock(${PARTITION_LOCK}) as mine`);
  if (!row?.mine) return null;
  await run(`set statement_timeout = '${STATEMENT}'`);
  await run(`set lock_timeout = '${SHORT_LOCK}'`);
  // Locks are held until a commit is durable, also on a standby; what a crash takes back is done again.
  await run('set synchronous_commit = off');
  return run;
}

/** Repeats a change until its locks are free: for 40 seconds and more. */
export async function untilLocked<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (attempt === TRIES || !AGAIN.has(sqlState(error) ?? '')) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** `detached`: it is a table of its own, to be dropped; `pending`: on its way there. */
export type Partition = {
  readonly name: string;
  readonly last: Month;
  readonly state: 'attached' | 'pending' | 'detached';
};

/** The partitions of a table, the oldest first. */
export async function listPartitions(run: RunSql, table: string): Promise<Partition[]> {
  const rows = await run<{ name: string; state: Partition['state'] }>(
    `select c.relname as name,
       case when i.inhparent is null then 'detached' when i.inhdetachpending then 'pending' else 'attached' end as state
     from pg_class parent join pg_class c on c.relnamespace = parent.relnamespace
     left join pg_inherits i on i.inhrelid = c.oid
     where parent.oid = $1::text::regclass and c.relkind = 'r' and starts_with(c.relname, $1)`,
    [table],
  );
  return rows
    .flatMap(({ name, state }) => {
      const last = lastMonthIn(table, name);
      return last === null ? [] : [{ name, last, state }];
    })
    .toSorted((a, b) => (a.last < b.last ? -1 : 1));
}
