import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPortalServer, registerNotFound } from './portal-server.ts';

let lines: Record<string, unknown>[];
let metricsRegistry: Registry;
let app: ReturnType<typeof createPortalServer>;
beforeEach(async () => {
  lines = [];
  metricsRegistry = new Registry();
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  app = createPortalServer({ log, trustedProxies: [], metricsRegistry });
  app.get('/quick', async () => 'here');
  app.get('/slow', async () => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 2000);
    return 'here';
  });
  app.post('/written', async () => 'done');
  app.post('/api/network/accounting', async () => 'done');
  registerNotFound(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function call(method: string, path: string): Promise<Response> {
  const answer = await fetch(`${originOf(app.server)}${path}`, { method });
  await answer.clone().text();
  return answer;
}

async function counted(): Promise<Record<string, number>> {
  const [metric] = await metricsRegistry.getMetricsAsJSON();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [`${labels.method} ${labels.status}`, value]),
  );
}

it('has a line for each write, refusal and slow answer, without the query, and none for quick reads and the packets of the network', async () => {
  await call('GET', '/quick?token=secret');
  await call('POST', '/api/network/accounting');
  await call('POST', '/written?token=secret');
  const refused = (await (await call('GET', '/nowhere')).json()) as { requestId: string };
  await call('GET', '/slow');
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  expect(lines).toMatchObject([
    { msg: 'answered', method: 'POST', path: '/written', status: 200 },
    { msg: 'answered', method: 'GET', path: '/nowhere', status: 404, requestId: refused.requestId },
    { msg: 'answered', method: 'GET', path: '/slow', status: 200, ms: expect.closeTo(2000, -3) },
  ]);
});

it('counts every answer, and those of no other server of the process', async () => {
  const other = createServer((_request, response) => response.end('elsewhere')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  await (await fetch(originOf(other))).text();
  other.close();
  await call('GET', '/quick');
  await call('GET', '/quick');
  await call('GET', '/nowhere');
  await vi.waitFor(async () => expect(await counted()).toEqual({ 'GET 200': 2, 'GET 404': 1 }));
});
