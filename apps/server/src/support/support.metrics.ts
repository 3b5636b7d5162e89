import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/database/connection.ts';
import type { SocketHub } from '../platform/events/socket-hub.ts';
import type { Job } from '../platform/jobs/job-runner.ts';
import { metricsJob } from '../platform/metrics/metrics-job.ts';
import { countWaitingChats } from './chat/chat.repository.ts';

/** The metrics of support: the sockets of this instance, and those that need a query. */
export function supportMetrics(registry: Registry, database: Database, hub: Pick<SocketHub, 'countByKind'>): Job[] {
  const registers = [registry];
  new Gauge({
    name: 'websocket_connections',
    help: 'Open WebSockets of this instance: of chats, of agents, and of pages that get live updates.',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      for (const [kind, count] of Object.entries(hub.countByKind())) this.set({ kind }, count);
    },
  });
  const waiting = new Gauge({
    name: 'chat_waiting',
    help: 'Chats that are waiting for an agent.',
    registers,
  });
  return [metricsJob('support', async () => waiting.set(await countWaitingChats(database)))];
}
