import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '@portal/server/platform/database/embedded/embedded-postgres-error';
import { startEmbeddedPostgres } from '@portal/server/platform/database/embedded/start-embedded-postgres';
import pg from 'pg';
import { BackupError } from './backup-error.ts';
import type { ChosenBackup } from './choose-backup.ts';

/** Replaying days of the log takes long. */
const RECOVER_WITHIN_MS = 24 * 3_600_000;

export type Recovered = {
  readonly pool: pg.Pool;
  /** Of the last transaction that was replayed; null when the backup had none after its end. */
  readonly lastCommit: Date | null;
};

/**
 * Starts the server on extracted files in `dataDir`, lets it replay its log up to `to`, or to the
 * end, hands a connection to `use`, and stops it. The server then is on a timeline of its own, so
 * that its log never mixes with that of the lost one. Throws BackupError.
 */
export async function recoverCluster<Result>(
  order: {
    readonly dataDir: string;
    readonly chosen: Pick<ChosenBackup, 'manifest' | 'timeline'>;
    readonly to: Date | null;
    readonly archiveWal: boolean;
  },
  use: (recovered: Recovered) => Promise<Result>,
): Promise<Result> {
  const { dataDir, chosen, to, archiveWal } = order;
  writeFileSync(join(dataDir, 'postgres', 'recovery.signal'), '');
  const target =
    to === null
      ? {}
      : {
          recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
        };
  const timeline = chosen.timeline === chosen.manifest.timeline ? 'current' : String(chosen.timeline);
  // All of the log is in pg_wal already.
  const settings = { restore_command: 'false', hot_standby: 'off', recovery_target_timeline: timeline, ...target };
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    archiveWal,
    settings,
    startMs: RECOVER_WITHIN_MS,
  }).catch((error: unknown) => {
    if (error instanceof EmbeddedPostgresError && error.message.includes('recovery ended before')) {
      throw new BackupError('the archived log ends before that moment: leave --to out to restore all there is', {
        cause: error,
      });
    }
    throw error;
  });
  const pool = new pg.Pool({ ...server.connection, max: 1 });
  // PostgreSQL may be stopped before it has read that the connection is over, and says so to nobody.
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return await use({ pool, lastCommit: rows[0]?.at ?? null });
  } finally {
    await pool.end();
    await server.stop();
  }
}
