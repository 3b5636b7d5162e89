import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';

const SLOW_MS = 1000;

/** What access servers report, a thousand times a second. */
const ROUTINE = '/api/network/accounting';

/**
 * Counts every answer (/metrics), and writes a line for each write, refusal and slow answer: quick reads are most of the work and say nothing
 * that a count does not, nor do packets of the network. Without the query: addresses of pages may carry references and tokens.
 */
export function registerAccessLog(app: FastifyInstance, registry: Registry): void {
  const counter = new Counter({
    name: 'http_answers_total',
    help: 'Answers sent, by method and status.',
    labelNames: ['method', 'status'] as const,
    registers: [registry],
  });
  const counters = new Map<string, Counter.Internal>();
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request;
    const { statusCode: status, elapsedTime } = reply;
    const name = `${method} ${status}`;
    const count = counters.get(name) ?? counter.labels(method, String(status));
    counters.set(name, count);
    count.inc();
    if ((method !== 'GET' && request.url !== ROUTINE) || status >= 400 || elapsedTime >= SLOW_MS) {
      const [path] = request.url.split('?');
      app.log.info({ requestId, method, path, status, ms: Math.round(elapsedTime) }, 'answered');
    }
    done();
  });
}
