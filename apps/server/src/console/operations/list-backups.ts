import type { BackupStatus } from '@portal/contract/console/operations';
import type { Database } from '../../platform/database/connection.ts';
import { findBackupStatus } from './backup-run.repository.ts';

/** The state of the backups, then that of the drills that restore one. */
export async function listBackups(database: Database): Promise<BackupStatus[]> {
  const kinds = ['backup', 'restore-drill'] as const;
  return Promise.all(
    kinds.map(async (kind) => {
      const { success, failure, failuresSince } = await findBackupStatus(database, kind);
      return {
        kind,
        lastSuccess: success && {
          finishedAt: success.finishedAt.toISOString(),
          seconds: (success.finishedAt.getTime() - success.startedAt.getTime()) / 1000,
          location: success.location,
          sizeBytes: success.sizeBytes,
          recoveryPoint: success.recoveryPoint?.toISOString() ?? null,
        },
        failuresSince,
        lastFailure: failure && { finishedAt: failure.finishedAt.toISOString(), detail: failure.detail },
      };
    }),
  );
}
