import { databaseOf } from '@portal/server/platform/database/connection';
import { judgeDatabase, readServerFacts } from '@portal/server/platform/database/probe-database';
import { readReplication } from '@portal/server/platform/database/read-replication';
import { listExcessRights } from '@portal/server/platform/database/rights/read-rights';
import type pg from 'pg';
import { about, type Finding } from './finding.ts';

const database = about('Database');
const replication = about('Replication');
const archive = about('WAL archive');
const account = about('Database account');

/** Settings without which an acknowledged payment may not survive a power cut. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
const MOST_CONNECTIONS = 0.8;

async function readDurability(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
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

async function readConnections(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ used: number; most: number }>(
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

/** Whether each commit reaches a second machine before it is acknowledged. */
async function checkReplication(pool: pg.Pool): Promise<Finding> {
  const seen = await readReplication(databaseOf(pool));
  if (seen === null) {
    return replication.warning(
      'The portal’s account may not see the standbys of the database.',
      'Run as the superuser: grant pg_monitor to the portal’s account.',
    );
  }
  const { standbys, synchronous } = seen;
  if (standbys === 0) {
    return replication.warning(
      'The database has no standby: what was paid since the last backup is lost with its disk.',
      'Keep backups (docs/backup.md), or set up a synchronous standby (docs/high-availability.md).',
    );
  }
  if (synchronous === 0) {
    return replication.fault(
      'No standby of the database is synchronous: a fail-over may lose acknowledged payments.',
      'Set synchronous_mode in Patroni, or synchronous_standby_names in PostgreSQL (docs/high-availability.md).',
    );
  }
  return replication.ok(`${synchronous} of ${standbys} standbys have every commit before it is acknowledged.`);
}

async function checkArchive(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ mode: string; failing: boolean; archived: Date | null }>(
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

/** Version and role of the server, and how soon it answers. */
async function checkServer(pool: pg.Pool): Promise<Finding> {
  const startedAt = performance.now();
  const facts = await readServerFacts(pool);
  const elapsedMs = performance.now() - startedAt;
  const fault = judgeDatabase('The server', facts);
  if (fault !== null) return database.fault(`${fault}.`, 'Correct DATABASE_URL, or upgrade PostgreSQL.');
  const { rows } = await pool.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return database.ok(`PostgreSQL ${facts.version_text}, ${rows[0]?.size}, answers in ${elapsedMs.toFixed(1)} ms.`);
}

/** Whether the account of DATABASE_URL may do no more than the portal does. */
async function checkAccount(pool: pg.Pool): Promise<Finding> {
  const excess = await listExcessRights(pool);
  if (excess.length === 0)
    return account.ok('It may use the tables, and neither define them nor change audit records.');
  return account.warning(
    `The account of DATABASE_URL ${excess.join(', ')}: whoever takes the portal over may do that, too.`,
    'Make a second account and set DATABASE_MIGRATION_URL (docs/install.md, Two accounts of the database).',
  );
}

/** The running database: version, durability, connections, replication, WAL archive. */
export async function checkDatabase(pool: pg.Pool): Promise<Finding[]> {
  return [
    await checkServer(pool),
    ...(await readDurability(pool)),
    ...(await readConnections(pool)),
    await checkReplication(pool),
    ...(await checkArchive(pool)),
    await checkAccount(pool),
  ];
}
