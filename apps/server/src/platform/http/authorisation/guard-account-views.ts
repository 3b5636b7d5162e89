import type { Endpoint } from '@portal/contract/platform/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { IsStaffIp } from '../limits/staff-ip-allowlist.ts';
import {
  type AccountViews,
  mayBeInView,
  pageOf,
  readViewToken,
  VIEW_HEADER,
  viewCookie,
  viewCookieHeader,
} from './account-view.ts';
import { bearerKey } from './bearer-key.ts';
import { readSessionToken, type SessionCookie } from './session-cookie.ts';

type Request = Pick<FastifyRequest, 'headers' | 'raw' | 'ip'>;

export type ViewGuard = {
  readonly mayBeInView: (request: Pick<FastifyRequest, 'headers'>) => boolean;
  /**
   * Makes the customer the caller of a request in a view, where the contract lets it be read there.
   * Leaves it to its own session when it comes from the console. Throws ApiError view.read-only for a
   * write, view.not-shown, view.over, staff.address.
   */
  readonly enter: (request: Request, reply: Pick<FastifyReply, 'header'>, entry: Endpoint) => Promise<void>;
};

const CONSOLE = /^\/admin(?:\/|$)/;

/** Read only by the server, and by default nothing: docs/decisions/113-view-as-customer.md. */
export function createViewGuard(deps: {
  readonly views: AccountViews;
  readonly session: SessionCookie;
  readonly isStaffIp: IsStaffIp;
  /** The origin that customers use. */
  readonly origin: string;
}): ViewGuard {
  const { views, session } = deps;
  const cookie = viewCookie(session);
  const isOfConsole = (request: Request, { access }: Endpoint): boolean => {
    if (request.headers[VIEW_HEADER] !== undefined) return false;
    if (readSessionToken(request.headers.cookie, session) === null) return false;
    return access === 'admin' || access === 'staff-sign-in' || CONSOLE.test(pageOf(request, deps.origin) ?? '');
  };
  return {
    mayBeInView: (request) => mayBeInView(request, session),
    enter: async (request, reply, entry) => {
      if (bearerKey(request.headers) !== null || isOfConsole(request, entry)) return;
      const named = request.headers[VIEW_HEADER];
      const token = readViewToken(request.headers.cookie, cookie);
      if (token === null && named === undefined) return;
      const view = token === null ? null : await views.findView(token);
      if (view?.state === 'over') {
        // Whoever signs in next in this browser is not kept from it.
        if (entry.access === 'anyone' && named === undefined) return;
        reply.header('set-cookie', viewCookieHeader(cookie, null, 0));
      }
      // A page of an earlier view must not show another customer's figures.
      if (view?.state !== 'live' || (named !== undefined && named !== String(view.id))) throw new ApiError('view.over');
      request.raw.actor = 'staff';
      request.raw.userId = view.staffId;
      if (!deps.isStaffIp(request.ip)) throw new ApiError('staff.address');
      if (entry.method !== 'GET') {
        await views.recordRefusedWrite(view);
        throw new ApiError('view.read-only');
      }
      if (!entry.viewable) throw new ApiError('view.not-shown');
      await views.recordPage(view, pageOf(request, deps.origin) ?? entry.path);
      request.raw.accountView = view;
    },
  };
}
