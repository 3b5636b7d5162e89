import { timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/http/api-error.ts';

const ALARM_GAP_MS = 60_000;

/** Lets in who sends the network's token as bearer; refuses with network.bad-token. Without a token it is shut. */
export type RadiusTokenGuard = (request: FastifyRequest) => void;

/** A RADIUS server with a wrong token loses nothing, it repeats, but nobody is counted meanwhile: that is told at level error, at most once a minute. */
export function createRadiusTokenGuard(deps: {
  readonly token: string | null;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}): RadiusTokenGuard {
  const expected = deps.token === null ? null : Buffer.from(`Bearer ${deps.token}`);
  let toldAt = Number.NEGATIVE_INFINITY;
  return (request) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (expected !== null && given.length === expected.length && timingSafeEqual(given, expected)) return;
    if (expected !== null && performance.now() - toldAt >= ALARM_GAP_MS) {
      toldAt = performance.now();
      deps.log.error({ address: request.ip, path: request.url }, 'a RADIUS call without a valid token was rejected');
    }
    throw new ApiError('network.bad-token');
  };
}
