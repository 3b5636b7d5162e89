import type { Clock } from '@portal/kernel/clock';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { metricsJob } from '../../platform/metrics/metrics-job.ts';
import { countMandates, findLongestWaits } from './mandate.repository.ts';

const STATES = ['awaiting-approval', 'approved', 'active'] as const;

/** How many mandates are in each state, and how long the oldest of what should have an answer has waited for it. */
export function mandateMetrics(registry: Registry, database: Database, clock: Clock): Job {
  const mandates = new Gauge({
    name: 'mandates',
    help: 'Bank mandates by state: awaiting-approval, approved (the bank has not activated them yet), active.',
    labelNames: ['state'] as const,
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'mandate_oldest_wait_seconds',
    help: 'How long the oldest mandate has waited for its bank to activate it, and the oldest charge of one for an answer; 0 without one.',
    labelNames: ['what'] as const,
    registers: [registry],
  });
  return metricsJob('mandates', async () => {
    const now = clock().getTime();
    for (const [what, since] of Object.entries(await findLongestWaits(database))) {
      oldest.set({ what }, since === null ? 0 : Math.max(0, (now - since.getTime()) / 1000));
    }
    const counts = new Map<string, number>((await countMandates(database)).map(({ status, count }) => [status, count]));
    for (const state of STATES) mandates.set({ state }, counts.get(state) ?? 0);
  });
}
