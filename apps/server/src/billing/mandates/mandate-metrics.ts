import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { metricsJob } from '../../platform/metrics/metrics-job.ts';
import { countMandates } from './mandate.repository.ts';

const STATES = ['awaiting-approval', 'approved', 'active'] as const;

/** How many mandates are in each state. */
export function mandateMetrics(registry: Registry, database: Database): Job {
  const mandates = new Gauge({
    name: 'mandates',
    help: 'Bank mandates by state: awaiting-approval, approved (the bank has not activated them yet), active.',
    labelNames: ['state'] as const,
    registers: [registry],
  });
  return metricsJob('mandates', async () => {
    const counts = new Map<string, number>((await countMandates(database)).map(({ status, count }) => [status, count]));
    for (const state of STATES) mandates.set({ state }, counts.get(state) ?? 0);
  });
}
