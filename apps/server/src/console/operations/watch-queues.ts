import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/connection.ts';
import { type Channel, readQueues } from './queue-age.repository.ts';

/** Every job reads its queue far more often: an entry that is this late is not being processed. */
const LATE_S = 3600;

/**
 * Reports how much is due in each queue and for how long: in `/metrics`, and at level error once
 * the oldest entry is more than an hour late (threats P10). Returns a job to be repeated; it only
 * reads.
 */
export function createQueueWatch(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly metricsRegistry: Registry;
  /** The channels of the outbox that this installation delivers. */
  readonly channels: readonly Channel[];
}): () => Promise<void> {
  const shared = { labelNames: ['queue'] as const, registers: [deps.metricsRegistry] };
  const oldestAge = new Gauge({
    name: 'queue_oldest_age_seconds',
    help: 'How long the oldest entry of a queue that is due has been due; 0 when none is.',
    ...shared,
  });
  const depth = new Gauge({
    name: 'queue_depth',
    help: 'Entries of a queue that are due and not processed yet.',
    ...shared,
  });
  return async () => {
    const now = deps.clock();
    const queues = await readQueues(deps.database, now, deps.channels);
    for (const [queue, { depth: due, oldestDueAt }] of Object.entries(queues)) {
      const lateS = oldestDueAt === null ? 0 : Math.round((now.getTime() - oldestDueAt.getTime()) / 1000);
      depth.set({ queue }, due);
      oldestAge.set({ queue }, lateS);
      if (lateS > LATE_S) deps.logger.error({ queue, lateS }, 'a queue is not processed');
    }
  };
}
