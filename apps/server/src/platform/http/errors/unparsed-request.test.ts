import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPortalServer } from '../portal-server.ts';

const app = createPortalServer({
  log: pino({ level: 'silent' }),
  trustedProxies: [],
  metricsRegistry: new Registry(),
});

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

it.each([
  ['is no HTTP', 'BOGUS\r\n\r\n', 400],
  ['has headers beyond any browser’s', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'says its length in two ways',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
])('what %s is refused like everything else, and the connection is closed', async (_fault, bytes, status) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({
    success: false,
    message: expect.any(String),
    code: 'request.malformed',
    requestId: expect.any(String),
  });
});
