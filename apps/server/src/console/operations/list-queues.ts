import type { Queue } from '@portal/contract/console/operations';
import type { OperationsDependencies } from './operations-dependencies.ts';
import { readQueues } from './queue-age.repository.ts';

/** What is due in each queue now, as in the metrics. */
export async function listQueues(
  deps: Pick<OperationsDependencies, 'database' | 'clock' | 'channels'>,
): Promise<Queue[]> {
  const queues = await readQueues(deps.database, deps.clock(), deps.channels);
  return Object.entries(queues).map(([name, { depth, oldestDueAt }]) => ({
    name,
    depth,
    oldestDueAt: oldestDueAt?.toISOString() ?? null,
  }));
}
