import { Gauge, type Registry } from 'prom-client';
import { type Database, unhurried } from '../platform/database/connection.ts';
import type { Job } from '../platform/jobs/job-runner.ts';
import { metricsJob } from '../platform/metrics/metrics-job.ts';
import { sumImbalance } from './ledger/trial-balance.repository.ts';
import { countPendingPayments } from './payments/payment.repository.ts';
import { countOpenDiscrepancies } from './reconciliation/gateway-discrepancy.repository.ts';

/** Adds up every entry of the ledger, which takes a second once there are millions. */
const LEDGER_INTERVAL_MS = 600_000;

/** The metrics of billing that need a query. */
export function billingMetrics(registry: Registry, database: Database): Job[] {
  const registers = [registry];
  const pending = new Gauge({
    name: 'payments_pending',
    help: 'Payments that are opened and neither paid nor abandoned.',
    registers,
  });
  const discrepancies = new Gauge({
    name: 'gateway_discrepancies_open',
    help: 'Discrepancies between a gateway and the ledger that staff have not closed.',
    registers,
  });
  const imbalance = new Gauge({
    name: 'ledger_imbalance_kobo',
    help: 'By how much the transactions of the ledger do not add up to zero, in kobo. Anything but 0 is a defect.',
    registers,
  });
  const read = async (): Promise<void> => {
    pending.set(await countPendingPayments(database));
    discrepancies.set(await countOpenDiscrepancies(database));
  };
  const readLedger = async (): Promise<void> => imbalance.set(await unhurried(database).transaction(sumImbalance));
  return [metricsJob('billing', read), { ...metricsJob('ledger', readLedger), intervalMs: LEDGER_INTERVAL_MS }];
}
