import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createHttpMetrics } from '../metrics/http-metrics.ts';
import type { Tracer } from '../trace/trace.ts';
import { countInFlight, type NoteAnswer, nameRequest, REQUEST_ID_HEADER, registerAccessLog } from './access-log.ts';
import { ApiError } from './errors/api-error.ts';
import { registerErrorHandler, sendApiError } from './errors/error-handler.ts';
import { refuseUnparsed } from './errors/unparsed-request.ts';
import { headersOfAll } from './security-headers.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * How long a client may take to send its headers and its whole request (threat P8), and how often
 * that is checked.
 */
const PROMISED: Patience = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 500 };
const MAX_REQUESTS_PER_SOCKET = 0;
const HANG_UP_EVERY_MS = 100;
const SOCKET_ADDRESS = /^\/ws\/[\w/-]+(\?|$)/;

export type Patience = {
  readonly headersMs: number;
  readonly requestMs: number;
  /** A client is disconnected at most this long after its timeout. */
  readonly checkEveryMs: number;
};

/**
 * The bare HTTP server with the limits that keep a slow or greedy client from harming the others
 * (threats E4, P8).
 */
export function createPortalServer(options: {
  readonly log: FastifyBaseLogger;
  readonly trustedProxies: readonly string[];
  readonly metricsRegistry: Registry;
  /** Whether browsers reach the portal by https. */
  readonly https?: boolean;
  /** Exports the spans of requests; null where none are. */
  readonly tracer?: Tracer | null;
  readonly noteAnswer?: NoteAnswer;
  /** The documented timeouts, unless a test has shorter ones. */
  readonly patience?: Patience;
}): FastifyInstance {
  const { headersMs, requestMs, checkEveryMs } = options.patience ?? PROMISED;
  const headers = headersOfAll(options.https ?? false);
  const app: FastifyInstance = Fastify({
    // Fastify's own log would cost each request a logger and two listeners: our log lines name
    // their request themselves.
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestMs,
    maxRequestsPerSocket: MAX_REQUESTS_PER_SOCKET,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: headersMs,
      // Node's own 30 s would let a slow client stay for up to 30 s more.
      connectionsCheckingInterval: checkEveryMs,
      // Everywhere else an Upgrade header is ignored, and the request is an ordinary one.
      shouldUpgradeCallback: ({ url }) => SOCKET_ADDRESS.test(url ?? ''),
    },
    genReqId: (request) => nameRequest(request, options.tracer ?? null),
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 100,
    },
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id });
      sendApiError(request, reply, new ApiError('request.malformed'));
    },
    clientErrorHandler: (error, socket) => refuseUnparsed(error, socket, headers),
    // A request that arrives on an open connection during shutdown is answered, and the connection
    // is closed with the answer.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  registerErrorHandler(app, options.log);
  const sockets = openSockets(app);
  const metrics = createHttpMetrics(options.metricsRegistry, () => countInFlight(sockets));
  const note = options.noteAnswer;
  registerAccessLog(app, { log: options.log, metrics, ...(note ? { note } : {}) });
  hangUpWhenClosing(app, sockets);
  return app;
}

/** The server's open connections. */
function openSockets(app: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/**
 * Node closes idle connections once, when the server closes; connections that become idle later
 * would be waited for until their keep-alive ends. One that has never sent a request (browsers and
 * RADIUS servers open some in advance) counts as busy for Node, and would be waited for until its
 * client closes it.
 */
function hangUpWhenClosing(app: FastifyInstance, sockets: ReadonlySet<Socket>): void {
  app.addHook('preClose', async () => {
    const hangUp = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, HANG_UP_EVERY_MS);
    app.server.once('close', () => clearInterval(hangUp));
  });
}

/** Answers every address without a route with not found. */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => sendApiError(request, reply, new ApiError('request.not-found')));
}
