import type pg from 'pg';
import type { RunSql } from '../../platform/database/partitions/partition-session.ts';

/** Longer than any statement of an archive; a server that is gone is noticed by then. */
const STATEMENT_MS = 60 * 60_000;

/** Runs statements of one connection without the limits of requests, which its owner must close. */
export async function openArchiveSession(client: pg.ClientBase): Promise<RunSql> {
  const run: RunSql = async (text, values = []) => {
    const query = { text, values: [...values], query_timeout: STATEMENT_MS };
    return (await client.query(query)).rows;
  };
  await run(
    "select set_config(name, '0', false) from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name",
  );
  // Whatever the server's: times are written the same everywhere.
  await run("select set_config('timezone', 'UTC', false), set_config('extra_float_digits', '1', false)");
  return run;
}
