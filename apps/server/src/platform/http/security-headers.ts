import type { FastifyInstance } from 'fastify';

/** The policy of an answer that is not a page: it may load and run nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every answer, also of one to a request that could not be parsed. */
export function headersOfAll(https: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': NO_PAGE,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/**
 * Headers of every answer, set before any handler runs. Those for pages only are not sent with
 * answers of the API, most of which are smaller than these headers. `styleHashes` are the inlined
 * style sheets of the prerendered pages.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  options: {
    readonly https: boolean;
    readonly styleHashes: readonly string[];
    readonly connectOrigins: readonly string[];
  },
): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${options.styleHashes.map((hash) => `'${hash}'`).join(' ')}`.trim(),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${options.connectOrigins.join(' ')}`.trim(),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const always = headersOfAll(options.https);
  const ofPages: Record<string, string> = {
    ...always,
    'content-security-policy': policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The gateway's page runs in a window that we opened and must be able to report back.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? always : ofPages);
    // Their address has the token of a link behind its #, or names a payment.
    if (/^\/(?:pay|document)(?:\?|$)/.test(request.url)) reply.header('referrer-policy', 'no-referrer');
    done();
  });
}
