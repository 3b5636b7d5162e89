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
    /** The pattern of the route; absent where none matched. */
    route?: string | undefined;
  }
}

const SLOW_MS = 1000;

/** Accounting packets arrive a thousand times a second. */
const ROUTINE = '/api/network/accounting';

/**
 * Node publishes every answer of every server in the process on this channel: cheaper than two
 * listeners on each answer.
 */
const ANSWERS = channel('http.server.response.finish');
type Answer = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly server: Server };

declare module 'node:net' {
  interface Socket {
    requestsInFlight?: number;
  }
}

/** A connection that becomes a socket is not a request in flight. */
const isCounted = ({ headers }: IncomingMessage): boolean => headers.upgrade === undefined;

function enterFlight(request: IncomingMessage): void {
  const { socket } = request;
  if (isCounted(request)) socket.requestsInFlight = (socket.requestsInFlight ?? 0) + 1;
}

function leaveFlight(request: IncomingMessage): void {
  const { socket } = request;
  if (isCounted(request)) socket.requestsInFlight = (socket.requestsInFlight ?? 1) - 1;
}

/**
 * How many requests of these connections are unanswered. An aborted request ends with its
 * connection.
 */
export function countInFlight(sockets: Iterable<Socket>): number {
  let count = 0;
  for (const { requestsInFlight = 0 } of sockets) count += requestsInFlight;
  return count;
}

/** Gives a request the id that the log and its error answer share, and records its arrival. */
export function nameRequest(request: IncomingMessage): string {
  request.arrivedAt = performance.now();
  request.requestId = randomUUID();
  enterFlight(request);
  return request.requestId;
}

/**
 * Measures every answer (/metrics), and logs each write, refusal and slow answer. Quick reads and
 * accounting packets are not logged: they are most of the work, and metrics cover them. Queries are
 * left out: addresses of pages may contain references and tokens.
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
  const onFinish = (finished: unknown): void => {
    // It comes from Node itself: its shape is not validated.
    const answer = finished as Answer;
    if (answer.server === app.server) note(answer);
  };
  // A function for each route: Fastify would otherwise create an object with all route options at
  // every request just for its pattern.
  app.addHook('onRoute', (route) => {
    const pattern = route.url;
    const nameRoute: onRequestHookHandler = (request, _reply, done) => {
      request.raw.route = pattern;
      done();
    };
    route.onRequest = [nameRoute, ...[route.onRequest ?? []].flat()];
  });
  ANSWERS.subscribe(onFinish);
  app.addHook('onClose', async () => void ANSWERS.unsubscribe(onFinish));
}
