import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerKey } from './authorisation/bearer-key.ts';
import { ApiError } from './errors/api-error.ts';

/**
 * True for a write from one of our pages, or from a program that is not a browser. Browsers send
 * the origin of a request in Sec-Fetch-Site; older ones in Origin or Referer, which must be exactly
 * ours. A request with none of the three was not made by a page. (Threats E2.)
 */
export function isFromOurPages(headers: FastifyRequest['headers'], publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (headers.origin !== undefined) return headers.origin === publicOrigin;
  const { referer } = headers;
  if (referer !== undefined) return URL.canParse(referer) && new URL(referer).origin === publicOrigin;
  return true;
}

/**
 * Refuses cross-site writes (CSRF). A call with an API key is not asked: no browser adds the key by
 * itself, and cookies are ignored beside it.
 */
export function registerOriginCheck(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isSafe = reads || bearerKey(request.headers) !== null;
    done(isSafe || isFromOurPages(request.headers, publicOrigin) ? undefined : new ApiError('request.foreign-origin'));
  });
}
