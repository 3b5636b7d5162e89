import {
  listBackups as backupsEntry,
  countFailedDeliveries as countEntry,
  listFailedDeliveries as deliveriesEntry,
  listInstances as instancesEntry,
  listJobs as jobsEntry,
  listQueues as queuesEntry,
  retryDeliveries as retryAllEntry,
  retryDelivery as retryEntry,
  runJob as runEntry,
} from '@portal/contract/console/operations';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { countFailedDeliveries, listFailedDeliveries } from './failed-deliveries.ts';
import { listBackups } from './list-backups.ts';
import { listInstances } from './list-instances.ts';
import { listJobs } from './list-jobs.ts';
import { listQueues } from './list-queues.ts';
import type { OperationsDependencies } from './operations-dependencies.ts';
import { retryDeliveries } from './retry-deliveries.ts';
import { runJob } from './run-job.ts';

const NOTHING = 'Nothing was retried: it was delivered meanwhile, or is being sent now.';

function retriedAnswer(retried: number) {
  const message =
    retried === 0 ? NOTHING : retried === 1 ? 'It is tried again now.' : `${retried} are tried again now.`;
  return { success: true as const, message, retried };
}

/** Jobs, queues, deliveries, instances and backups, for the staff who operate the portal. */
export function registerOperations(routes: Routes, deps: OperationsDependencies): void {
  const { database } = deps;
  routes.serve(jobsEntry, async () => listJobs(deps));

  routes.serve(runEntry, async ({ viewer, params }) => ({
    success: true as const,
    ...(await runJob(deps, { staffId: viewer.user.id, name: params.name })),
  }));

  routes.serve(queuesEntry, async () => listQueues(deps));

  routes.serve(instancesEntry, async () => listInstances(database, deps.instanceId));

  routes.serve(backupsEntry, async () => listBackups(database));

  routes.serve(deliveriesEntry, async ({ query }) => listFailedDeliveries(database, query));

  routes.serve(countEntry, async () => countFailedDeliveries(database));

  routes.serve(retryEntry, async ({ viewer, params }) =>
    retriedAnswer(await retryDeliveries(deps, { staffId: viewer.user.id, ...params })),
  );

  routes.serve(retryAllEntry, async ({ viewer, params }) =>
    retriedAnswer(await retryDeliveries(deps, { staffId: viewer.user.id, ...params, id: null })),
  );
}
