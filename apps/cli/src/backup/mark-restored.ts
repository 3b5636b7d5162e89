import { finishRun, startRun } from '@portal/server/platform/backup/backup-run.repository';
import { databaseOf } from '@portal/server/platform/database/connection';
import type pg from 'pg';

/**
 * Records in the restored database that it was restored. So its portal charges no card before the
 * gateways were asked what came in since, which it does at once, and suspends the API keys of before.
 * Sessions and mailed links that had ended since the backup would come back: all of them end.
 */
export async function markRestored(pool: pg.Pool, location: string, recoveryPoint: Date | null): Promise<void> {
  const database = databaseOf(pool);
  const id = await startRun(database, { kind: 'restore', location, startedAt: new Date() });
  await pool.query('delete from sessions');
  await pool.query('delete from account_tokens');
  await pool.query('update gateway_reconciliations set next_at = now()');
  await finishRun(database, id, { outcome: 'succeeded', recoveryPoint, finishedAt: new Date() });
}
