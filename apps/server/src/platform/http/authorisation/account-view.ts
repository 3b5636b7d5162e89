import type { FastifyRequest } from 'fastify';
import { readCookie, type SessionCookie, type Viewer } from './session-cookie.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The view as a customer in which the request is made; its caller is that customer. */
    accountView?: LiveView;
  }
}

/** A member of staff who sees the portal as one customer, for some minutes. */
export type LiveView = {
  readonly state: 'live';
  readonly id: number;
  readonly staffId: number;
  /** The customer: of what staff may do there is nothing left. */
  readonly viewer: Viewer;
  readonly reason: string;
  readonly secondsLeft: number;
  /** Those that are on record already. */
  readonly pages: readonly string[];
};

/** `id` is null for a token that was never one of a view. */
export type EndedView = { readonly state: 'over'; readonly id: number | null };

/** What the guard of views needs of those who keep them (identity/account-views). */
export type AccountViews = {
  /** By the token of the request's cookie. */
  readonly findView: (token: string) => Promise<LiveView | EndedView>;
  /** Safe to repeat. */
  readonly recordPage: (view: LiveView, path: string) => Promise<void>;
  readonly recordRefusedWrite: (view: LiveView) => Promise<void>;
};

/** By it a page that was opened in a view says which one, on every call. */
export const VIEW_HEADER = 'x-account-view';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Beside the session's cookie, of the same kind (`sessionCookie`). */
export function viewCookie(session: SessionCookie): SessionCookie {
  return { name: session.secure ? '__Host-account-view' : 'account-view', secure: session.secure };
}

/** Whether a request may be one of a view, without asking the database. */
export function mayBeInView({ headers }: Pick<FastifyRequest, 'headers'>, session: SessionCookie): boolean {
  return headers.cookie?.includes(`${viewCookie(session).name}=`) === true || headers[VIEW_HEADER] !== undefined;
}

/** The token of the view's cookie, or null when there is none of the right form. */
export function readViewToken(cookieHeader: string | undefined, cookie: SessionCookie): string | null {
  const value = readCookie(cookieHeader, cookie.name);
  return value !== null && TOKEN.test(value) ? value : null;
}

/** The Set-Cookie value that sets a token, or with null deletes it. No other site's link opens a view. */
export function viewCookieHeader(cookie: SessionCookie, token: string | null, maxAgeSeconds: number): string {
  const parts = [`${cookie.name}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Strict'];
  parts.push(`Max-Age=${token === null ? 0 : maxAgeSeconds}`);
  if (cookie.secure) parts.push('Secure');
  return parts.join('; ');
}

/** The path of the page that sends the request, where it is one of ours. */
export function pageOf({ headers }: Pick<FastifyRequest, 'headers'>, origin: string): string | null {
  const page = URL.parse(headers.referer ?? '');
  return page?.origin === origin ? page.pathname : null;
}
