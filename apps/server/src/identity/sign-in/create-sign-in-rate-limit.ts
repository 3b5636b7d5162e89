import { addressPrefix } from '@portal/kernel/network-address';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { HOUR_MS, MINUTE_MS, type OpenCounter } from '../../platform/http/limits/shared-counters.ts';

/** Failures of one address in an hour that make it wait while there are many in all. */
const FAILURES_IN_A_CROWD = 3;
/** At how many times the ceiling addresses without failures wait as well. */
const SHUT_AT = 10;
const EVERYBODY = 'all';

/**
 * Counts an attempt by an unknown device as failed, and returns a function that removes the count.
 * Throws ApiError request.too-many.
 */
export type SignInRateLimit = (request: FastifyRequest) => () => void;

/**
 * The ceiling of failed sign-ins to all accounts together, against one guess at each of many
 * (threats A3; docs/decisions/010-sign-in-throttle.md). Beyond `ceiling` failures in a minute an
 * address with three in the last hour waits for the next minute; at ten times as many every unknown
 * device does. Known devices are not counted here.
 */
export function createSignInRateLimit(openCounter: OpenCounter, ceiling: number): SignInRateLimit {
  const all = openCounter({ name: 'failed-sign-in', max: ceiling, windowMs: MINUTE_MS });
  const ofAddress = openCounter({ name: 'failed-sign-in-address', max: FAILURES_IN_A_CROWD, windowMs: HOUR_MS });
  return (request) => {
    const address = addressPrefix(request.ip);
    const failures = all.add(EVERYBODY, 1);
    const own = ofAddress.add(address, 1);
    const removeCount = (): void => {
      all.add(EVERYBODY, -1);
      ofAddress.add(address, -1);
    };
    if (failures > ceiling * SHUT_AT || (failures > ceiling && own > FAILURES_IN_A_CROWD)) {
      removeCount();
      throw new ApiError('request.too-many', { retryAfterSeconds: all.secondsLeft(EVERYBODY) });
    }
    return removeCount;
  };
}
