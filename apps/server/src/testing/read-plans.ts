import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '../platform/database/connection.ts';

export type Ask = (database: Database) => Promise<unknown>;

/**
 * PostgreSQL's plan for each statement that `ask` sends, line by line; `analyze` executes them once more, with
 * counts.
 */
export async function readPlans(pool: pg.Pool, ask: Ask, analyze = false): Promise<string> {
  const asked: { readonly query: string; readonly params: unknown[] }[] = [];
  await ask(drizzle({ client: pool, logger: { logQuery: (query, params) => void asked.push({ query, params }) } }));
  const plans: string[] = [];
  for (const { query, params } of asked.filter(({ query: text }) => !/^(begin|commit|rollback)/.test(text))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${analyze ? 'analyze' : ''} ${query}`, params);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
  }
  return plans.join('\n');
}
