import { createSpeedTestHandler, type SpeedTestHandler } from '@portal/speedtest/create-speed-test-handler';
import { mountSpeedTest } from '@portal/speedtest/register-speed-test';
import { DEFAULT_LIMITS, type SpeedTestLimits } from '@portal/speedtest/speed-test-options';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';

export type SpeedTestScope = Pick<SpeedTestHandler, 'countsOf'> & {
  /** Mbps of payload: no test against this server gets more. */
  readonly fastestMbps: number;
  /** The host of an external test server that pages use; null where they measure here. */
  readonly foreignHost: string | null;
  readonly register: (app: FastifyInstance) => void;
};

/**
 * The speed test server, below /speedtest/, in a scope with none of the portal's hooks: nothing may
 * stand between the socket and the count.
 */
export function createSpeedTestScope(deps: {
  readonly limits: Partial<SpeedTestLimits>;
  readonly allowedOrigins: readonly string[];
  readonly speedTestOrigin: string | null;
  readonly findViewer: (request: Pick<FastifyRequest, 'headers' | 'raw'>) => Promise<Viewer | null>;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
}): SpeedTestScope {
  const { allowedOrigins, randomBytes, logger, speedTestOrigin } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const handler = createSpeedTestHandler({
    limits,
    allowedOrigins,
    randomBytes,
    clock: () => performance.now(),
    // A line can be measured while the database is unavailable: then only its address counts.
    customerOf: async (raw) => {
      const viewer = await deps.findViewer({ headers: raw.headers, raw }).catch(() => null);
      return viewer?.user.id.toString() ?? null;
    },
    onDefect: (error) => logger.error({ err: error }, 'the speed test failed'),
  });
  return {
    countsOf: handler.countsOf,
    fastestMbps: limits.fastestMbps,
    foreignHost: speedTestOrigin && new URL(speedTestOrigin).host,
    register: (app) => void app.register(async (scope) => mountSpeedTest(scope, handler), { prefix: '/speedtest' }),
  };
}
