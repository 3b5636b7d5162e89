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

/** Returns the update of the gauges; an endpoint that is off has none, since nothing is sent to it. */
export function createEndpointWatch({
  database,
  clock,
  metricsRegistry,
}: Pick<Platform, 'database' | 'clock' | 'metricsRegistry'>): () => Promise<void> {
  const shared = { labelNames: ['endpoint'] as const, registers: [metricsRegistry] };
  const failing = new Gauge({
    name: 'webhook_endpoint_failing_seconds',
    help: 'For how long no delivery to a webhook endpoint that is on has succeeded, by its id; 0 while they do.',
    ...shared,
  });
  const due = new Gauge({
    name: 'webhook_deliveries_due',
    help: 'Deliveries to a webhook endpoint that is on which are due now, by its id.',
    ...shared,
  });
  return async () => {
    const now = clock();
    const states = (await readEndpointStates(database, now)).filter(({ isOn }) => isOn);
    failing.reset();
    due.reset();
    for (const { id: endpoint, failingSince, due: count } of states) {
      failing.set({ endpoint }, failingSince ? Math.max(0, (now.getTime() - failingSince.getTime()) / 1000) : 0);
      due.set({ endpoint }, count);
    }
  };
}
