import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { readConfig } from '../../config/config.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const SLOTS = 2;

let portal: TestPortal;
let browser: TestBrowser;
let stall: pg.PoolClient;
beforeAll(async () => {
  portal = await startTestPortal({ config: readConfig({ REQUESTS_AT_ONCE: String(SLOTS) }) });
  browser = portal.browser();
  await browser.register();
  await portal.app.listen({ port: 0 });
});
afterAll(() => portal.close());

/** The database does not answer session lookups. */
beforeEach(async () => {
  stall = await portal.pool.connect();
  await stall.query('begin; lock table sessions');
});
afterEach(() => stall.release());

const goOn = () => stall.query('rollback');
/** A call without a query. */
const knock = () => portal.browser().post('/api/logout', {});

describe('a portal at its concurrency limit', () => {
  it('asks further callers to retry, answers the requests that it has accepted, and accepts new ones afterwards', async () => {
    const taken = Array.from({ length: SLOTS }, () => browser.get('/api/user'));
    const refused = await knock();
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ success: false, code: 'service.unavailable' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await goOn();
    expect((await Promise.all(taken)).map(({ statusCode }) => statusCode)).toEqual(taken.map(() => 200));
    expect((await knock()).statusCode).toBe(200);
  });

  it('still shows its plans, accepts webhooks and reports its health', async () => {
    const taken = Array.from({ length: SLOTS }, () => browser.get('/api/user'));
    expect((await knock()).statusCode).toBe(503);
    expect((await browser.get('/healthz')).statusCode).toBe(200);
    expect((await browser.get('/api/plans')).statusCode).toBe(200);
    expect((await browser.post('/api/webhooks/paystack', {})).statusCode).not.toBe(503);
    await goOn();
    await Promise.all(taken);
  });

  it('frees a slot when a client leaves before the answer', async () => {
    const { port } = portal.app.server.address() as AddressInfo;
    const headers = { cookie: `session=${browser.cookies.get('session')}` };
    const calls = Array.from({ length: SLOTS }, () => get({ port, path: '/api/user', headers }).on('error', () => {}));
    await vi.waitFor(async () => expect((await knock()).statusCode).toBe(503), 3000);
    for (const call of calls) call.destroy();
    await vi.waitFor(async () => expect((await knock()).statusCode).toBe(200), 3000);
    await goOn();
  });

  it('serves others while a body comes slowly, and counts its sender again once it is there', async () => {
    await goOn();
    const { port } = portal.app.server.address() as AddressInfo;
    const headers = { 'content-type': 'application/json', origin: 'http://portal.test' };
    const slow = Array.from({ length: SLOTS + 1 }, () => {
      const call = request({ port, path: '/api/login', method: 'POST', headers }).on('error', () => {});
      call.write('{"email":');
      return call;
    });
    await vi.waitFor(
      async () => expect(await connectionsOf(portal.app.server)).toBeGreaterThanOrEqual(slow.length),
      3000,
    );
    expect((await knock()).statusCode).toBe(200);
    await stall.query('begin; lock table sessions');
    const taken = Array.from({ length: SLOTS }, () => browser.get('/api/user'));
    const [last] = slow;
    const answered = once(last as ClientRequest, 'response');
    last?.end('"a@b.example","password":"tall palm, slow river"}');
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(503);
    for (const call of slow) call.destroy();
    await goOn();
    await Promise.all(taken);
  });
});

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
