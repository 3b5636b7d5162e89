import type { FastifyInstance } from 'fastify';
import { createSpeedTestHandler } from './create-speed-test-handler.ts';
import type { SpeedTestOptions } from './speed-test-options.ts';

/** Every method, so that each wrong one is told so by the handler. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Mounts the speed test below the scope's prefix. Requests are taken over before their body is looked at, so that no parser or limit of the
 * surrounding application stands between the socket and the count. Running tests are cut when the application closes.
 */
export function registerSpeedTest(scope: FastifyInstance, options: SpeedTestOptions): void {
  const { handle, close } = createSpeedTestHandler(options);
  scope.route({
    method: METHODS,
    url: '/*',
    // Seventy pings a test are no news.
    logLevel: 'warn',
    onRequest: (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw, request.ip);
    },
    handler: () => undefined,
  });
  scope.addHook('preClose', async () => close());
}
