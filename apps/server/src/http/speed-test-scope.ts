import { registerSpeedTest } from '@portal/speedtest/register-speed-test';
import { DEFAULT_LIMITS, type SpeedTestLimits } from '@portal/speedtest/speed-test-options';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** What speed tests measure against, below /speedtest/, in a scope with none of the portal's hooks: nothing may stand between the socket and the count. */
export function registerSpeedTestScope(
  app: FastifyInstance,
  deps: {
    readonly limits: Partial<SpeedTestLimits>;
    readonly allowedOrigins: readonly string[];
    readonly randomBytes: (size: number) => Buffer;
    readonly logger: FastifyBaseLogger;
  },
): void {
  const { limits, allowedOrigins, randomBytes, logger } = deps;
  app.register(
    async (scope) =>
      registerSpeedTest(scope, {
        limits: { ...DEFAULT_LIMITS, ...limits },
        allowedOrigins,
        randomBytes,
        clock: () => performance.now(),
        onDefect: (error) => logger.error({ err: error }, 'the speed test failed'),
      }),
    { prefix: '/speedtest' },
  );
}
