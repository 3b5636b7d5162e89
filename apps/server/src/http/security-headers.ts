import type { FastifyInstance } from 'fastify';

/** Headers of every answer, set before any handler runs. `styleHashes` are the inlined style sheets of the prerendered pages. */
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
  const headers: Record<string, string> = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The gateway's page runs in a window that we opened and must be able to report back.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
