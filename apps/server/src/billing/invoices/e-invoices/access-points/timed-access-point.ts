import { Counter, Histogram, type Registry } from 'prom-client';
import type { EInvoiceAccessPoint, Lookup, Registration } from './access-point.port.ts';

/** Providers are expected within a second; the timeout is 10 s. */
const REQUEST_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30];

/** Measures a provider's calls and counts what it says of documents: its answers are passed on unchanged. */
export function createAccessPointTiming(registry: Registry): (accessPoint: EInvoiceAccessPoint) => EInvoiceAccessPoint {
  const registers = [registry];
  const duration = new Histogram({
    name: 'e_invoice_request_duration_seconds',
    help: 'How long the provider of the tax authority takes for an operation, by outcome.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: REQUEST_BUCKETS_S,
    registers,
  });
  const registrations = new Counter({
    name: 'e_invoice_registrations_total',
    help: 'Attempts to register a document by their outcome; one that is found to be registered counts as that.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const timed =
    <Asked, Answer extends Registration | Lookup>(operation: string, ask: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      const startedAt = performance.now();
      const answer = await ask(asked);
      const outcome = answer.kind;
      duration.observe({ operation, outcome }, (performance.now() - startedAt) / 1000);
      if (operation === 'register' || outcome === 'registered') registrations.inc({ outcome });
      return answer;
    };
  return (accessPoint) => ({
    ...accessPoint,
    register: timed('register', accessPoint.register),
    find: accessPoint.find && timed('find', accessPoint.find),
    confirm: timed('confirm', accessPoint.confirm),
  });
}
