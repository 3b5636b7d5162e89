import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { createPortalServer } from './portal-server.ts';

const lines: string[] = [];
const app = createPortalServer({
  log: createLog('info', { write: (line) => void lines.push(line) }),
  trustedProxies: [],
  metricsRegistry: new Registry(),
});
app.get('/defect', async () => {
  throw Object.assign(new Error('password canary-7f3a of /etc/portal'), { code: '42P01', statusCode: 500 });
});
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
