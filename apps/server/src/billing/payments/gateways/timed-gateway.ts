import { Histogram, type Registry } from 'prom-client';
import type { Gateway } from './gateway.port.ts';

/** Gateways answer within a second; the timeout is 10 s. */
const REQUEST_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30];

/** The outcome of an adapter's operation, in the words of the port. */
function outcomeOf(answer: unknown): string {
  if (typeof answer === 'boolean') return answer ? 'done' : 'not-done';
  return typeof answer === 'object' && answer !== null && 'kind' in answer ? String(answer.kind) : 'answered';
}

/** Measures gateway calls: wraps a gateway and passes on its answers unchanged. */
export function createGatewayTiming(registry: Registry): (gateway: Gateway) => Gateway {
  const histogram = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'How long a gateway takes for an operation, by outcome. Unknown and not-sent: it gave no usable answer.',
    labelNames: ['gateway', 'operation', 'outcome'] as const,
    buckets: REQUEST_BUCKETS_S,
    registers: [registry],
  });
  return (gateway) => {
    const timed =
      <Asked extends unknown[], Answer>(operation: string, ask: (...asked: Asked) => Promise<Answer>) =>
      async (...asked: Asked): Promise<Answer> => {
        const startedAt = performance.now();
        let outcome = 'error';
        try {
          const answer = await ask(...asked);
          outcome = outcomeOf(answer);
          return answer;
        } finally {
          const seconds = (performance.now() - startedAt) / 1000;
          histogram.observe({ gateway: gateway.id, operation, outcome }, seconds);
        }
      };
    const { savedCards, directDebit, listSuccesses, listRefunds, settlements } = gateway;
    return {
      ...gateway,
      initialize: timed('initialize', gateway.initialize),
      confirm: timed('verify', gateway.confirm),
      refund: timed('refund', gateway.refund),
      findRefund: timed('find-refund', gateway.findRefund),
      savedCards: savedCards && {
        charge: timed('charge-card', savedCards.charge),
        forget: timed('forget-card', savedCards.forget),
      },
      directDebit: directDebit
        ? {
            open: timed('open-mandate', directDebit.open),
            find: timed('find-mandate', directDebit.find),
            listRevoked: timed('list-mandates', directDebit.listRevoked),
            listBanks: timed('list-banks', directDebit.listBanks),
            end: timed('end-mandate', directDebit.end),
          }
        : null,
      listSuccesses: listSuccesses && timed('list-payments', listSuccesses),
      settlements: settlements && {
        list: timed('list-settlements', settlements.list),
        listItems: timed('list-settlement-items', settlements.listItems),
      },
      ...(listRefunds && { listRefunds: timed('list-refunds', listRefunds) }),
    };
  };
}
