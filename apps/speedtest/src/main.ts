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
    // A graceful end is not needed: an aborted test is started again.
    forceCloseConnections: true,
    https: tls && { cert: readFileSync(tls.certPath), key: readFileSync(tls.keyPath) },
  });
  app.register(
    async (scope) =>
      registerSpeedTest(scope, {
        limits,
        allowedOrigins,
        // Accounts belong to the portal: here only an address is known.
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
  // The operator gets the reason why it cannot start, without a stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
