import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { isBearer } from '../../platform/crypto/is-bearer.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';

const ALARM_GAP_MS = 60_000;

/**
 * Accepts requests with a token of the network as bearer; throws ApiError network.bad-token otherwise,
 * and always where no token is configured.
 */
export type RadiusTokenGuard = (request: FastifyRequest) => void;

/**
 * A RADIUS server with a wrong token loses no packet, because it repeats them, but usage is not
 * counted meanwhile: logged at level error, at most once a minute.
 */
export function createRadiusTokenGuard(deps: {
  readonly tokens: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}): RadiusTokenGuard {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (request) => {
    if (isBearer(request.headers.authorization, deps.tokens)) {
      request.raw.actor = 'radius';
      return;
    }
    if (deps.tokens.length > 0 && performance.now() - loggedAt >= ALARM_GAP_MS) {
      loggedAt = performance.now();
      deps.log.error({ address: request.ip, path: request.url }, 'a RADIUS call without a valid token was rejected');
    }
    throw new ApiError('network.bad-token');
  };
}
