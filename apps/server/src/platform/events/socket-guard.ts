import fastifyWebsocket, { type WebsocketPluginOptions } from '@fastify/websocket';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayBeInView } from '../http/authorisation/account-view.ts';
import { requireStaff, type SessionCookie, type Viewer } from '../http/authorisation/session-cookie.ts';
import { ApiError } from '../http/errors/api-error.ts';
import type { Limiters } from '../http/limits/rate-limit.ts';
import type { IsStaffIp } from '../http/limits/staff-ip-allowlist.ts';
import { registerNotFound } from '../http/portal-server.ts';
import type { LivePerson, LiveSocket } from './live-socket.ts';
import type { ReplayLiveUpdates } from './live-updates.ts';
import type { SocketHub } from './socket-hub.ts';

/** Pages send small frames; bigger ones are rejected (threats C7). */
const LARGEST_FRAME_BYTES = 64 * 1024;
const MOST_FRAGMENTS = 64;
const CLOSE_WITHIN_MS = 5000;

const PREFIX = '/ws';

/**
 * One kind of socket, at a path below /ws. `prepare` may refuse before the upgrade; its result is
 * available when the socket opens.
 */
export type SocketEntry<P> = {
  readonly path: string;
  readonly access: LivePerson['access'];
  readonly kind: LivePerson['kind'];
  readonly prepare: (request: FastifyRequest, viewer: Viewer) => Promise<P>;
  readonly open: (socket: LiveSocket, prepared: P) => void;
};

export type SocketGuard = {
  readonly serve: <P>(entry: SocketEntry<P>) => void;
};

export type SocketGuardDependencies = {
  readonly hub: SocketHub;
  readonly replayLiveUpdates: ReplayLiveUpdates;
  readonly limiters: Limiters;
  /** Sockets are accepted from pages of exactly this origin. */
  readonly origin: string;
  readonly findViewer: (request: FastifyRequest) => Promise<Viewer | null>;
  readonly isStaffIp: IsStaffIp;
  /** The session's. */
  readonly cookie: SessionCookie;
};

/** The library supports closeTimeout; its types do not have it yet. */
const options: WebsocketPluginOptions['options'] & { readonly closeTimeout: number } = {
  maxPayload: LARGEST_FRAME_BYTES,
  maxFragments: MOST_FRAGMENTS,
  perMessageDeflate: false,
  clientTracking: false,
  closeTimeout: CLOSE_WITHIN_MS,
};

const ignore = (): void => {};

/** Keeping the request of an open socket would hold its headers in memory for hours. */
function letGoOfRequest(request: FastifyRequest): void {
  const response: unknown = Reflect.get(request.raw.socket, '_httpMessage');
  if (response !== null && typeof response === 'object' && 'detachSocket' in response) {
    const detach: unknown = response.detachSocket;
    if (typeof detach === 'function') detach.call(response, request.raw.socket);
  }
}

/**
 * Opens sockets of one scope: requests from another origin, without a session, or for another
 * customer's data are refused before the upgrade (threats C5).
 */
function createGuard(scope: FastifyInstance, deps: SocketGuardDependencies): SocketGuard {
  return {
    serve: <P>({ path, access, kind, prepare, open }: SocketEntry<P>) => {
      const prepared = new WeakMap<FastifyRequest, { readonly person: LivePerson; readonly found: P }>();
      const admit = async (request: FastifyRequest): Promise<void> => {
        if (!request.ws) throw new ApiError('request.not-found');
        if (request.headers.origin !== deps.origin) throw new ApiError('request.foreign-origin');
        // A view as a customer has no socket: it would leave receipts of what was read.
        if (access !== 'admin' && mayBeInView(request, deps.cookie)) throw new ApiError('view.not-shown');
        const viewer = await deps.findViewer(request);
        deps.limiters.signedIn.read.count(request, viewer);
        if (!viewer) throw new ApiError('session.missing');
        if (access === 'admin') {
          requireStaff(viewer, { asks: 'both', address: request.ip, isStaffIp: deps.isStaffIp });
        }
        const person = {
          sids: viewer.sids,
          userId: viewer.user.id,
          accountId: viewer.account?.id ?? null,
          address: request.ip,
          access,
          permissions: (access === 'admin' && viewer.staff?.permissions) || new Set<Permission>(),
          kind,
        };
        prepared.set(request, { person, found: await prepare(request, viewer) });
      };
      scope.route({
        method: 'GET',
        url: path.slice(PREFIX.length),
        onRequest: [deps.limiters.signedIn.read.guard, admit],
        handler: async () => undefined,
        wsHandler: (socket, request) => {
          // The close event is all that is needed; the plugin's own listener would hold the
          // request.
          socket.removeAllListeners('error').on('error', ignore);
          letGoOfRequest(request);
          const ready = prepared.get(request);
          if (!ready) return socket.terminate();
          const admitted = deps.hub.admit(socket, ready.person);
          admitted.send(deps.replayLiveUpdates(ready.person));
          open(admitted, ready.found);
        },
      });
    },
  };
}

/**
 * Everything below /ws, in a scope of its own: other requests do not pass through it. Text only, no
 * compression, frames up to 64 KB.
 */
export function registerSockets(
  app: FastifyInstance,
  deps: SocketGuardDependencies,
  entries: (guard: SocketGuard) => void,
): void {
  app.register(
    async (scope) => {
      await scope.register(fastifyWebsocket, { options, preClose: async () => deps.hub.closeAll() });
      // A handler of its own, so that an upgrade at a wrong address is ended like any other refused
      // one.
      registerNotFound(scope);
      entries(createGuard(scope, deps));
    },
    { prefix: PREFIX },
  );
}
