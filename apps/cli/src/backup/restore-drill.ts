import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finishRun, startRun } from '@portal/server/platform/backup/backup-run.repository';
import { databaseOf } from '@portal/server/platform/database/connection';
import { findViolations } from '@portal/server/platform/database/find-violations';
import pg from 'pg';
import { findRunningDatabase } from '../find-running-database.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { type BackupSettings, readBackupSettings, readIdentities } from './backup-settings.ts';
import { type ChosenBackup, chooseBackup } from './choose-backup.ts';
import { extractBackup, verifyBackup } from './read-backup.ts';
import { type Recovered, recoverCluster } from './recover-cluster.ts';
import { recoverServerCluster } from './recover-server-cluster.ts';

type Result = {
  readonly chosen: ChosenBackup;
  readonly recoveryPoint: Date;
  /** What the restored database says of itself. */
  readonly summary: string;
};

/** Throws BackupError when a rule of the ledger or of any other table is broken. */
async function checkRestored({ pool }: Recovered): Promise<string> {
  const client = await pool.connect();
  try {
    const violations = await findViolations(client);
    const [first] = violations;
    if (first)
      throw new BackupError(`the restored database breaks ${violations.length} rules, the first: ${first.rule}`);
    const { rows } = await client.query<{ payments: string; received: string }>(
      `select (select count(*) from payments where status = 'successful') as payments,
              (select coalesce(sum(amount), 0) from ledger_entries where account like 'gateway:%') as received`,
    );
    return `${rows[0]?.payments} payments, ${rows[0]?.received} NGN at the gateways, every rule of the ledger holds`;
  } finally {
    client.release();
  }
}

async function drill(root: string, settings: BackupSettings): Promise<Result> {
  const identities = readIdentities(settings);
  const chosen = await chooseBackup({ root, to: null, installation: null, timeline: null }, identities);
  await verifyBackup(chosen, identities);
  const dataDir = await mkdtemp(join(tmpdir(), 'restore-drill-'));
  await chmod(dataDir, 0o711);
  try {
    await extractBackup(chosen, identities, { cluster: join(dataDir, 'postgres'), uploads: join(dataDir, 'uploads') });
    const consistentAt = new Date(chosen.manifest.consistentAt);
    const check = async (recovered: Recovered): Promise<Result> => {
      const { lastCommit } = recovered;
      const recoveryPoint = lastCommit !== null && lastCommit > consistentAt ? lastCommit : consistentAt;
      return { chosen, recoveryPoint, summary: await checkRestored(recovered) };
    };
    return chosen.manifest.kind === 'embedded'
      ? await recoverCluster({ dataDir, chosen, to: null, archiveWal: false }, check)
      : await recoverServerCluster(dataDir, chosen.manifest, check);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Records the drill in the running portal's database; on a machine without one it is only printed. */
async function record(
  env: NodeJS.ProcessEnv,
  run: { readonly startedAt: Date; readonly location: string; readonly result: Result | null; readonly detail: string },
): Promise<void> {
  if (!env.DATABASE_URL && !existsSync(join(env.DATA_DIR ?? './data', 'postgres', 'postmaster.pid'))) {
    console.log('No portal runs on this machine: the drill is not recorded.');
    return;
  }
  const pool = new pg.Pool({ ...findRunningDatabase(env, { asOwner: true }), max: 1 });
  try {
    const database = databaseOf(pool);
    const { startedAt, location, result, detail } = run;
    const id = await startRun(database, { kind: 'restore-drill', location, startedAt });
    const recoveryPoint = result?.recoveryPoint ?? null;
    await finishRun(database, id, {
      outcome: result ? 'succeeded' : 'failed',
      recoveryPoint,
      detail,
      finishedAt: new Date(),
    });
  } finally {
    await pool.end();
  }
}

/**
 * Proves that the newest backup can be restored: npm run restore-drill -- DIR restores it into a
 * temporary folder (TMPDIR), starts PostgreSQL there, checks the ledger and every other rule of the
 * data, and records the result. Returns 1 when that failed.
 */
export async function restoreDrill([dir]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (dir === undefined) {
    console.error('Usage: npm run restore-drill -- DIR');
    return 2;
  }
  const startedAt = new Date();
  const location = resolve(dir);
  try {
    const result = await drill(location, readBackupSettings(env));
    const seconds = ((Date.now() - startedAt.getTime()) / 1000).toFixed(1);
    const detail = `restored and checked in ${seconds} s: ${result.summary}`;
    console.log(
      `${join(result.chosen.store.base, result.chosen.name)}, up to ${result.recoveryPoint.toISOString()}: ${detail}.`,
    );
    await record(env, { startedAt, location: join(result.chosen.store.base, result.chosen.name), result, detail });
    return 0;
  } catch (error) {
    console.error(`The drill failed: ${reasonOf(error)}`);
    await record(env, { startedAt, location, result: null, detail: reasonOf(error) });
    return 1;
  }
}
