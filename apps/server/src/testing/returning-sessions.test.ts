import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncAllAccess } from '../network/access/sync-access.ts';
import { closeStaleSessions } from '../network/accounting/close-stale-sessions.ts';
import { accountingBody, type Saying } from '../network/accounting/packet.factory.ts';
import { recordAllowance } from '../network/usage/record-allowance.ts';
import { createStaff, type Staff } from './staff-browser.ts';
import type { TestBrowser } from './test-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from './test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const GB = 1024 ** 3;
const NOON = new Date('2026-11-21T11:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let now = NOON;
let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

let customer: TestBrowser;
let userId: number;
beforeEach(async () => {
  now = NOON;
  customer = portal.browser();
  userId = (await customer.register()).json().user.id;
  await portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee)
     select $1, id, 'active', now() + interval '20 days', 1, price from service_plans where name = 'Premium Fiber 100Mbps'`,
    [userId],
  );
  await settle();
});

const settle = () => syncAllAccess({ database: portal.database, recordAllowance, publish: async () => {} }, now);
const writtenLogin = () => `Line-${1000 + userId}@Fibre`;
const suspend = () =>
  portal.pool.query("update user_subscriptions set status = 'suspended' where user_id = $1", [userId]);
const moveTo = (plan: string) =>
  portal.pool.query(
    'update user_subscriptions set plan_id = (select id from service_plans where name = $2) where user_id = $1',
    [userId, plan],
  );

async function say(minutes: number, saying: Saying): Promise<void> {
  now = later(minutes);
  const body = accountingBody({
    username: writtenLogin(),
    sessionId: `${userId}`,
    at: now,
    seconds: minutes * 60,
    upload: 0,
    ...saying,
  });
  const response = await portal.app.inject({
    method: 'POST',
    url: '/api/network/accounting',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
    payload: JSON.stringify(body),
  });
  expect(response.statusCode).toBe(204);
}

const actions = async () =>
  (await staff.browser.get(`/api/staff/radius-actions?customer=${userId}`)).json() as Record<string, unknown>[];
const usage = async () => (await customer.get('/api/user/usage')).json();

describe('a session that had timed out', () => {
  beforeEach(async () => {
    await say(5, { download: GB });
    now = later(60);
    await closeStaleSessions(portal.database, now);
  });

  it('is ended when it reports again on a line that was suspended meanwhile, once', async () => {
    await suspend();
    await settle();
    expect(await actions()).toEqual([]);
    await say(65, { download: 2 * GB });
    await say(70, { download: 3 * GB });
    expect(await actions()).toMatchObject([
      { kind: 'disconnect', reason: 'suspended', state: 'waiting', sessionId: `${userId}` },
    ]);
  });

  it('gets the speed of the plan that the line was moved to meanwhile', async () => {
    await moveTo('Home 20 Mbps');
    await settle();
    await say(65, { download: 2 * GB });
    expect(await actions()).toMatchObject([{ kind: 'change-speed', reason: 'plan-changed', state: 'waiting' }]);
  });

  it('goes on as it was on a line that has not changed', async () => {
    await say(65, { download: 2 * GB });
    expect(await actions()).toEqual([]);
    expect(await usage()).toMatchObject({ dataUsed: 2 });
  });
});

describe('a session that starts', () => {
  it('on a line that was closed after its Access-Accept is ended', async () => {
    await suspend();
    await settle();
    await say(1, { status: 'Start', seconds: 0 });
    expect(await actions()).toMatchObject([{ kind: 'disconnect', state: 'waiting' }]);
  });

  it('is named to the access server as that has spelt its login', async () => {
    await say(1, { status: 'Start', seconds: 0 });
    await suspend();
    await settle();
    const { rows } = await portal.pool.query('select username from radius_actions where user_id = $1', [userId]);
    expect(rows).toEqual([{ username: writtenLogin() }]);
  });
});

describe('another plan at the same speed', () => {
  it('adds its data to the current month, and allows alerts at its shares again', async () => {
    await say(5, { download: 95 * GB });
    expect(await usage()).toMatchObject({ dataUsed: 95, dataLimit: 100 });
    await moveTo('Home Plus 100 Mbps');
    await settle();
    expect(await usage()).toMatchObject({ dataUsed: 95, dataLimit: 1024 });
    expect(await actions()).toEqual([]);
    const alerted = 'select alerted_percent from usage_data where user_id = $1';
    expect((await portal.pool.query(alerted, [userId])).rows).toEqual([{ alerted_percent: 0 }]);
  });

  it('that is only chosen, and not paid, changes nothing', async () => {
    await say(5, { download: GB });
    await portal.pool.query("update user_subscriptions set status = 'cancelled' where user_id = $1", [userId]);
    await settle();
    await portal.pool.query(
      `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee)
       select $1, id, 'pending', now(), 1, price from service_plans where name = 'Home Plus 100 Mbps'`,
      [userId],
    );
    await settle();
    expect(await usage()).toMatchObject({ dataLimit: 100 });
  });
});
