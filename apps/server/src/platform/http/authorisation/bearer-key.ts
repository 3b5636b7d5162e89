import type { FastifyRequest } from 'fastify';

/** By it secret scanners recognise a key (docs/api.md has the pattern). */
export const API_KEY_PREFIX = 'portal_';

/**
 * What a request carries as an API key, whether or not it is one; null without. A bearer token of
 * another form belongs to somebody else, such as a proxy in front.
 */
export function bearerKey({ authorization }: Pick<FastifyRequest['headers'], 'authorization'>): string | null {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return token?.startsWith(API_KEY_PREFIX) ? token : null;
}
