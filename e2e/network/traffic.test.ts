import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { UsageView } from '@portal/contract/network/usage';
import { DEMO_CUSTOMER, signIn } from '../fixtures/customers/customer.ts';
import { NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { runTraffic } from '../fixtures/portal/run-traffic.ts';
import { expect, test } from '../fixtures/test.ts';

// The traffic program writes a line every five seconds.
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const QUIET = { RECONCILE_INTERVAL_S: '3600' };

// The portal of the other tests is not needed.
test.use({ baseURL: 'http://127.0.0.1' });

test('nothing is sent in production, without a token, without a portal, or without demo data', {
  tag: '@long',
}, async () => {
  const received: string[] = [];
  const page = '<!doctype html><html lang="en"><title>A portal that serves customers</title></html>';
  const customersPortal = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.end(page);
  }).listen(0, '127.0.0.1');
  await once(customersPortal, 'listening');
  const { port } = customersPortal.address() as AddressInfo;
  const refusal = async (env: Readonly<Record<string, string>>) => {
    const { code, errors } = await runTraffic({ PORT: String(port), NETWORK_TOKEN, ...env }).ended;
    return `${code} ${errors}`;
  };
  const [production, tokenless, unanswered, customers] = await Promise.all(
    [{ NODE_ENV: 'production' }, { NETWORK_TOKEN: '', DATA_DIR: '/nowhere' }, { PORT: '1' }, {}].map(refusal),
  );
  expect(production).toBe('1 Traffic is for demonstrations: NODE_ENV is production.\n');
  expect(tokenless).toMatch(/^1 There is no \/nowhere\/network-token: start the portal/);
  expect(unanswered).toMatch(/^1 There is no portal at http:\/\/127\.0\.0\.1:1: start it first/);
  expect(customers).toBe(`1 Traffic is for demonstrations: the portal at http://127.0.0.1:${port} is none.\n`);
  // Only the last one is queried, and it receives no packets.
  expect(received).toEqual(['GET /']);
  customersPortal.close();
});

test.describe('with a separate portal', { tag: '@long' }, () => {
  let portal: PortalForTests;
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    portal = await openPortal(QUIET);
  });
  test.afterAll(() => portal?.close());

  test('the demo customer’s usage grows while the traffic program runs', async ({ context }) => {
    await signIn(context, portal.origin, DEMO_CUSTOMER);
    const { id } = (await (await context.request.get(`${portal.origin}/api/user`)).json()) as CurrentUser;
    const lastPacketAt = async () =>
      ((await (await context.request.get(`${portal.origin}/api/user/usage`)).json()) as UsageView).updatedAt;
    const all = async () => Object.values(await portal.bytesByDay(id)).reduce((sum, bytes) => sum + bytes, 0);
    const [before, heardBefore] = [await all(), await lastPacketAt()];
    // Port and token as `npm start` leaves them: the token is the one in the portal's own folder.
    const traffic = runTraffic({ PORT: new URL(portal.origin).port, DATA_DIR: portal.dataDir });
    expect(await traffic.says('Start')).toContain('(204)');
    expect(await traffic.says('Interim-Update')).toContain('(204)');
    expect(await all()).toBeGreaterThan(before);
    expect(await lastPacketAt()).not.toBe(heardBefore);
    const goodbye = traffic.says('Stop');
    await traffic.stop();
    expect(await goodbye).toContain('(204)');
    expect((await traffic.ended).code).toBe(0);
  });

  test('nothing is sent to a portal with real customers, though its address and token are known', async () => {
    await portal.kill();
    await portal.restart({ ...QUIET, NETWORK_TOKEN, DEMO_DATA: 'off' });
    const { code, errors } = await runTraffic({ PUBLIC_URL: portal.origin, NETWORK_TOKEN }).ended;
    expect([code, errors]).toEqual([1, `Traffic is for demonstrations: the portal at ${portal.origin} is none.\n`]);
  });
});
