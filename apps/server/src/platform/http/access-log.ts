import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from 'fastify';
import type { HttpMetrics } from '../metrics/http-metrics.ts';
import { currentWork, describeWork } from '../trace/current-work.ts';
import { readTraceparent, type Span, type Tracer } from '../trace/trace.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Milliseconds of the monotonic clock. */
    arrivedAt?: number;
    /** The span of the request, where spans are exported. */
    span?: Span;
  }
}

/** Of every answer: the id by which its log lines are found. */
export const REQUEST_ID_HEADER = 'x-request-id';
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

/**
 * Gives a request the id that its log lines and its answer share, never one from outside, and
 * records its arrival and the trace that it belongs to.
 */
export function nameRequest(request: IncomingMessage, tracer: Tracer | null): string {
  request.arrivedAt = performance.now();
  request.requestId = randomUUID();
  request.trace = readTraceparent(request.headers.traceparent);
  if (tracer !== null) {
    request.span = tracer.startSpan(request.method ?? '', 'server', request.trace);
    request.trace = request.span;
  }
  enterFlight(request);
  return request.requestId;
}

/**
 * Runs each request as the current work, and answers with its id. The body arrives in the context
 * of its connection, and what comes after it must be brought back.
 */
function registerCurrentWork(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    currentWork.run(request.raw, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (currentWork.getStore() === request.raw) done();
    else currentWork.run(request.raw, done);
  });
}

function endSpan({ method = '', route, actor = 'visitor', span }: IncomingMessage, status: number): void {
  span?.end({
    failed: status >= 500,
    name: route === undefined ? method : `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'portal.actor': actor,
    },
  });
}

/** Is told of every answer. */
export type NoteAnswer = (request: IncomingMessage, status: number) => void;

/**
 * Measures every answer (/metrics), ends its span, and logs each write, refusal and slow answer.
 * Quick reads and accounting packets are logged at level debug: they are most of the work, and
 * metrics cover them. Queries are left out: addresses of pages may contain references and tokens.
 */
export function registerAccessLog(
  app: FastifyInstance,
  deps: {
    readonly log: Pick<FastifyBaseLogger, 'info' | 'debug' | 'level'>;
    readonly metrics: HttpMetrics;
    readonly note?: NoteAnswer;
  },
): void {
  const note = ({ request, response }: Answer): void => {
    const { method = '', url = '', route, arrivedAt = performance.now() } = request;
    const { statusCode: status } = response;
    leaveFlight(request);
    const ms = performance.now() - arrivedAt;
    deps.metrics.observe({ method, route, status }, ms / 1000);
    endSpan(request, status);
    deps.note?.(request, status);
    const isNotable = (method !== 'GET' && url !== ROUTINE) || status >= 400 || ms >= SLOW_MS;
    if (!isNotable && deps.log.level !== 'debug') return;
    const [path] = url.split('?');
    const line = { ...describeWork(request), method, path, status, durationMs: Math.round(ms) };
    if (isNotable) deps.log.info(line, 'answered');
    else deps.log.debug(line, 'answered');
  };
  const onFinish = (finished: unknown): void => {
    // It comes from Node itself: its shape is not validated.
    const answer = finished as Answer;
    if (answer.server === app.server) note(answer);
  };
  registerCurrentWork(app);
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
