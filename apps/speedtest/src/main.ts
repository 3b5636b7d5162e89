import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { readSettings } from './read-settings.ts';
import { registerSpeedTest } from './register-speed-test.ts';

/** The speed-test server as a process of its own, at the edge of the provider's network. */
async function start(): Promise<void> {
  const { host, port, limits, allowedOrigins, trustedProxies, tls } = readSettings(process.env);
  const app = Fastify({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: 30_000,
    // Nothing here is worth waiting for: a test that is cut is started again.
    forceCloseConnections: true,
    https: tls && { cert: readFileSync(tls.certPath), key: readFileSync(tls.keyPath) },
  });
  app.register(
    async (scope) =>
      registerSpeedTest(scope, {
        limits,
        allowedOrigins,
        // Accounts are the portal's: here an address is all that is known.
        customerOf: async () => null,
        randomBytes,
        clock: () => performance.now(),
        onDefect: (error) => console.error(error),
      }),
    { prefix: '/speedtest' },
  );
  const address = await app.listen({ host, port });
  console.log(`Speed-test server at ${address}/speedtest/`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
}

await start().catch((error: unknown) => {
  // What keeps it from starting is told to an operator, whom no stack helps.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
