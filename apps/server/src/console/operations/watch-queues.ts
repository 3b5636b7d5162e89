import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/connection.ts';
import { type Channel, listFirstDue } from './queue-age.repository.ts';

/** Every job looks into its queue far more often: what is so late is not being worked off. */
const LATE_S = 3600;

/**
 * Says how late the first entry of each queue is, in seconds: in `/metrics` (`queue_lateness_seconds`), and at level error once that is more than an hour (threats P10). The answer is a
 * job to be repeated; it only reads.
 */
export function createQueueWatch(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly metricsRegistry: Registry;
  /** What of the outbox this installation delivers. */
  readonly channels: readonly Channel[];
}): () => Promise<void> {
  const gauge = new Gauge({
    name: 'queue_lateness_seconds',
    help: 'How long the first entry of a queue has been due.',
    labelNames: ['queue'] as const,
    registers: [deps.metricsRegistry],
  });
  return async () => {
    const first = await listFirstDue(deps.database, deps.channels);
    const now = deps.clock().getTime();
    for (const [queue, dueAt] of Object.entries(first)) {
      const lateS = dueAt === null ? 0 : Math.max(0, Math.round((now - dueAt.getTime()) / 1000));
      gauge.set({ queue }, lateS);
      if (lateS > LATE_S) deps.logger.error({ queue, lateS }, 'a queue is not worked off');
    }
  };
}
