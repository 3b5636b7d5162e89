import { join } from 'node:path';
import { Gauge } from 'prom-client';
import type { Context } from '../context.ts';
import { WAL_SPOOL } from '../database/embedded/start-embedded-postgres.ts';
import type { Job } from '../jobs/job-runner.ts';
import { metricsJob } from '../metrics/metrics-job.ts';
import type { Platform } from '../platform.ts';
import { findSystemIdentifier, listLastSuccesses } from './backup-run.repository.ts';
import { backupStoreOf } from './backup-store.ts';
import { shipUploads, shipWal } from './ship-to-backup.ts';

/** What archive_timeout adds, see startEmbeddedPostgres, makes the most that a lost disk takes along. */
const SHIP_INTERVAL_MS = 10_000;

function shippingJob({ config, database }: Platform): Job[] {
  const { backup, dataDir } = config;
  if (backup === null) return [];
  const ship = async (signal: AbortSignal): Promise<void> => {
    const store = backupStoreOf(backup.folder, await findSystemIdentifier(database));
    const shipping = { store, recipients: backup.recipients, signal };
    await shipWal(join(dataDir, WAL_SPOOL), shipping);
    await shipUploads(join(dataDir, 'uploads'), shipping);
  };
  return [{ name: 'backup shipping', intervalMs: SHIP_INTERVAL_MS, atStart: true, work: ship }];
}

/** An installation in production has both. */
const EXPECTED = ['backup', 'restore-drill'] as const;

/**
 * The portal's own part in backups: it moves the archived log and customers' files to BACKUP_DIR as
 * they come, and says when the operator's commands last succeeded.
 */
export function createBackup(platform: Platform): Context {
  const lastSuccess = new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last backup, restore or restore drill that did not fail ended, in seconds since 1970.',
    labelNames: ['kind'] as const,
    registers: [platform.metricsRegistry],
  });
  const read = async (): Promise<void> => {
    const successes = await listLastSuccesses(platform.database);
    // An alert must see that there never was one.
    for (const kind of EXPECTED) lastSuccess.set({ kind }, 0);
    for (const { kind, finishedAt } of successes) {
      if (finishedAt) lastSuccess.set({ kind }, finishedAt.getTime() / 1000);
    }
  };
  return { jobs: [...shippingJob(platform), metricsJob('backup', read)] };
}
