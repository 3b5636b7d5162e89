import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Statements that PostgreSQL has executed, and the blocks of tables and indexes that they read. */
export type StatementWork = { readonly statements: number; readonly blocks: number };

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
  const { rows } = await client.query<StatementWork>(
    `select sum(calls)::float8 as statements, sum(shared_blks_hit + shared_blks_read)::float8 as blocks
     from pg_stat_statements where query not like '%pg_stat_statements%'`,
  );
  return rows[0] ?? { statements: 0, blocks: 0 };
}

/** Waits until what answers have left to do is done: until no statement is executed for a while. */
export async function readSettledWork(client: pg.Client): Promise<StatementWork> {
  const giveUpAt = performance.now() + SETTLES_WITHIN_MS;
  let last = await readStatementWork(client);
  for (let quiet = 0; quiet < QUIET_READINGS && performance.now() < giveUpAt; ) {
    await sleep(QUIET_MS);
    const now = await readStatementWork(client);
    quiet = now.statements === last.statements ? quiet + 1 : 0;
    last = now;
  }
  return last;
}
