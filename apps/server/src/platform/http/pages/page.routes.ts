import { setTimeout as pause } from 'node:timers/promises';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import { withoutPlaceholders } from '@portal/kernel/messaging/mail';
import { isLoopbackHost } from '@portal/kernel/network-address';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrandWords } from '../../settings/published-brand.ts';
import type { SessionScope, Viewer, ViewerAccount } from '../authorisation/session-cookie.ts';
import { ApiError } from '../errors/api-error.ts';
import { sendApiError } from '../errors/error-handler.ts';
import { type Answers, createAnonymousPages, type SiteFacts, withBrand, withFacts } from './anonymous-pages.ts';
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
  return path === '/service-worker.js' || path === '/offline.html' ? 'no-cache' : 'public, max-age=3600';
}

/** The page of one customer, or of an address without a prerendered page: never cached. */
function sendShell(request: FastifyRequest, reply: FastifyReply, html: Buffer): FastifyReply {
  reply.header('cache-control', 'no-store').header('vary', 'cookie, accept-encoding').type('text/html; charset=utf-8');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
  return reply.header('content-encoding', 'br').send(compressBrotli(html, 4));
}

/** Undefined while the database is unavailable: the page must be served in spite of it. */
async function findViewer(
  request: FastifyRequest,
  deps: Pick<PageDeps, 'findViewer' | 'log'>,
): Promise<Viewer | null | undefined> {
  try {
    return await deps.findViewer(request, 'lines');
  } catch (error) {
    deps.log.warn({ err: error, requestId: request.id }, 'page served without its session');
    return undefined;
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
      const viewer = deps.hasSessionCookie(request) ? await findViewer(request, deps) : null;
      const user = viewer === null ? null : withoutPlaceholders(viewer?.user);
      const instead = otherNameOfThisMachine(request, deps.publicUrl) ?? wayAround(request, user, isKnown);
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
        return sendShell(request, reply, withFacts(withBrand(shell, deps.readBrand()), user, facts(), answers));
      }
      reply.header('cache-control', 'no-cache');
      return sendFile(request, reply, await visitorsPage(path, language), 'cookie, accept-encoding');
    },
  });
}
