import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { segmentsBetween } from './wal-segments.policy.ts';

/**
 * What PostgreSQL's documentation says to leave out of a base backup made by its low-level
 * interface: the content of these folders, and these files.
 */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*|backup_label.*|tablespace_map.*)$/;
const CONTROL_FILE = 'global/pg_control';

type Entry = { readonly path: string; readonly isFolder: boolean };

/** Where a base backup's log begins and ends, and the moment up to which it holds everything. */
export type BackupSpan = {
  readonly timeline: number;
  readonly startWal: string;
  readonly endWal: string;
  readonly startedAt: Date;
  readonly consistentAt: Date;
};

async function* walk(cluster: string, folder = ''): AsyncGenerator<Entry> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isFile() && path !== CONTROL_FILE) yield { path, isFolder: false };
    if (!entry.isDirectory()) continue;
    yield { path, isFolder: true };
    if (!EMPTIED.has(path)) yield* walk(cluster, path);
  }
}

/**
 * Adds a file as long as it is now: what a running server appends or cuts off meanwhile is in the
 * log. False when it has gone.
 */
async function addFile(archive: Pack, file: string, name: string): Promise<boolean> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return false;
  const { size } = found;
  const content = async function* (): AsyncGenerator<Buffer> {
    let sent = 0;
    if (size > 0) {
      for await (const chunk of createReadStream(file, { end: size - 1 })) {
        sent += chunk.length;
        yield chunk;
      }
    }
    if (sent < size) yield Buffer.alloc(size - sent);
  };
  await pipeline(content, archive.entry({ name, size, mode: 0o600 }));
  return true;
}

function addText(archive: Pack, name: string, text: string): Promise<void> {
  return new Promise((done, failed) => {
    archive.entry({ name, mode: 0o600 }, text, (error) => (error ? failed(error) : done()));
  });
}

async function addCluster(archive: Pack, cluster: string): Promise<void> {
  for await (const { path, isFolder } of walk(cluster)) {
    if (isFolder) archive.entry({ name: `${path}/`, type: 'directory', mode: 0o700 });
    else await addFile(archive, join(cluster, path), path);
  }
  await addFile(archive, join(cluster, CONTROL_FILE), CONTROL_FILE);
}

async function addWal(archive: Pack, cluster: string, span: BackupSpan, segmentBytes: number): Promise<void> {
  for (const segment of segmentsBetween(span, segmentBytes)) {
    if (!(await addFile(archive, join(cluster, 'pg_wal', segment), `pg_wal/${segment}`))) {
      throw new BackupError(`PostgreSQL has removed ${segment} of its log before it was copied`);
    }
  }
}

/**
 * Copies the files of a running cluster by PostgreSQL's low-level backup interface, with the log
 * that makes them consistent, as a tar archive. `client` must stay connected until the end: the
 * backup, and the replication slot that keeps the log, are its session's.
 */
export function packCluster(
  client: pg.Client,
  { cluster, segmentBytes }: { readonly cluster: string; readonly segmentBytes: number },
): { readonly tar: Readable; readonly span: Promise<BackupSpan> } {
  const archive = pack();
  const copy = async (): Promise<BackupSpan> => {
    await client.query("select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)");
    const started = await client.query<{ lsn: string; timeline: number; now: Date }>(
      `select pg_backup_start('npm run backup', true)::text as lsn, clock_timestamp() as now,
              (select timeline_id from pg_control_checkpoint()) as timeline`,
    );
    await addCluster(archive, cluster);
    const stopped = await client.query<{ lsn: string; labelfile: string; spcmapfile: string; now: Date }>(
      'select clock_timestamp() as now, lsn::text, labelfile, spcmapfile from pg_backup_stop(false)',
    );
    const [start, stop] = [started.rows[0], stopped.rows[0]];
    if (!start || !stop) throw new Error('PostgreSQL returned no row');
    if (stop.spcmapfile !== '') throw new BackupError('the database has tablespaces, which are not copied');
    await addText(archive, 'backup_label', stop.labelfile);
    const { timeline, lsn: startWal, now: startedAt } = start;
    const span = { timeline, startWal, endWal: stop.lsn, startedAt, consistentAt: stop.now };
    await addWal(archive, cluster, span, segmentBytes);
    archive.finalize();
    return span;
  };
  const span = copy().catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  return { tar: archive as unknown as Readable, span };
}
