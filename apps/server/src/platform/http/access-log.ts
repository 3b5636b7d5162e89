import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from 'fastify';
import type { HttpMetrics } from '../metrics/http-metrics.ts';

declare module 'node:http' {
  interface IncomingMessage {
    requestId?: string;
    /** Milliseconds of the monotonic clock. */
    arrivedAt?: number;
    /** The pattern of the route that serves it; absent where none does. */
    route?: string | undefined;
  }
}

const SLOW_MS = 1000;

/** What access servers report, a thousand times a second. */
const ROUTINE = '/api/network/accounting';

/** Told by Node of every answer of every server in the process, in place of two listeners on each answer. */
const ANSWERS = channel('http.server.response.finish');
type Answer = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly server: Server };

declare module 'node:net' {
  interface Socket {
    requestsInFlight?: number;
  }
}

/** A connection that is to become a socket is no request for as long as it lives. */
const isCounted = ({ headers }: IncomingMessage): boolean => headers.upgrade === undefined;

function enterFlight(request: IncomingMessage): void {
  const { socket } = request;
  if (isCounted(request)) socket.requestsInFlight = (socket.requestsInFlight ?? 0) + 1;
}

function leaveFlight(request: IncomingMessage): void {
  const { socket } = request;
  if (isCounted(request)) socket.requestsInFlight = (socket.requestsInFlight ?? 1) - 1;
}

/** How many requests of these connections are not answered yet. What its client has given up goes with the connection. */
export function countInFlight(sockets: Iterable<Socket>): number {
  let count = 0;
  for (const { requestsInFlight = 0 } of sockets) count += requestsInFlight;
  return count;
}

/** Gives a request the name under which the log and its refusal speak of it, and notes when it came. */
export function nameRequest(request: IncomingMessage): string {
  request.arrivedAt = performance.now();
  request.requestId = randomUUID();
  enterFlight(request);
  return request.requestId;
}

/**
 * Measures every answer (/metrics), and writes a line for each write, refusal and slow answer: quick reads are most of the work and say nothing
 * that a metric does not, nor do packets of the network. Without the query: addresses of pages may carry references and tokens.
 */
export function registerAccessLog(
  app: FastifyInstance,
  deps: { readonly log: Pick<FastifyBaseLogger, 'info'>; readonly metrics: HttpMetrics },
): void {
  const note = ({ request, response }: Answer): void => {
    const { method = '', url = '', requestId, route, arrivedAt = performance.now() } = request;
    const { statusCode: status } = response;
    leaveFlight(request);
    const ms = performance.now() - arrivedAt;
    deps.metrics.observe({ method, route, status }, ms / 1000);
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
  // For each route its own function: Fastify would make an object of all its options at every request, to say its pattern.
  app.addHook('onRoute', (route) => {
    const pattern = route.url;
    const nameRoute: onRequestHookHandler = (request, _reply, done) => {
      request.raw.route = pattern;
      done();
    };
    route.onRequest = [nameRoute, ...[route.onRequest ?? []].flat()];
  });
  ANSWERS.subscribe(hear);
  app.addHook('onClose', async () => void ANSWERS.unsubscribe(hear));
}
