import { ApiError } from '../../../../shared/api/api-error.ts';

/**
 * Whether the portal could not save anything at the moment, such as while its database changes over
 * to another machine, or no portal was there behind the load balancer.
 */
export function isServiceUnavailable(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.status !== 503) return false;
  return failure.code === 'service.unavailable' || failure.serverMessage === '';
}
