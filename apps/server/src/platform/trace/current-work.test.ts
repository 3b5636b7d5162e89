import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../http/errors/api-error.ts';
import { createPortalServer } from '../http/portal-server.ts';
import { createLog } from '../log/create-log.ts';
import { createHttpClient } from '../outside/http-client.ts';
import { readTraceparent } from './trace.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

let app: FastifyInstance;
let outside: Server;
/** The headers of the calls that the other server has got. */
let received: IncomingHttpHeaders[];
let lines: Record<string, unknown>[];

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  outside = createServer((request, response) => {
    received.push(request.headers);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const http = createHttpClient({ timeoutMs: 5000, log: (call) => log.info(call, 'outside call') });
  app = createPortalServer({ log, trustedProxies: [], metricsRegistry: new Registry() });
  app.post('/payments/:id', async (request) => {
    request.raw.actor = 'customer';
    log.warn('the gateway is asked');
    return http.send({ method: 'GET', url: `${originOf(outside)}/verify` });
  });
  app.get('/defect', async () => {
    throw new Error('broken');
  });
  app.get('/refused', async () => {
    throw new ApiError('request.not-found');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  outside.close();
});
beforeEach(() => {
  lines = [];
  received = [];
});

async function call(method: string, path: string, headers: Record<string, string> = {}): Promise<void> {
  const body = method === 'POST' ? JSON.stringify({ amount: 1 }) : null;
  const answer = await fetch(`${originOf(app.server)}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.text();
}

it('every line of a request says which request, route, caller and trace it belongs to', async () => {
  await call('POST', '/payments/17', { traceparent: TRACEPARENT });
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  const [{ requestId } = {}] = lines;
  const shared = { requestId, route: '/payments/:id', actor: 'customer', trace_id: TRACE_ID };
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines).toMatchObject([
    { ...shared, msg: 'the gateway is asked' },
    { ...shared, msg: 'outside call', status: 200, durationMs: expect.any(Number) },
    { ...shared, msg: 'answered', status: 200, durationMs: expect.any(Number) },
  ]);
});

it('the trace of a caller is sent on to the services that the request calls, and nothing else of it', async () => {
  await call('POST', '/payments/17', { traceparent: TRACEPARENT, tracestate: 'vendor=canary' });
  await call('POST', '/payments/17');
  await call('POST', '/payments/17', { traceparent: 'not one' });
  expect(received.map(({ traceparent }) => traceparent)).toEqual([TRACEPARENT, undefined, undefined]);
  expect(received.map(({ tracestate }) => tracestate)).toEqual([undefined, undefined, undefined]);
});

it('a defect names its request, and a quick read is logged at level debug', async () => {
  await call('GET', '/defect');
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[0]).toMatchObject({ msg: 'defect', route: '/defect', actor: 'visitor', requestId: lines[1]?.requestId });
  lines = [];
  await call('GET', '/refused');
  await vi.waitFor(() => expect(lines).toMatchObject([{ msg: 'answered', level: 30, status: 404 }]));
});

it('takes only a valid traceparent', () => {
  expect(readTraceparent(TRACEPARENT)).toEqual({ traceId: TRACE_ID, traceparent: TRACEPARENT });
  for (const wrong of [
    undefined,
    '',
    [TRACEPARENT, TRACEPARENT],
    TRACEPARENT.toUpperCase(),
    `ff${TRACEPARENT.slice(2)}`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `${TRACEPARENT}-more`,
    `${TRACEPARENT}\r\nx: y`,
  ])
    expect(readTraceparent(wrong)).toBeNull();
});
