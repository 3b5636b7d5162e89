import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestConnection } from './test-server.setup.ts';

export type TestDatabase = {
  poolConfig: TestConnection & { database: string };
  /** Removes the database, ending whatever is still connected to it. */
  drop(): Promise<void>;
};

/** For a pool of a test’s own: the limits of a request are not for rows that a test stores on a busy machine. */
export const UNHURRIED = {
  connectionTimeoutMillis: 60_000,
  statement_timeout: 60_000,
  query_timeout: 61_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * A migrated database that contains only the rows of the migrations, for one test file. Takes about
 * a tenth of a second.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template, ...connection } = inject('testServer');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(
    connection,
    `create database ${database} template ${template}`,
    // Tests do not need durability; the tests of durability start their own servers.
    `alter database ${database} set synchronous_commit = off`,
  );
  return {
    poolConfig: { ...connection, database },
    drop: () => runOnServer(connection, `drop database if exists ${database} with (force)`),
  };
}

async function runOnServer(connection: TestConnection, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
