import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { registerSpeedTest } from '../register-speed-test.ts';
import { DEFAULT_LIMITS, type SpeedTestLimits, type SpeedTestOptions } from '../speed-test-options.ts';

export type TestServer = {
  readonly port: number;
  readonly origin: string;
  /** A call below /speedtest/, optionally from another address. */
  readonly call: (
    path: string,
    init?: RequestInit & { readonly from?: string; readonly customer?: string },
  ) => Promise<Response>;
  readonly openSession: (from?: string, customer?: string) => Promise<string>;
  readonly defects: unknown[];
  readonly close: () => Promise<void>;
};

/** The speed-test server on a free port, trusting forwarded addresses. */
export async function openTestServer(
  limits: Partial<SpeedTestLimits> = {},
  options: Partial<SpeedTestOptions> = {},
): Promise<TestServer> {
  const app = Fastify({ trustProxy: true, forceCloseConnections: true });
  const defects: unknown[] = [];
  app.register(
    async (scope) =>
      registerSpeedTest(scope, {
        limits: { ...DEFAULT_LIMITS, ...limits },
        allowedOrigins: [],
        customerOf: async ({ headers }) => headers['x-customer']?.toString() ?? null,
        randomBytes,
        clock: () => performance.now(),
        onDefect: (error) => defects.push(error),
        ...options,
      }),
    { prefix: '/speedtest' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const call: TestServer['call'] = (path, { from, customer, ...init } = {}) =>
    fetch(`${origin}/speedtest/${path}`, {
      ...init,
      headers: {
        ...init.headers,
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...(customer !== undefined && { 'x-customer': customer }),
      },
    });
  const openSession = async (from?: string, customer?: string): Promise<string> => {
    const who = { ...(from !== undefined && { from }), ...(customer !== undefined && { customer }) };
    const answer = await call('session', { method: 'POST', ...who });
    const body = (await answer.json()) as { session: string };
    return body.session;
  };
  return { port, origin, call, openSession, defects, close: () => app.close() };
}
