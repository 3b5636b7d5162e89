import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { instances } from '../database/schema/platform/instance.ts';
import { jobRuns } from '../database/schema/platform/job-run.ts';
import { isRunning } from '../instances/instance.repository.ts';

/** Replaces the recorded run of a job on an instance. */
export async function saveJobRun(database: Queryable, run: typeof jobRuns.$inferInsert): Promise<void> {
  await database
    .insert(jobRuns)
    .values(run)
    .onConflictDoUpdate({ target: [jobRuns.job, jobRuns.instanceId], set: run });
}

/**
 * The recorded run of every job on every running instance, and the newest where none that runs has
 * recorded one; newest first. `hostName` is null for an instance whose row is gone.
 */
export function listJobRuns(database: Queryable) {
  return database
    .select({ run: jobRuns, hostName: instances.hostName, port: instances.port })
    .from(jobRuns)
    .leftJoin(instances, eq(instances.id, jobRuns.instanceId))
    .where(
      sql`${isRunning} or ${jobRuns.finishedAt} = (
        select max(newest.finished_at) from ${jobRuns} as newest where newest.job = ${jobRuns.job})`,
    )
    .orderBy(desc(jobRuns.finishedAt));
}
