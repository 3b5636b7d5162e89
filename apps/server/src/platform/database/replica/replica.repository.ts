import { sql } from 'drizzle-orm';
import type { Database } from '../connection.ts';

/**
 * Commits a record that changes nothing, so that there is always something new to replay: without
 * one a quiet hour would look like a replica that is an hour behind. Returns the primary's time
 * before it.
 */
export async function markPrimary(primary: Database): Promise<Date> {
  const { rows } = await primary.execute<{ at: string }>(
    sql`select now() as at, pg_logical_emit_message(true, 'portal', '')`,
  );
  return new Date(rows[0]?.at ?? Number.NaN);
}

/**
 * The primary's time of the last transaction that the replica has replayed; null where the server is
 * no replica, or has replayed nothing since its start.
 */
export async function readReplay(replica: Database): Promise<Date | null> {
  const { rows } = await replica.execute<{ at: string | null }>(
    sql`select case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end as at`,
  );
  return rows[0]?.at ? new Date(rows[0].at) : null;
}
