import { setTimeout as pause } from 'node:timers/promises';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import { withoutPlaceholders } from '@portal/kernel/messaging/mail';
import { isLoopbackHost } from '@portal/kernel/network-address';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrandWords } from '../../settings/published-brand.ts';
import type { AccountViews, EndedView, LiveView } from '../authorisation/account-view.ts';
import type { SessionScope, Viewer, ViewerAccount } from '../authorisation/session-cookie.ts';
import { ApiError } from '../errors/api-error.ts';
import { sendApiError } from '../errors/error-handler.ts';
import type { IsStaffIp } from '../limits/staff-ip-allowlist.ts';
import {
  type Answers,
  createAnonymousPages,
  type SiteFacts,
  VIEW_SCRIPT,
  withBrand,
  withFacts,
  withView,
} from './anonymous-pages.ts';
import type { CachedContent } from './cached-page.ts';
import { readLanguage } from './language-cookie.ts';
import type { Site } from './site.ts';
import { compressBrotli, type SiteFile } from './site-files.ts';

export type PageDeps = {
  readonly site: Site;
  /** Of another build than this one's, for pages that another instance served. */
  readonly findStoredAsset: (path: string) => Promise<SiteFile | null>;
  readonly facts: () => SiteFacts;
  /** The origin that customers use. */
  readonly publicUrl: URL;
  readonly hasSessionCookie: (request: FastifyRequest) => boolean;
  readonly findViewer: (request: FastifyRequest, scope: SessionScope) => Promise<Viewer | null>;
  /** The view as a customer that the request's cookie names; null without one. */
  readonly findView: (request: FastifyRequest) => Promise<LiveView | EndedView | null>;
  readonly recordPage: AccountViews['recordPage'];
  /** The Set-Cookie value that deletes that cookie. */
  readonly endViewCookie: string;
  readonly isStaffIp: IsStaffIp;
  /** The preloaded queries of a customer's overview: answers of the API, by address. */
  readonly readOverview: (account: ViewerAccount) => Promise<Answers>;
  /** By page: its content, rendered while the portal runs. */
  readonly cached: Readonly<Record<string, CachedContent>>;
  /** The published words of the brand; null for those of the build. */
  readonly readBrand: () => BrandWords | null;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

const OVERVIEW_PATH = /^\/(?:dashboard)?$/;
/** How long a page waits for data that it can also request itself. */
const ANSWERS_WITHIN_MS = 500;
const APP_PATH = /^\/(?:login|register|dashboard|profile|payment|demo)?$/;
/** A ticket, a receipt, a statement: visitors sign in first. */
const OWN_PATH = /^\/(?:support\/tickets\/[\w-]{1,40}(?:\/escalation)?|(?:receipts|statements)\/[\w-]{1,40})$/;
const CONSOLE_PATH = /^\/admin(?:\/[\w-]{1,60}){0,3}$/;

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile, vary: string): FastifyReply {
  reply.header('etag', file.etag).header('vary', vary).type(file.contentType);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli);
  const gzip = /\bgzip\b/.test(accepted) ? file.gzip() : null;
  return gzip ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(file.plain());
}

/**
 * Names of assets change with their content. Files that decide whether a device is up to date are
 * revalidated each time.
 */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path === '/service-worker.js' || path === '/offline.html' || path === VIEW_SCRIPT
    ? 'no-cache'
    : 'public, max-age=3600';
}

/** The page of one customer, or of an address without a prerendered page: never cached. */
function sendShell(request: FastifyRequest, reply: FastifyReply, html: Buffer): FastifyReply {
  reply.header('cache-control', 'no-store').header('vary', 'cookie, accept-encoding').type('text/html; charset=utf-8');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
  return reply.header('content-encoding', 'br').send(compressBrotli(html, 4));
}

/**
 * Who opens a page: in a view the customer, as long as it goes on and is asked from an address of staff.
 * Undefined while the database is unavailable: the page must be served in spite of it.
 */
async function findViewer(
  request: FastifyRequest,
  path: string,
  deps: PageDeps,
): Promise<{ readonly viewer: Viewer | null | undefined; readonly view: LiveView | EndedView | null }> {
  try {
    const view = CONSOLE_PATH.test(path) ? null : await deps.findView(request);
    if (view?.state === 'live' && deps.isStaffIp(request.ip)) {
      await deps.recordPage(view, path);
      return { viewer: view.viewer, view };
    }
    return {
      viewer: deps.hasSessionCookie(request) ? await deps.findViewer(request, 'lines') : null,
      view: view?.state === 'over' ? view : null,
    };
  } catch (error) {
    deps.log.warn({ err: error, requestId: request.id }, 'page served without its session');
    return { viewer: undefined, view: null };
  }
}

/**
 * The preloaded queries of this user's page; null for pages without any, and while the database is
 * unavailable or slow.
 */
async function findAnswers(
  request: FastifyRequest,
  viewer: Viewer | null | undefined,
  { readOverview, log }: Pick<PageDeps, 'readOverview' | 'log'>,
): Promise<Answers | null> {
  const [path = '/'] = request.url.split('?');
  if (viewer?.user.role !== 'customer' || viewer.account === null || !OVERVIEW_PATH.test(path)) return null;
  try {
    return await Promise.race([readOverview(viewer.account), pause(ANSWERS_WITHIN_MS, null, { ref: false })]);
  } catch (error) {
    log.warn({ err: error, requestId: request.id }, 'page served without what it starts with');
    return null;
  }
}

/**
 * Redirects localhost and 127.0.0.1 to the host name that cookies and origin checks use; null
 * otherwise.
 */
function otherNameOfThisMachine(request: FastifyRequest, publicUrl: URL): string | null {
  const asked = URL.parse(`${publicUrl.protocol}//${request.headers.host}`);
  const isOther = asked !== null && asked.hostname !== publicUrl.hostname && asked.port === publicUrl.port;
  const isHere = isOther && isLoopbackHost(asked.hostname) && isLoopbackHost(publicUrl.hostname);
  return isHere ? `${publicUrl.origin}${request.url}` : null;
}

/**
 * Redirects visitors to sign in where a page is not for them, and signed-in users past the sign-in
 * to the page they wanted; null otherwise.
 */
function wayAround(
  request: FastifyRequest,
  user: CurrentUser | null | undefined,
  isKnown: (path: string) => boolean,
): string | null {
  // The path as it was sent: an address such as // cannot be parsed as a URL, and one with dots
  // would be parsed as another.
  const [pathname = '', query] = request.url.split('?');
  if (user === null) {
    const asksSignIn = CONSOLE_PATH.test(pathname) || OWN_PATH.test(pathname);
    return asksSignIn ? `/login?next=${encodeURIComponent(request.url)}` : null;
  }
  const next = user && pathname === '/login' ? new URLSearchParams(query).get('next') : null;
  return next !== null && /^\/(?!login)/.test(next) && isKnown(next.split('?')[0] ?? '') ? next : null;
}

/** Staff who open a page of a view that is over read there what it was. */
function endOfView(view: LiveView | EndedView | null, user: CurrentUser | null | undefined): string | null {
  return view?.state === 'over' && view.id !== null && user?.role === 'admin'
    ? `/admin/account-views/${view.id}`
    : null;
}

/**
 * Serves the web app: immutable hashed assets, also those of other builds, prerendered pages to
 * visitors without a session, the shell with the session's answer and the preloaded queries of a
 * customer's overview to everybody else; both in the language that was chosen in the browser. The
 * staff console, tickets, receipts and statements ask visitors to sign in; customers get Not Found
 * for the console. Pages of one customer are never cached.
 */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const { site, facts } = deps;
  const visitorsPage = createAnonymousPages(deps);
  const isKnown = (path: string): boolean =>
    site.inLanguage.en.pages.has(path) || APP_PATH.test(path) || OWN_PATH.test(path);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const [path = '/'] = request.url.split('?');
      const asset = site.assets.get(path) ?? (await deps.findStoredAsset(path));
      if (asset) {
        reply.header('cache-control', cacheControlOf(path));
        return sendFile(request, reply, asset, 'accept-encoding');
      }
      if (/^\/(?:api|ws|speedtest|sandbox|assets)(?:\/|$)/.test(path)) {
        return sendApiError(request, reply, new ApiError('request.not-found'));
      }
      const { viewer, view } = await findViewer(request, path, deps);
      const user = viewer === null ? null : withoutPlaceholders(viewer?.user);
      if (view?.state === 'over') reply.header('set-cookie', deps.endViewCookie);
      const instead =
        otherNameOfThisMachine(request, deps.publicUrl) ?? endOfView(view, user) ?? wayAround(request, user, isKnown);
      if (instead !== null) return reply.header('cache-control', 'no-store').redirect(instead, 303);
      if (CONSOLE_PATH.test(path) && user?.role !== 'customer') {
        return sendShell(request, reply, withFacts(withBrand(site.admin, deps.readBrand()), user, facts()));
      }
      const language = readLanguage(request.headers.cookie);
      const { pages, shell } = site.inLanguage[language];
      const known = isKnown(path);
      if (!known) reply.code(404);
      if (user !== null || (known && !pages.has(path))) {
        const answers = await findAnswers(request, viewer, deps);
        const page = view?.state === 'live' ? withView(shell, view) : shell;
        return sendShell(request, reply, withFacts(withBrand(page, deps.readBrand()), user, facts(), answers));
      }
      reply.header('cache-control', 'no-cache');
      return sendFile(request, reply, await visitorsPage(path, language), 'cookie, accept-encoding');
    },
  });
}
