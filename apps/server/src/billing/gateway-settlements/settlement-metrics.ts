import { Gauge, type Registry } from 'prom-client';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { metricsJob } from '../../platform/metrics/metrics-job.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { countOpenFindings } from './finding.repository.ts';
import { listGateways } from './read-settlement-lists.ts';
import { listReadings } from './reading.repository.ts';

/** What is not settled is looked for among the payments of three months. */
const INTERVAL_MS = 600_000;

/** The metrics of what gateways pay out. A gateway that was never read has no age. */
export function settlementMetrics(
  registry: Registry,
  deps: Pick<BillingDependencies, 'database' | 'gateways' | 'clock'>,
): Job[] {
  const { database, clock } = deps;
  const registers = [registry];
  const age = new Gauge({
    name: 'settlement_reading_age_seconds',
    help: 'How long ago the settlements of a gateway were last read to their end; only of gateways that are asked, and after the first reading.',
    labelNames: ['gateway'] as const,
    registers,
  });
  const findings = new Gauge({
    name: 'settlement_findings_open',
    help: 'Findings in settlements of gateways that staff have not resolved.',
    registers,
  });
  const unsettled = new Gauge({
    name: 'unsettled_payment_age_seconds',
    help: 'The age of the oldest payment that should be in a settlement of its gateway by now and is in none; 0 when there is none.',
    labelNames: ['gateway'] as const,
    registers,
  });
  const secondsSince = (moment: Date | string) => Math.max(0, (clock().getTime() - new Date(moment).getTime()) / 1000);
  const read = async (): Promise<void> => {
    findings.set(await countOpenFindings(database));
    for (const { gateway, readAt, nextAt } of await listReadings(database)) {
      if (readAt && nextAt) age.set({ gateway }, secondsSince(readAt));
    }
  };
  const readUnsettled = async (): Promise<void> => {
    for (const { gateway, unsettled: waiting } of await listGateways(deps, database)) {
      if (waiting) unsettled.set({ gateway }, waiting.oldestPaidAt === null ? 0 : secondsSince(waiting.oldestPaidAt));
    }
  };
  return [
    metricsJob('settlement', read),
    { ...metricsJob('unsettled payment', readUnsettled), intervalMs: INTERVAL_MS },
  ];
}
