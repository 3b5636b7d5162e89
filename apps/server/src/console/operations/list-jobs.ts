import type { Job } from '@portal/contract/console/operations';
import type { Database } from '../../platform/database/connection.ts';
import { listJobRuns } from '../../platform/jobs/job-run.repository.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import { instanceName } from './list-instances.ts';

/** The jobs in the order of their names, with their last runs on every instance. */
export async function listJobs(deps: {
  readonly database: Database;
  readonly jobs: Pick<JobRunner, 'list'>;
}): Promise<Job[]> {
  const recorded = await listJobRuns(deps.database);
  const runsOf = (name: string) =>
    recorded
      .filter(({ run }) => run.job === name)
      .map(({ run, hostName, port }) => ({
        instance: hostName === null ? 'an earlier instance' : instanceName({ hostName, port }),
        startedAt: run.startedAt.toISOString(),
        finishedAt: run.finishedAt.toISOString(),
        durationMs: run.durationMs,
        outcome: run.outcome,
        error: run.error,
        failuresInRow: run.failuresInRow,
        lastSuccessAt: run.lastSuccessAt?.toISOString() ?? null,
      }));
  return deps.jobs
    .list()
    .map(({ name, intervalMs, needsRightClock = false }) => ({
      name,
      intervalSeconds: intervalMs / 1000,
      needsRightClock,
      runs: runsOf(name),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
