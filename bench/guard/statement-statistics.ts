import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Counted } from './work-of-a-request.ts';

/** How often PostgreSQL has executed each statement, and the blocks of tables and indexes that it read for it. */
export type StatementWork = { readonly statements: Counted; readonly blocks: Counted };

const QUIET_MS = 50;
const QUIET_READINGS = 3;
const SETTLES_WITHIN_MS = 10_000;

/** From its next start on the server counts statements (PostgreSQL's pg_stat_statements). */
export async function preloadStatementStatistics(client: pg.Client): Promise<void> {
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
}

export async function createStatementStatistics(client: pg.Client): Promise<void> {
  await client.query('create extension pg_stat_statements');
}

/** Of all but this one, since the server began to count. */
async function readStatementWork(client: pg.Client): Promise<StatementWork> {
  // By its text: prepared on two connections the same statement can have two ids.
  const { rows } = await client.query<{ text: string; calls: number; blocks: number }>(
    `select query as text, sum(calls)::float8 as calls, sum(shared_blks_hit + shared_blks_read)::float8 as blocks
     from pg_stat_statements where query not like '%pg_stat_statements%' group by query`,
  );
  return {
    statements: new Map(rows.map(({ text, calls }) => [text, calls])),
    blocks: new Map(rows.map(({ text, blocks }) => [text, blocks])),
  };
}

const sumOf = (counted: Counted): number => [...counted.values()].reduce((sum, count) => sum + count, 0);

const since = (before: Counted, after: Counted): Counted =>
  new Map([...after].map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)]));

export const workSince = (before: StatementWork, after: StatementWork): StatementWork => ({
  statements: since(before.statements, after.statements),
  blocks: since(before.blocks, after.blocks),
});

/**
 * Waits until what answers have left to do is done: until no statement is executed for a while, or for
 * `withinMs` at most.
 */
export async function readSettledWork(client: pg.Client, withinMs = SETTLES_WITHIN_MS): Promise<StatementWork> {
  const giveUpAt = performance.now() + withinMs;
  let last = await readStatementWork(client);
  for (let quiet = 0; quiet < QUIET_READINGS && performance.now() < giveUpAt; ) {
    await sleep(QUIET_MS);
    const now = await readStatementWork(client);
    quiet = sumOf(now.statements) === sumOf(last.statements) ? quiet + 1 : 0;
    last = now;
  }
  return last;
}
