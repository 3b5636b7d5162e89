import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type BackupStore,
  backupStoreOf,
  baseBackupName,
  listNames,
} from '@portal/server/platform/backup/backup-store';
import { ENCRYPTED, syncFolder } from '@portal/server/platform/backup/encrypted-file';
import { shipUploads, shipWal, uploadPath } from '@portal/server/platform/backup/ship-to-backup';
import { WAL_SPOOL } from '@portal/server/platform/database/embedded/start-embedded-postgres';
import type pg from 'pg';
import type { BackupSettings } from './backup-settings.ts';
import { type BackupSpan, packCluster } from './embedded-cluster.ts';
import { FORMAT, type Manifest, type StoredFile, writeManifest } from './manifest.ts';
import type { SecretFingerprint } from './secret-fingerprints.ts';
import { packServer, readServerSpan } from './server-cluster.ts';
import { type StoredArchive, storeTar } from './tar-archive.ts';

export const MANIFEST_FILE = `manifest.json${ENCRYPTED}`;
export const ARCHIVE_FILE = `database.tar${ENCRYPTED}`;
/** The ids of the customers' files that belong to it, for pruning without a key. */
export const UPLOADS_FILE = 'uploads.json';
/** A base backup that is being written or deleted. */
export const UNFINISHED = '.unfinished';

/** The server whose files are copied, as it describes itself. */
type Cluster = Pick<
  Manifest,
  'systemIdentifier' | 'postgresVersion' | 'walSegmentBytes' | 'database' | 'user' | 'migration'
> & {
  readonly folder: string;
  readonly now: Date;
};

export type TakenBackup = {
  readonly store: BackupStore;
  readonly name: string;
  readonly sizeBytes: number;
  readonly manifest: Manifest;
};

async function describeCluster(client: pg.Client): Promise<Cluster> {
  const { rows } = await client.query<Cluster>(
    `select (select system_identifier::text from pg_control_system()) as "systemIdentifier",
            current_setting('server_version_num')::int as "postgresVersion",
            (select setting::int from pg_settings where name = 'wal_segment_size') as "walSegmentBytes",
            current_database() as database, current_user as user, clock_timestamp() as now,
            (select max(created_at)::float8 from drizzle.__drizzle_migrations) as migration,
            case when pg_has_role('pg_read_all_settings', 'usage') then current_setting('data_directory') end as folder`,
  );
  if (!rows[0]) throw new Error('PostgreSQL returned no row');
  return rows[0];
}

async function hashUploads(uploads: string, ids: readonly string[]): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const id of ids.toSorted()) {
    const file = uploadPath(uploads, id);
    // Deleted since it was listed.
    if (!existsSync(file)) continue;
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
      }
    });
    files.push({ path: id, size, sha256: hash.digest('hex') });
  }
  return files;
}

async function storeDatabase(
  client: pg.Client,
  settings: BackupSettings,
  cluster: Cluster,
  path: string,
): Promise<StoredArchive & { readonly span: BackupSpan }> {
  if (settings.databaseUrl !== null) {
    const stored = await storeTar(path, packServer(settings.databaseUrl), settings.recipients);
    return { ...stored, span: readServerSpan(stored.labels, cluster.now) };
  }
  const { tar, span } = packCluster(client, { cluster: cluster.folder, segmentBytes: cluster.walSegmentBytes });
  const [stored, taken] = await Promise.all([storeTar(path, tar, settings.recipients), span]);
  return { ...stored, span: taken };
}

/**
 * Stores a base backup below `root` and returns what it is. It has its name only when all of it is
 * on the disk; what an interrupted one left is deleted. The caller makes sure that no other runs.
 */
export async function takeBaseBackup(
  client: pg.Client,
  order: {
    readonly root: string;
    readonly settings: BackupSettings;
    readonly secrets: readonly SecretFingerprint[];
    readonly portalVersion: string;
  },
): Promise<TakenBackup> {
  const { settings, root } = order;
  const { recipients, dataDir, databaseUrl } = settings;
  const described = await describeCluster(client);
  const { folder: _, now: __, ...cluster } = described;
  const store = backupStoreOf(root, cluster.systemIdentifier);
  await mkdir(store.base, { recursive: true, mode: 0o700 });
  for (const name of listNames(store.base)) {
    if (name.endsWith(UNFINISHED)) await rm(join(store.base, name), { recursive: true });
  }
  const draft = join(store.base, `${baseBackupName(described.now)}${UNFINISHED}`);
  await mkdir(draft, { mode: 0o700 });
  try {
    const stored = await storeDatabase(client, settings, described, join(draft, ARCHIVE_FILE));
    const uploads = join(dataDir, 'uploads');
    const ids = await shipUploads(uploads, { store, recipients });
    await shipWal(join(dataDir, WAL_SPOOL), { store, recipients });
    const { startedAt, consistentAt, ...span } = stored.span;
    const manifest: Manifest = {
      format: FORMAT,
      portalVersion: order.portalVersion,
      ...cluster,
      ...span,
      kind: databaseUrl === null ? 'embedded' : 'server',
      startedAt: startedAt.toISOString(),
      consistentAt: consistentAt.toISOString(),
      files: [...stored.files],
      uploads: await hashUploads(uploads, ids),
      secrets: [...order.secrets],
    };
    await writeFile(join(draft, UPLOADS_FILE), JSON.stringify(manifest.uploads.map(({ path }) => path)), {
      flush: true,
    });
    const manifestBytes = await writeManifest(join(draft, MANIFEST_FILE), manifest, recipients);
    const name = baseBackupName(consistentAt);
    await rename(draft, join(store.base, name));
    await syncFolder(store.base);
    return { store, name, sizeBytes: stored.sizeBytes + manifestBytes, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The ids of the customers' files that belong to a base backup. */
export async function readUploadIds(store: BackupStore, name: string): Promise<string[]> {
  return JSON.parse(await readFile(join(store.base, name, UPLOADS_FILE), 'utf8'));
}
