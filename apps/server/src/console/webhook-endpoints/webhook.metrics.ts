import { Counter, Gauge, type Registry } from 'prom-client';
import type { Platform } from '../../platform/platform.ts';
import type { DeliveryDependencies } from './deliver-webhooks.ts';
import { readEndpointStates } from './webhook-delivery.repository.ts';

const OUTCOMES = ['delivered', 'failed', 'given-up'] as const;

/** Counts attempts to deliver webhooks to the operator's programs. */
export function createDeliveryCounter(registry: Registry): DeliveryDependencies['count'] {
  const counter = new Counter({
    name: 'webhook_deliveries_total',
    help: 'Attempts to deliver a webhook to a program of the operator: delivered, failed and to be retried, or given up.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // A rate needs the zero before the first event.
  for (const outcome of OUTCOMES) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

/** Returns the update of the gauges. An endpoint that is off does not count: nothing is sent to it. */
export function createEndpointWatch({
  database,
  clock,
  metricsRegistry,
}: Pick<Platform, 'database' | 'clock' | 'metricsRegistry'>): () => Promise<void> {
  const failing = new Gauge({
    name: 'webhook_endpoint_failing_seconds',
    help: 'For how long the webhook endpoint that fails longest has had no success; 0 while none fails.',
    registers: [metricsRegistry],
  });
  const due = new Gauge({
    name: 'webhook_deliveries_due',
    help: 'Webhooks to programs of the operator that are due and not delivered yet.',
    registers: [metricsRegistry],
  });
  return async () => {
    const now = clock();
    const states = (await readEndpointStates(database, now)).filter(({ isOn }) => isOn);
    const failingMs = states.map(({ failingSince }) => (failingSince ? now.getTime() - failingSince.getTime() : 0));
    failing.set(Math.max(0, ...failingMs) / 1000);
    due.set(states.reduce((sum, { due: count }) => sum + count, 0));
  };
}
