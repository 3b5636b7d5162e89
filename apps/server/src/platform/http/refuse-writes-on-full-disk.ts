import { authorizeLine } from '@portal/contract/network/access';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors/api-error.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const RETRY_AFTER_SECONDS = 30;

/**
 * While the disk is full every request but reads gets 503, before anything is written. Lines still
 * connect: authorisation only reads. Gateways and FreeRADIUS repeat what is refused.
 */
export function refuseWritesOnFullDisk(app: FastifyInstance, isDiskFull: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const mayGoOn = !isDiskFull() || READS.has(request.method) || request.routeOptions.url === authorizeLine.path;
    done(mayGoOn ? undefined : new ApiError('service.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  });
}
