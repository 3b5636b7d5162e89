import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { seedPlans } from '../../catalogue/plans/seed-plans.ts';
import { connectPool, type Database, databaseOf } from '../../platform/database/connection.ts';
import { createTestDatabase } from '../../platform/database/testing/test-database.ts';

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

/** A database with the plans for sale and what `fill` writes, as PostgreSQL knows it once it has looked at its tables. */
export async function createFilledDatabase(
  fill: (pool: pg.Pool) => Promise<void>,
): Promise<{ readonly pool: pg.Pool; readonly close: () => Promise<void> }> {
  const testDatabase = await createTestDatabase();
  const pool = connectPool(
    { ...testDatabase.poolConfig, statement_timeout: 120_000, query_timeout: 121_000 },
    () => {},
  );
  await seedPlans(databaseOf(pool));
  await fill(pool);
  await pool.query('vacuum analyze');
  return {
    pool,
    close: async () => {
      await pool.end();
      await testDatabase.drop();
    },
  };
}
