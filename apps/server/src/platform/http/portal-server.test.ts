import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createPortalServer } from './portal-server.ts';

async function startServer() {
  const app = createPortalServer({
    log: pino({ level: 'silent' }),
    trustedProxies: [],
    metricsRegistry: new Registry(),
  });
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

it('closes at once although somebody has connected and not said anything, or keeps a connection for later', async () => {
  const { app, port } = await startServer();
  const [silent, kept] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all([once(silent, 'connect'), once(kept, 'connect')]);
  kept.write('GET / HTTP/1.1\r\nHost: portal\r\n\r\n');
  await once(kept, 'data');
  const gone = Promise.all([once(silent, 'close'), once(kept, 'close')]);
  // Whoever waited for the one would wait for ever, for the other 72 s: longer than a test may take.
  await app.close();
  await gone;
  expect([silent.destroyed, kept.destroyed]).toEqual([true, true]);
});
