import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { backupRuns } from '../../platform/database/schema/platform/backup-run.ts';

type Run = typeof backupRuns.$inferSelect;
type EndedRun = Run & { readonly finishedAt: Date };

/** The newest success of a kind, the newest failure after it, and how many there are of those. */
export async function findBackupStatus(
  database: Queryable,
  kind: Run['kind'],
): Promise<{ readonly success: EndedRun | null; readonly failure: EndedRun | null; readonly failuresSince: number }> {
  const ended = (outcome: 'succeeded' | 'failed', after: Date | undefined) =>
    and(eq(backupRuns.kind, kind), eq(backupRuns.outcome, outcome), after && gt(backupRuns.startedAt, after));
  const newest = async (outcome: 'succeeded' | 'failed', after?: Date): Promise<EndedRun | null> => {
    const [run] = await database
      .select()
      .from(backupRuns)
      .where(and(ended(outcome, after), sql`${backupRuns.finishedAt} is not null`))
      .orderBy(desc(backupRuns.startedAt))
      .limit(1);
    return run?.finishedAt ? { ...run, finishedAt: run.finishedAt } : null;
  };
  const success = await newest('succeeded');
  const failure = await newest('failed', success?.startedAt);
  const failuresSince = await database.$count(backupRuns, ended('failed', success?.startedAt));
  return { success, failure, failuresSince };
}
