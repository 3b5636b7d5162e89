import { and, desc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { backupRuns } from '../../platform/database/schema/platform/backup-run.ts';

type Run = typeof backupRuns.$inferSelect;

/** The newest success of a kind, the newest failure after it, and how many there are of those. */
export async function findBackupStatus(
  database: Queryable,
  kind: Run['kind'],
): Promise<{ readonly success: Run | null; readonly failure: Run | null; readonly failuresSince: number }> {
  const newest = (outcome: Run['outcome'], after?: Date) =>
    database
      .select()
      .from(backupRuns)
      .where(and(eq(backupRuns.kind, kind), eq(backupRuns.outcome, outcome), after && gt(backupRuns.finishedAt, after)))
      .orderBy(desc(backupRuns.finishedAt))
      .limit(1);
  const [success = null] = await newest('succeeded');
  const [failure = null] = await newest('failed', success?.finishedAt);
  const failuresSince = await database.$count(
    backupRuns,
    and(
      eq(backupRuns.kind, kind),
      eq(backupRuns.outcome, 'failed'),
      success ? gt(backupRuns.finishedAt, success.finishedAt) : undefined,
    ),
  );
  return { success, failure, failuresSince };
}
