import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { backupRuns } from '../database/schema/platform/backup-run.ts';

export type BackupRun = typeof backupRuns.$inferSelect;

/** Records a run that begins. Those of the same kind that never ended were interrupted. */
export async function startRun(
  queryable: Queryable,
  run: Pick<BackupRun, 'kind' | 'location' | 'startedAt'>,
): Promise<number> {
  const interrupted = and(eq(backupRuns.kind, run.kind), eq(backupRuns.outcome, 'running'));
  const end = { outcome: 'failed', finishedAt: run.startedAt, detail: 'interrupted' } as const;
  await queryable.update(backupRuns).set(end).where(interrupted);
  const [row] = await queryable.insert(backupRuns).values(run).returning({ id: backupRuns.id });
  if (!row) throw new Error('PostgreSQL returned no row');
  return row.id;
}

export async function finishRun(
  queryable: Queryable,
  id: number,
  end: Partial<BackupRun> & { readonly outcome: 'succeeded' | 'failed'; readonly finishedAt: Date },
): Promise<void> {
  await queryable.update(backupRuns).set(end).where(eq(backupRuns.id, id));
}

/** When the last successful run of each kind ended. */
export async function listLastSuccesses(
  queryable: Queryable,
): Promise<{ readonly kind: BackupRun['kind']; readonly finishedAt: Date | null }[]> {
  return queryable
    .select({ kind: backupRuns.kind, finishedAt: max(backupRuns.finishedAt) })
    .from(backupRuns)
    .where(eq(backupRuns.outcome, 'succeeded'))
    .groupBy(backupRuns.kind);
}

/** When this database was last restored from a backup; null when it never was. */
export async function findLastRestore(queryable: Queryable): Promise<Date | null> {
  const [row] = await queryable
    .select({ finishedAt: backupRuns.finishedAt })
    .from(backupRuns)
    .where(and(eq(backupRuns.kind, 'restore'), eq(backupRuns.outcome, 'succeeded')))
    .orderBy(desc(backupRuns.startedAt))
    .limit(1);
  return row?.finishedAt ?? null;
}

/** PostgreSQL's identifier of this database cluster. */
export async function findSystemIdentifier(queryable: Queryable): Promise<string> {
  const { rows } = await queryable.execute<{ id: string }>(
    sql`select system_identifier::text as id from pg_control_system()`,
  );
  if (!rows[0]) throw new Error('PostgreSQL returned no row');
  return rows[0].id;
}
