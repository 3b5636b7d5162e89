import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortalServer, type Patience } from './portal-server.ts';

async function startServer(patience?: Patience) {
  const app = createPortalServer({
    log: pino({ level: 'silent' }),
    trustedProxies: [],
    metricsRegistry: new Registry(),
    ...(patience ? { patience } : {}),
  });
  app.get('/', async () => 'here');
  app.post('/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

it('closes at once although clients have connected without a request or keep their connection open', async () => {
  const { app, port } = await startServer();
  const [silent, kept] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all([once(silent, 'connect'), once(kept, 'connect')]);
  kept.write('GET / HTTP/1.1\r\nHost: portal\r\n\r\n');
  await once(kept, 'data');
  const gone = Promise.all([once(silent, 'close'), once(kept, 'close')]);
  // Waiting would never end for the former, and take 72 s for the latter: longer than a test may
  // take.
  await app.close();
  await gone;
  expect([silent.destroyed, kept.destroyed]).toEqual([true, true]);
});

describe('a client that takes too long', () => {
  const patience = { headersMs: 400, requestMs: 900, checkEveryMs: 50 };
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer(patience);
  });
  afterAll(() => server.app.close());

  /**
   * Sends `start`, then single bytes slowly, like a slow-loris client; returns when it was
   * disconnected, and with which answer.
   */
  async function dribble(start: string): Promise<{ answer: string; afterMs: number }> {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    const startedAt = performance.now();
    socket.write(start);
    const dripping = setInterval(() => socket.write('x'), 100);
    const answer = await text(socket).finally(() => clearInterval(dripping));
    socket.destroy();
    return { answer, afterMs: performance.now() - startedAt };
  }

  // A test machine may add a delay, but less than Node's own interval of 30 s would.
  const SLACK_MS = 5000;

  it('with its headers is refused when the time for headers is up', async () => {
    const { answer, afterMs } = await dribble('GET / HTTP/1.1\r\nHost: portal\r\nX-Slow: ');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(afterMs).toBeGreaterThan(patience.headersMs - 50);
    expect(afterMs).toBeLessThan(patience.headersMs + SLACK_MS);
  });

  it('with its body is refused when the time for a request is up', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n\r\n';
    const { answer, afterMs } = await dribble(head);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(afterMs).toBeGreaterThan(patience.requestMs - 50);
    expect(afterMs).toBeLessThan(patience.requestMs + SLACK_MS);
  });

  it('has 10 s for headers and 30 s for a whole request, and no longer', async () => {
    const { app } = await startServer();
    const { server: node } = app;
    expect([node.headersTimeout, node.requestTimeout]).toEqual([10_000, 30_000]);
    expect(Reflect.get(node, 'connectionsCheckingInterval')).toBeLessThan(1000);
    await app.close();
  });
});
