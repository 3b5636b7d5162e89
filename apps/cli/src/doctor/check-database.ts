import type pg from 'pg';
import { about, type Finding } from './finding.ts';

const database = about('Database');
const replication = about('Replication');
const archive = about('WAL archive');

/** Settings without which an acknowledged payment may not survive a power cut. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
const MOST_CONNECTIONS = 0.8;

async function readDurability(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [[...DURABLE, 'data_checksums']],
  );
  return rows.flatMap(({ name, setting }) => {
    if (setting !== 'off') return [];
    if (name === 'data_checksums') {
      return database.warning(
        'The server keeps no data checksums: a damaged disk is noticed late.',
        'Stop PostgreSQL and run pg_checksums --enable.',
      );
    }
    return database.fault(
      `The server has ${name} = off: an acknowledged payment may be lost in a power cut.`,
      `Set ${name} = on in postgresql.conf and reload PostgreSQL.`,
    );
  });
}

async function readConnections(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ used: number; most: number }>(
    `select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
            current_setting('max_connections')::int as most`,
  );
  const { used = 0, most = 0 } = rows[0] ?? {};
  if (used <= most * MOST_CONNECTIONS) return [];
  return [
    database.warning(
      `${used} of ${most} connections are in use.`,
      'Raise max_connections, or end programs that hold connections without need: each portal holds 16 at most.',
    ),
  ];
}

/**
 * Whether each commit reaches a second machine before it is acknowledged. Only a superuser or a
 * member of pg_monitor sees sync_state.
 */
async function checkReplication(client: pg.ClientBase): Promise<Finding> {
  const { rows } = await client.query<{ name: string; sync_state: string | null; lag_s: number | null }>(
    `select application_name as name, sync_state, extract(epoch from replay_lag)::float as lag_s
     from pg_stat_replication order by application_name`,
  );
  if (rows.length === 0) {
    return replication.warning(
      'The database has no standby: what was paid since the last backup is lost with its disk.',
      'Keep backups (docs/backup.md), or set up a synchronous standby (docs/high-availability.md).',
    );
  }
  const hidden = rows.find((row) => row.sync_state === null);
  if (hidden) {
    return replication.warning(
      `The portal's database user may not see how ${hidden.name} is replicated.`,
      'Run: grant pg_monitor to the portal’s user.',
    );
  }
  const synchronous = rows.filter((row) => row.sync_state === 'sync' || row.sync_state === 'quorum');
  if (synchronous.length === 0) {
    return replication.fault(
      `The standby ${rows[0]?.name} is asynchronous: a fail-over may lose acknowledged payments.`,
      'Set synchronous_mode in Patroni, or synchronous_standby_names in PostgreSQL (docs/high-availability.md).',
    );
  }
  return replication.ok(
    `${synchronous.map(({ name, lag_s }) => `${name} is synchronous, ${(lag_s ?? 0).toFixed(1)} s behind`).join('; ')}.`,
  );
}

async function checkArchive(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ mode: string; failing: boolean; archived: Date | null }>(
    `select current_setting('archive_mode') as mode, last_archived_time as archived,
            coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
     from pg_stat_archiver`,
  );
  const row = rows[0];
  if (row === undefined || row.mode === 'off') return [];
  if (row.failing) {
    return [
      archive.fault(
        'PostgreSQL cannot archive its WAL: point-in-time recovery ends at the last archived file, and the disk fills up.',
        'Read archive_command’s error in PostgreSQL’s log; check the archive’s disk and permissions.',
      ),
    ];
  }
  return [archive.ok(`The last file was archived at ${row.archived?.toISOString() ?? 'no time yet'}.`)];
}

/** The running database: durability, connections, replication, WAL archive. */
export async function checkDatabase(client: pg.ClientBase): Promise<Finding[]> {
  const startedAt = performance.now();
  const { rows } = await client.query<{ version: string; size: string }>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const elapsedMs = performance.now() - startedAt;
  return [
    database.ok(`PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}, answers in ${elapsedMs.toFixed(1)} ms.`),
    ...(await readDurability(client)),
    ...(await readConnections(client)),
    await checkReplication(client),
    ...(await checkArchive(client)),
  ];
}
