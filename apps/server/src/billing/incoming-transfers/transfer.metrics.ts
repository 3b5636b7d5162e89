import { Gauge, type Registry } from 'prom-client';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { metricsJob } from '../../platform/metrics/metrics-job.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findSilence, sumWaiting } from './incoming-transfer.repository.ts';

/** Fewer numbers may well get no money for days. */
const MANY_NUMBERS = 50;

/** Of money that comes to account numbers, where somebody opens them. */
export function transferMetrics(
  registry: Registry,
  { database, clock, intakes = [] }: Pick<BillingDependencies, 'database' | 'clock' | 'intakes'>,
): Job {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'unmatched_transfers_waiting',
    help: 'Transfers to account numbers that wait for staff to say whose they are.',
    registers,
  });
  const age = new Gauge({
    name: 'unmatched_transfer_oldest_age_seconds',
    help: 'How long the oldest transfer has waited for staff to say whose it is; 0 without one.',
    registers,
  });
  const silence = new Gauge({
    name: 'virtual_accounts_silence_seconds',
    help: 'How long ago money last came to any account number of a provider, or the first was opened; only of providers with 50 numbers or more.',
    labelNames: ['provider'] as const,
    registers,
  });
  const secondsSince = (moment: Date | string) => Math.max(0, (clock().getTime() - new Date(moment).getTime()) / 1000);
  return metricsJob('transfer', async () => {
    const { count, oldestAt } = await sumWaiting(database);
    waiting.set(count);
    age.set(oldestAt === null ? 0 : secondsSince(oldestAt));
    for (const { id: provider } of intakes) {
      const since = await findSilence(database, provider, MANY_NUMBERS);
      if (since !== null) silence.set({ provider }, secondsSince(since));
    }
  });
}
