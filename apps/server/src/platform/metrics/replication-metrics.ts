import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/connection.ts';
import { readReplication } from '../database/read-replication.ts';
import type { Job } from '../jobs/job-runner.ts';
import { metricsJob } from './metrics-job.ts';

/** How many synchronous standbys the database has; absent where the account may not see it. */
export function replicationMetrics(registry: Registry, database: Database): Job {
  const synchronous = new Gauge({
    name: 'db_synchronous_standbys',
    help: 'Standbys that have every commit before it is acknowledged.',
    registers: [registry],
  });
  return metricsJob('replication', async () => {
    const replication = await readReplication(database);
    if (replication === null) synchronous.remove();
    else synchronous.set(replication.synchronous);
  });
}
