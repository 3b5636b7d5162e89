import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';

declare module 'node:http' {
  interface IncomingMessage {
    requestId?: string;
    /** Milliseconds of the monotonic clock. */
    arrivedAt?: number;
  }
}

const SLOW_MS = 1000;

/** What access servers report, a thousand times a second. */
const ROUTINE = '/api/network/accounting';

/** Told by Node of every answer of every server in the process, in place of two listeners on each answer. */
const ANSWERS = channel('http.server.response.finish');
type Answer = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly server: Server };

/** Gives a request the name under which the log and its refusal speak of it, and notes when it came. */
export function nameRequest(request: IncomingMessage): string {
  request.arrivedAt = performance.now();
  request.requestId = randomUUID();
  return request.requestId;
}

/**
 * Counts every answer (/metrics), and writes a line for each write, refusal and slow answer: quick reads are most of the work and say nothing
 * that a count does not, nor do packets of the network. Without the query: addresses of pages may carry references and tokens.
 */
export function registerAccessLog(
  app: FastifyInstance,
  deps: { readonly log: Pick<FastifyBaseLogger, 'info'>; readonly metricsRegistry: Registry },
): void {
  const counter = new Counter({
    name: 'http_answers_total',
    help: 'Answers sent, by method and status.',
    labelNames: ['method', 'status'] as const,
    registers: [deps.metricsRegistry],
  });
  const counters = new Map<string, Counter.Internal>();
  const note = ({ request, response }: Answer): void => {
    const { method = '', url = '', requestId, arrivedAt = performance.now() } = request;
    const { statusCode: status } = response;
    const name = `${method} ${status}`;
    const count = counters.get(name) ?? counter.labels(method, String(status));
    counters.set(name, count);
    count.inc();
    const ms = performance.now() - arrivedAt;
    if ((method !== 'GET' && url !== ROUTINE) || status >= 400 || ms >= SLOW_MS) {
      const [path] = url.split('?');
      deps.log.info({ requestId, method, path, status, ms: Math.round(ms) }, 'answered');
    }
  };
  const hear = (told: unknown): void => {
    // It comes from Node itself: its shape is taken on trust.
    const answer = told as Answer;
    if (answer.server === app.server) note(answer);
  };
  ANSWERS.subscribe(hear);
  app.addHook('onClose', async () => void ANSWERS.unsubscribe(hear));
}
