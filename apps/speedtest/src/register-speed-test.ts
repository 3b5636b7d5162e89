import type { FastifyInstance } from 'fastify';
import { createSpeedTestHandler, type SpeedTestHandler } from './create-speed-test-handler.ts';
import type { SpeedTestOptions } from './speed-test-options.ts';

/** Every method, so that the handler answers each wrong one. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Mounts the speed test below the scope's prefix. Requests are handled before their body is read,
 * so that no parser or limit of the surrounding application is between the socket and the count.
 * Running tests are aborted when the application closes.
 */
export function registerSpeedTest(scope: FastifyInstance, options: SpeedTestOptions): void {
  mountSpeedTest(scope, createSpeedTestHandler(options));
}

/** The same with a handler whose counts the portal reads. */
export function mountSpeedTest(scope: FastifyInstance, { handle, close }: SpeedTestHandler): void {
  scope.route({
    method: METHODS,
    url: '/*',
    // Seventy pings per test are not worth logging.
    logLevel: 'warn',
    onRequest: (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw, request.ip);
    },
    handler: () => undefined,
  });
  scope.addHook('preClose', async () => close());
}
