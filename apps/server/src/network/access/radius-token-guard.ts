import { timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/http/api-error.ts';

const ALARM_GAP_MS = 60_000;

/**
 * Accepts requests with the network's token as bearer; throws ApiError network.bad-token otherwise,
 * and always where no token is configured.
 */
export type RadiusTokenGuard = (request: FastifyRequest) => void;

/**
 * A RADIUS server with a wrong token loses no packet, because it repeats them, but usage is not
 * counted meanwhile: logged at level error, at most once a minute.
 */
export function createRadiusTokenGuard(deps: {
  readonly token: string | null;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}): RadiusTokenGuard {
  const expected = deps.token === null ? null : Buffer.from(`Bearer ${deps.token}`);
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (request) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (expected !== null && given.length === expected.length && timingSafeEqual(given, expected)) {
      request.raw.actor = 'radius';
      return;
    }
    if (expected !== null && performance.now() - loggedAt >= ALARM_GAP_MS) {
      loggedAt = performance.now();
      deps.log.error({ address: request.ip, path: request.url }, 'a RADIUS call without a valid token was rejected');
    }
    throw new ApiError('network.bad-token');
  };
}
