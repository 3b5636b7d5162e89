import { sql } from 'drizzle-orm';
import type { Queryable } from './connection.ts';

/**
 * The standbys of the connected server: all, and those that have every commit before it is
 * acknowledged. Null where the account may not see it, which takes `grant pg_monitor to …`.
 */
export type Replication = { readonly standbys: number; readonly synchronous: number } | null;

export async function readReplication(queryable: Queryable): Promise<Replication> {
  const { rows } = await queryable.execute<{ standbys: number; synchronous: number; hidden: number }>(
    // The account of a base backup is there too, without a state of a standby.
    sql`select count(*) filter (where state = 'streaming')::int as standbys,
               count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous,
               count(*) filter (where state is null)::int as hidden
        from pg_stat_replication`,
  );
  const [row] = rows;
  if (!row || row.hidden > 0) return null;
  return { standbys: row.standbys, synchronous: row.synchronous };
}

/** What an operator who counts on a second machine has to know; null where there is nothing to say. */
export function replicationGap(replication: Replication): string | null {
  if (replication === null)
    return 'the database does not tell this account about its standbys: run GRANT pg_monitor TO it as the superuser';
  if (replication.standbys > 0 && replication.synchronous === 0)
    return 'no standby of the database is synchronous: when the primary dies, payments that were just confirmed are lost';
  return null;
}
