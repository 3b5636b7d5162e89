import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { metricsJob } from '../../platform/metrics/metrics-job.ts';
import { countParked, measureEvents } from './events/event.repository.ts';
import { measureSends } from './sends/send.repository.ts';
import { findLineState } from './templates/line.repository.ts';

type State = 'received' | 'accepted' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';

export type WhatsAppMetrics = {
  readonly countWebhook: (outcome: 'taken' | 'repeated' | 'rejected') => void;
  readonly countMessage: (direction: 'in' | 'out', state: State) => void;
  readonly countFallback: () => void;
  /** A screen of the menu that was shown. */
  readonly countScreen: (screen: string, language: string) => void;
};

/** Counts what goes to and comes from WhatsApp. */
export function createWhatsAppMetrics(registry: Registry): WhatsAppMetrics {
  const registers = [registry];
  const webhooks = new Counter({
    name: 'whatsapp_webhooks_total',
    help: 'Webhooks of WhatsApp: taken, repeated (all of it was known), or rejected for their signature.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const messages = new Counter({
    name: 'whatsapp_messages_total',
    help: 'Messages on WhatsApp by direction, and each state that they have reached.',
    labelNames: ['direction', 'state'] as const,
    registers,
  });
  const fallbacks = new Counter({
    name: 'whatsapp_fallbacks_total',
    help: 'Notices that went as a text because WhatsApp did not deliver them.',
    registers,
  });
  const screens = new Counter({
    name: 'whatsapp_menu_screens_total',
    help: 'Screens of the menu on WhatsApp, by screen and language.',
    labelNames: ['screen', 'language'] as const,
    registers,
  });
  // A rate needs the zero before the first event.
  for (const outcome of ['taken', 'repeated', 'rejected'] as const) webhooks.inc({ outcome }, 0);
  messages.inc({ direction: 'in', state: 'received' }, 0);
  for (const state of ['accepted', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const) {
    messages.inc({ direction: 'out', state }, 0);
  }
  return {
    countWebhook: (outcome) => webhooks.inc({ outcome }),
    countMessage: (direction, state) => messages.inc({ direction, state }),
    countFallback: () => fallbacks.inc(),
    countScreen: (screen, language) => screens.inc({ screen, language }),
  };
}

/** What needs a query: what waits, what was given up, and whether the line is stopped. */
export function whatsAppMetricsJob(registry: Registry, database: Database, clock: () => Date): Job {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'whatsapp_waiting',
    help: 'Events of WhatsApp that are not dealt with, and messages that are not sent.',
    labelNames: ['what'] as const,
    registers,
  });
  const oldest = new Gauge({
    name: 'whatsapp_oldest_seconds',
    help: 'How long the first of those has been waiting.',
    labelNames: ['what'] as const,
    registers,
  });
  const parked = new Gauge({
    name: 'whatsapp_parked_events',
    help: 'Events of WhatsApp of which nothing could be made.',
    registers,
  });
  const stopped = new Gauge({
    name: 'whatsapp_stopped',
    help: '1 while WhatsApp accepts no messages from this line, for example because the token is not valid.',
    registers,
  });
  return metricsJob('whatsapp', async () => {
    const now = clock();
    for (const [what, measured] of [
      ['events', await measureEvents(database, now)],
      ['sends', await measureSends(database, now)],
    ] as const) {
      waiting.set({ what }, measured.waiting);
      oldest.set({ what }, measured.oldestSeconds);
    }
    parked.set(await countParked(database));
    stopped.set((await findLineState(database))?.stoppedAt ? 1 : 0);
  });
}
