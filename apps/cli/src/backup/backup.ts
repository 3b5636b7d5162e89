import { existsSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finishRun, startRun } from '@portal/server/platform/backup/backup-run.repository';
import { isInsideDataFolder } from '@portal/server/platform/config/configuration-faults';
import { databaseOf } from '@portal/server/platform/database/connection';
import pg from 'pg';
import packageJson from '../../package.json' with { type: 'json' };
import { findRunningDatabase } from '../find-running-database.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { type BackupSettings, readBackupSettings } from './backup-settings.ts';
import { pruneBackups } from './prune-backups.ts';
import { fingerprintSecrets } from './secret-fingerprints.ts';
import { type TakenBackup, takeBaseBackup } from './take-base-backup.ts';

const USAGE = 'Usage: npm run backup -- DIR, a folder on another disk than the data folder';

/** An advisory lock that no other program uses on this database: one backup at a time, from any machine. */
const BACKUP_LOCK = 7_203_115;

async function prepareFolder(dir: string, settings: BackupSettings): Promise<string> {
  if (settings.recipients.length === 0) {
    throw new BackupError(
      'BACKUP_RECIPIENTS is missing: a backup is always encrypted (npm run backup-key makes a key)',
    );
  }
  const assertOutside = (folder: string, dataDir: string): void => {
    if (isInsideDataFolder(folder, dataDir)) {
      throw new BackupError(`${folder} is inside the data folder: one lost disk would take both`);
    }
  };
  assertOutside(dir, settings.dataDir);
  await mkdir(resolve(dir), { recursive: true, mode: 0o700 });
  const root = realpathSync(dir);
  // A link may lead there.
  if (existsSync(settings.dataDir)) assertOutside(root, realpathSync(settings.dataDir));
  return root;
}

/** Deletes what the rules do not keep; resolves to what an operator should know of it. */
async function prune({ store }: TakenBackup, keep: Parameters<typeof pruneBackups>[1]) {
  try {
    const gone = await pruneBackups(store, keep, new Date());
    return { detail: gone.length > 0 ? `deleted by the rules: ${gone.join(', ')}` : null, hasFailed: false };
  } catch (error) {
    return { detail: `older backups could not be deleted: ${reasonOf(error)}`, hasFailed: true };
  }
}

async function takeRecorded(pool: pg.Pool, client: pg.Client, order: Parameters<typeof takeBaseBackup>[1]) {
  const database = databaseOf(pool);
  const id = await startRun(database, { kind: 'backup', location: order.root, startedAt: new Date() });
  try {
    const taken = await takeBaseBackup(client, order);
    const { store, name, sizeBytes, manifest } = taken;
    const { detail, hasFailed } = await prune(taken, order.settings.keep);
    await finishRun(database, id, {
      outcome: 'succeeded',
      location: join(store.base, name),
      sizeBytes,
      recoveryPoint: new Date(manifest.consistentAt),
      detail,
      finishedAt: new Date(),
    });
    return { taken, warning: hasFailed ? detail : null };
  } catch (error) {
    await finishRun(database, id, { outcome: 'failed', detail: reasonOf(error), finishedAt: new Date() });
    throw error;
  }
}

/**
 * Backs up the running installation into a folder: npm run backup -- DIR. Its database as a base
 * backup, customers' files, and what the portal has archived of the log; then deletes what the rules
 * do not keep. Recorded in the database. Returns 1 with a sentence when nothing was backed up, or when
 * older backups could not be deleted.
 */
export async function backup([dir]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (dir === undefined) {
    console.error(USAGE);
    return 2;
  }
  const startedAt = performance.now();
  const connection = findRunningDatabase(env, { asOwner: true });
  const client = new pg.Client(connection);
  const pool = new pg.Pool({ ...connection, max: 1 });
  try {
    const settings = readBackupSettings(env);
    const root = await prepareFolder(dir, settings);
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK]);
    if (!rows[0]?.free) throw new BackupError('another backup of this installation is running');
    const secrets = fingerprintSecrets(env, settings.dataDir);
    const order = { root, settings, secrets, portalVersion: packageJson.version };
    const { taken, warning } = await takeRecorded(pool, client, order);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const megabytes = (taken.sizeBytes / 1e6).toFixed(1);
    console.log(
      `${join(taken.store.base, taken.name)}: ${megabytes} MB in ${seconds} s, ${taken.manifest.uploads.length} attached files`,
    );
    if (warning !== null) console.error(`The backup is complete, but ${warning}`);
    return warning === null ? 0 : 1;
  } catch (error) {
    console.error(`Nothing was backed up: ${reasonOf(error)}`);
    return 1;
  } finally {
    await client.end();
    await pool.end();
  }
}
