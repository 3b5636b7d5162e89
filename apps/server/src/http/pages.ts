import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CurrentUser } from '@portal/contract/account';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './error-handler.ts';
import { Refusal } from './refusal.ts';
import type { Viewer } from './session.ts';
import { compressBrotli, loadSiteFiles, type SiteFile, toSiteFile } from './site-files.ts';

/** What the build of the web app left: its assets, the prerendered pages of visitors, and the shell of everything else. */
export type Site = {
  readonly assets: ReadonlyMap<string, SiteFile>;
  /** By address: "/", "/plans" … */
  readonly pages: ReadonlyMap<string, string>;
  readonly shell: string;
  readonly notFound: string;
  /** `sha256-…` of the style sheets inlined into the pages. */
  readonly styleHashes: readonly string[];
};

/** Facts of this installation that every page carries. */
export type SiteFacts = { readonly demo: boolean };

const APP_PATH = /^\/(?:login|register|dashboard|profile|payment|demo|receipts\/[\w-]{1,40})?$/;

/** Reads the web app's build output. Throws when it is not there: `npm start` builds it. */
export async function loadSite(distFolder: string): Promise<Site> {
  const html = await loadSiteFiles(join(distFolder, 'pages'));
  const page = (address: string): string => {
    const file = html.get(address);
    if (!file) throw new Error(`the web app is not built: ${address} is missing in ${distFolder}/pages`);
    return file.plain.toString();
  };
  const special = new Set(['/shell.html', '/404.html']);
  const pages = new Map(
    [...html]
      .filter(([address]) => !special.has(address))
      .map(([address, file]) => [
        address === '/index.html' ? '/' : address.replace(/\.html$/, ''),
        file.plain.toString(),
      ]),
  );
  return {
    assets: await loadSiteFiles(join(distFolder, 'client')),
    pages,
    shell: page('/shell.html'),
    notFound: page('/404.html'),
    styleHashes: JSON.parse(await readFile(join(distFolder, 'csp-style-hashes.json'), 'utf8')),
  };
}

/** JSON inside a script element must not be able to end it. */
function embeddedJson(id: string, value: unknown): string {
  const json = JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** With `user` undefined the page carries no session answer and asks for it itself. */
function withFacts(html: string, user: CurrentUser | null | undefined, facts: SiteFacts): Buffer {
  const session = user === undefined ? '' : embeddedJson('session', user);
  return Buffer.from(html.replace('</head>', () => `${session}${embeddedJson('site', facts)}</head>`));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile, vary: string): FastifyReply {
  reply.header('etag', file.etag).header('vary', vary).type(file.contentType);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli);
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}

/** The page of one person, or of an address that no prerendered page stands for: never stored by anybody. */
function sendShell(request: FastifyRequest, reply: FastifyReply, html: Buffer): FastifyReply {
  reply.header('cache-control', 'no-store').header('vary', 'cookie, accept-encoding').type('text/html; charset=utf-8');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
  return reply.header('content-encoding', 'br').send(compressBrotli(html, 4));
}

/** Undefined while the database is away: the page must open all the same. */
async function findUser(
  request: FastifyRequest,
  findViewer: (request: FastifyRequest) => Promise<Viewer | null>,
): Promise<CurrentUser | null | undefined> {
  try {
    return (await findViewer(request))?.user ?? null;
  } catch (error) {
    request.log.warn({ err: error }, 'page served without its session');
    return undefined;
  }
}

/**
 * Serves the web app: hashed assets for ever, prerendered pages to visitors without a session, the shell with the session's answer in it to
 * everybody else. Pages that belong to one person are never stored by anybody.
 */
export function registerPages(
  app: FastifyInstance,
  deps: {
    readonly site: Site;
    readonly facts: SiteFacts;
    readonly hasSessionCookie: (request: FastifyRequest) => boolean;
    readonly findViewer: (request: FastifyRequest) => Promise<Viewer | null>;
  },
): void {
  const { site, facts } = deps;
  const publicPages = new Map(
    [...site.pages].map(([address, html]) => [
      address,
      toSiteFile('text/html; charset=utf-8', withFacts(html, null, facts)),
    ]),
  );
  const publicNotFound = toSiteFile('text/html; charset=utf-8', withFacts(site.notFound, null, facts));

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const [path = '/'] = request.url.split('?');
      const asset = site.assets.get(path);
      if (asset) {
        const forever = path.startsWith('/assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
        return sendFile(request, reply, asset, 'accept-encoding');
      }
      if (/^\/(?:api|ws|speedtest|sandbox|assets)(?:\/|$)/.test(path)) {
        return sendRefusal(request, reply, new Refusal('request.not-found'));
      }
      const user = deps.hasSessionCookie(request) ? await findUser(request, deps.findViewer) : null;
      const publicPage = publicPages.get(path);
      const known = publicPage !== undefined || APP_PATH.test(path);
      if (!known) reply.code(404);
      if (user !== null || (known && !publicPage)) return sendShell(request, reply, withFacts(site.shell, user, facts));
      reply.header('cache-control', 'no-cache');
      return sendFile(request, reply, publicPage ?? publicNotFound, 'cookie, accept-encoding');
    },
  });
}
