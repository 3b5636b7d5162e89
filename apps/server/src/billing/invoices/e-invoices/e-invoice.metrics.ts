import type { Clock } from '@portal/kernel/clock';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../platform/database/connection.ts';
import type { Job } from '../../../platform/jobs/job-runner.ts';
import { metricsJob } from '../../../platform/metrics/metrics-job.ts';
import { readQueue } from './e-invoice.repository.ts';

/** What waits for the tax authority, where documents are registered. */
export function eInvoiceMetrics(registry: Registry, database: Database, clock: Clock): Job {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'e_invoices_waiting',
    help: 'Documents that are not registered with the tax authority yet and need nobody.',
    registers,
  });
  const refused = new Gauge({
    name: 'e_invoices_refused',
    help: 'Documents that the tax authority refused, or would, and that wait for a person.',
    registers,
  });
  const age = new Gauge({
    name: 'e_invoices_oldest_age_seconds',
    help: 'How long the oldest document that is not registered has waited, refused ones included; 0 without one.',
    labelNames: ['procedure'] as const,
    registers,
  });
  const keysRefused = new Gauge({
    name: 'e_invoices_keys_refused',
    help: '1 while the provider rejects our keys, else 0.',
    registers,
  });
  return metricsJob('e-invoice', async () => {
    const queue = await readQueue(database);
    const now = clock().getTime();
    waiting.set(queue.waiting);
    refused.set(queue.refused);
    keysRefused.set(queue.keysRefused ? 1 : 0);
    for (const procedure of ['clearance', 'reporting'] as const)
      age.set({ procedure }, Math.max(0, now - (queue.oldest[procedure]?.getTime() ?? now)) / 1000);
  });
}
