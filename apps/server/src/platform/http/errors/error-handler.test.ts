import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../log/create-log.ts';
import { createPortalServer } from '../portal-server.ts';

const lines: string[] = [];
const app = createPortalServer({
  log: createLog('info', { write: (line) => void lines.push(line) }),
  trustedProxies: [],
  metricsRegistry: new Registry(),
});
app.get('/defect', async () => {
  throw Object.assign(new Error('password canary-7f3a of /etc/portal'), { code: '42P01', statusCode: 500 });
});
const statuses: number[] = [];
app.addHook('onSend', async (_request, reply) => void statuses.push(reply.statusCode));
app.post('/body', async () => 'taken');
afterAll(() => app.close());

it('an error that nobody foresaw is a bare 500 with the id of its request, and its reason is in the log alone', async () => {
  const answer = await app.inject('/defect');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    success: false,
    message: 'Something went wrong on our side.',
    code: 'defect',
    requestId: answer.headers['x-request-id'],
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(lines.find((line) => line.includes('"defect"'))).toContain('canary-7f3a');
});

it('a client that hangs up in the middle of its body is not reported as a service out of reach', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  statuses.length = 0;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const arrived = once(app.server, 'request');
  socket.write('POST /body HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{');
  await arrived;
  socket.destroy();
  await expect.poll(() => statuses).toEqual([400]);
  expect(lines.filter((line) => line.includes('out of reach'))).toEqual([]);
});
