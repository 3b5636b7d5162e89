import type { Clock } from '@portal/kernel/clock';
import { Gauge, type Registry } from 'prom-client';
import { type Database, unhurried } from '../platform/database/connection.ts';
import type { Job } from '../platform/jobs/job-runner.ts';
import { metricsJob } from '../platform/metrics/metrics-job.ts';
import { countWaiting } from './bank/matching/match.repository.ts';
import { sumImbalance } from './ledger/trial-balance.repository.ts';
import { countPendingPayments } from './payments/payment.repository.ts';
import { countOpenDiscrepancies } from './reconciliation/gateway-discrepancy.repository.ts';

/** Adds up every entry of the ledger, which takes a second once there are millions. */
const LEDGER_INTERVAL_MS = 600_000;

const endOfDay = (day: string): number => Date.parse(`${day}T24:00:00+01:00`);

/** The metrics of billing that need a query. */
export function billingMetrics(registry: Registry, database: Database, clock: Clock): Job[] {
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
  const bankLines = new Gauge({
    name: 'bank_lines_open',
    help: 'Lines of bank statements that are not matched.',
    registers,
  });
  const oldestBankLine = new Gauge({
    name: 'bank_line_oldest_open_age_seconds',
    help: 'Age of the oldest line of a bank statement that is not matched, from the end of its day; 0 without one.',
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
    const { count, oldest } = await countWaiting(database);
    bankLines.set(count);
    oldestBankLine.set(oldest === null ? 0 : Math.max(0, (clock().getTime() - endOfDay(oldest)) / 1000));
  };
  const readLedger = async (): Promise<void> => imbalance.set(await unhurried(database).transaction(sumImbalance));
  return [metricsJob('billing', read), { ...metricsJob('ledger', readLedger), intervalMs: LEDGER_INTERVAL_MS }];
}
