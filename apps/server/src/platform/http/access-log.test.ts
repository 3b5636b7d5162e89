import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './errors/api-error.ts';
import { createPortalServer, registerNotFound } from './portal-server.ts';

let lines: Record<string, unknown>[];
let metricsRegistry: Registry;
let held: PromiseWithResolvers<void>;
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
  held = Promise.withResolvers();
  app.get('/held', async () => {
    await held.promise;
    return 'here';
  });
  app.addHook('onRequest', async ({ url }) => {
    if (url.endsWith('refused')) throw new ApiError('request.foreign-origin');
  });
  app.get('/lines/:id', async () => 'here');
  // Like the route of the website, which serves every other address.
  app.get('/*', async () => {
    throw new ApiError('request.not-found');
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

it('answers with the id of the request, and takes none from the caller', async () => {
  const answer = await fetch(`${originOf(app.server)}/nowhere`, { headers: { 'x-request-id': 'from outside' } });
  const { requestId } = (await answer.json()) as { requestId: string };
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  expect((await call('GET', '/quick')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect((await call('GET', '/%zz')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function call(method: string, path: string): Promise<Response> {
  const answer = await fetch(`${originOf(app.server)}${path}`, { method });
  await answer.clone().text();
  return answer;
}

async function counted(): Promise<Record<string, number>> {
  const page = await metricsRegistry.getSingleMetricAsString('http_request_duration_seconds');
  const counts = page.matchAll(/_count\{method="(.*)",route="(.*)",status="(.*)"\} (.*)/g);
  return Object.fromEntries(
    [...counts].map(([, method, route, status, count]) => [`${method} ${route} ${status}`, Number(count)]),
  );
}

it('logs each write, refusal and slow answer without its query, and no quick reads or accounting packets', async () => {
  await call('GET', '/quick?token=secret');
  await call('POST', '/api/network/accounting');
  await call('POST', '/written?token=secret');
  const refused = (await (await call('GET', '/nowhere')).json()) as { requestId: string };
  await call('GET', '/slow');
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  expect(lines).toMatchObject([
    { msg: 'answered', method: 'POST', path: '/written', route: '/written', status: 200, actor: 'visitor' },
    { msg: 'answered', method: 'GET', path: '/nowhere', route: '/*', status: 404, requestId: refused.requestId },
    {
      msg: 'answered',
      method: 'GET',
      path: '/slow',
      route: '/slow',
      status: 200,
      durationMs: expect.closeTo(2000, -3),
    },
  ]);
});

it('measures every answer by its route pattern, and none of another server in the process', async () => {
  const other = createServer((_request, response) => response.end('elsewhere')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  await (await fetch(originOf(other))).text();
  other.close();
  await call('GET', '/quick');
  await call('GET', '/quick');
  for (const id of [17, 18]) await call('GET', `/lines/${id}?token=secret`);
  await call('GET', '/lines/refused');
  for (const path of ['/nowhere', '/elsewhere/17', '/%zz']) await call('GET', path);
  await call('POST', '/nowhere');
  await vi.waitFor(async () =>
    expect(await counted()).toEqual({
      'GET /quick 200': 2,
      'GET /lines/:id 200': 2,
      'GET /lines/:id 403': 1,
      'GET unmatched 404': 2,
      'POST unmatched 404': 1,
      'GET unmatched 400': 1,
    }),
  );
});

it('counts the requests in flight, without those whose client has disconnected', async () => {
  const inFlight = () => metricsRegistry.getSingleMetricAsString('http_requests_in_flight');
  const open = call('GET', '/held');
  const leaving = new AbortController();
  const left = fetch(`${originOf(app.server)}/held`, { signal: leaving.signal });
  await vi.waitFor(async () => expect(await inFlight()).toMatch(/ 2$/));
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');
  await vi.waitFor(async () => expect(await inFlight()).toMatch(/ 1$/));
  held.resolve();
  await open;
  await vi.waitFor(async () => expect(await inFlight()).toMatch(/ 0$/));
});
