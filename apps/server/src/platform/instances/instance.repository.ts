import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { instances } from '../database/schema/platform/instance.ts';
import { jobRuns } from '../database/schema/platform/job-run.ts';

type Self = Pick<typeof instances.$inferSelect, 'id' | 'hostName' | 'port' | 'version' | 'commit'>;

/** An instance that was not seen for this long, and did not say that it stops, has died. */
const GONE_AFTER = sql`interval '60 seconds'`;

/** Whether an instance runs, by the database's clock. */
export const isRunning = sql<boolean>`(${instances.stoppedAt} is null and ${instances.seenAt} > now() - ${GONE_AFTER})`;

/** Records that an instance runs. */
export async function noteInstance(database: Queryable, self: Self): Promise<void> {
  await database
    .insert(instances)
    .values(self)
    .onConflictDoUpdate({ target: instances.id, set: { seenAt: sql`now()` } });
}

/** Records that an instance stops of its own accord. */
export async function noteStop(database: Queryable, id: string): Promise<void> {
  await database
    .update(instances)
    .set({ stoppedAt: sql`now()` })
    .where(and(eq(instances.id, id), isNull(instances.stoppedAt)));
}

/**
 * Deletes instances of which nothing was seen for a day, and the runs of their jobs after a week: a
 * daily job of an installation that was restarted has then run again.
 */
export async function pruneInstances(database: Queryable): Promise<void> {
  await database.delete(instances).where(sql`${instances.seenAt} < now() - interval '1 day'`);
  await database.delete(jobRuns).where(
    sql`${jobRuns.finishedAt} < now() - interval '7 days'
        and not exists (select from ${instances} where ${instances.id} = ${jobRuns.instanceId})`,
  );
}

/** All that were seen within the last day: those that run first, then those that died. */
export function listInstances(database: Queryable) {
  return database
    .select({
      id: instances.id,
      hostName: instances.hostName,
      port: instances.port,
      version: instances.version,
      commit: instances.commit,
      startedAt: instances.startedAt,
      seenAt: instances.seenAt,
      stoppedAt: instances.stoppedAt,
      isRunning,
    })
    .from(instances)
    .orderBy(desc(isRunning), sql`${instances.stoppedAt} is not null`, desc(instances.startedAt));
}

export async function countRunning(database: Queryable): Promise<number> {
  return database.$count(instances, isRunning);
}
