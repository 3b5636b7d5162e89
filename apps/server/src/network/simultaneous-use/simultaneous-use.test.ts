import type { LineLogin } from '@portal/contract/network/line-login';
import type { SharedLogin } from '@portal/contract/network/shared-logins';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';
import { reconcileAccess } from '../access/reconcile-access.ts';
import { accountingBody } from '../accounting/packet.factory.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const NOON = new Date('2026-11-21T11:00:00Z');
const [OURS, THEIRS] = ['AA:BB:CC:00:00:01', 'AA:BB:CC:00:00:02'];
let now = NOON;
let portal: TestPortal;
/** Another instance on the same database. */
let other: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  other = await startTestPortal({ clock: () => now, database: portal.database });
  staff = await createStaff(portal);
});
afterAll(async () => {
  await other.close();
  await portal.close();
});

const rows = async (text: string, values: readonly unknown[] = []) => (await portal.pool.query(text, [...values])).rows;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

type Rules = { sessionsAtOnce?: number; sessionRule?: 'newest' | 'oldest'; macLock?: boolean };
let plans = 0;
async function createPlan({ sessionsAtOnce = 1, sessionRule = 'newest', macLock = false }: Rules): Promise<string> {
  const [row] = await rows(
    `insert into service_plans (region, name, speed, download_mbps, price, type, features, position, sessions_at_once, session_rule, mac_lock)
     values ('lagos', $1, '50 Mbps', 50, 1500000, 'residential', '[]', 900, $2, $3, $4) returning id`,
    [`Login ${plans++}`, sessionsAtOnce, sessionRule, macLock],
  );
  return row.id;
}

let customer: TestBrowser;
let lineId: number;
let login: string;
/** The customer's line, on a plan with these rules. */
async function subscribe(rules: Rules = {}): Promise<void> {
  customer = portal.browser();
  lineId = (await customer.register({ firstName: 'Ada', lastName: 'Eze' })).json().user.id;
  login = `ada-${lineId}@fibre`;
  const planId = await createPlan(rules);
  await rows(
    `with subscription as (
       insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee) values ($1, $2, 'active', $3, 1, 1500000)
     ) insert into network_lines (user_id, username, access, download_mbps, plan_id, changed_at) values ($1, $4, 'open', 50, $2, $5)`,
    [lineId, planId, new Date(now.getTime() + 365 * 86_400_000), login, new Date(now.getTime() - 86_400_000)],
  );
}

const device = (mac: string, port: string) => ({
  'Calling-Station-Id': { type: 'string', value: [mac] },
  'NAS-Port-Id': { type: 'string', value: [port] },
});
const post = (url: string, body: object, to = portal) =>
  to.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
    payload: JSON.stringify(body),
  });

/** A packet of a session of the router with this MAC address. */
async function says(status: string, sessionId: string, mac: string, { to = portal, nas = '10.0.0.1' } = {}) {
  const body = accountingBody({
    status,
    username: login,
    sessionId,
    nas,
    at: now,
    extra: device(mac, `pon-${mac.at(-1)}`),
  });
  expect((await post('/api/network/accounting', body, to)).statusCode).toBe(204);
}

async function asks(mac: string, nas = '10.0.0.1'): Promise<string> {
  const body = {
    'User-Name': { type: 'string', value: [login] },
    'NAS-IP-Address': { type: 'ipaddr', value: [nas] },
    ...device(mac, `pon-${mac.at(-1)}`),
  };
  const answer = await post('/api/network/authorize', body);
  return answer.statusCode === 200 ? 'accepted' : answer.json()['reply:Reply-Message'];
}

const actions = () =>
  rows('select kind, reason, session_id, state from radius_actions where user_id = $1 order by id', [lineId]);
const loginOf = async (): Promise<LineLogin> => (await customer.get('/api/user/line-login')).json();
const shared = async (query = ''): Promise<SharedLogin[]> => {
  const answer = await staff.browser.get(`/api/staff/shared-logins${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
/** What is written after the answer. */
const refusedMac = () =>
  expect
    .poll(async () => (await rows('select refused_mac from network_lines where user_id = $1', [lineId]))[0].refused_mac)
    .not.toBeNull();

beforeEach(async () => {
  now = NOON;
  await rows('delete from shared_logins');
});

describe('one login, one home', () => {
  it('the newest router stays online, and the one before gets one Disconnect', async () => {
    await subscribe();
    await says('Start', 'first', OURS);
    expect(await actions()).toEqual([]);
    later(60);
    await says('Start', 'second', THEIRS);
    await says('Start', 'second', THEIRS);
    expect(await actions()).toEqual([
      { kind: 'disconnect', reason: 'session-limit', session_id: 'first', state: 'waiting' },
    ]);
    expect(await loginOf()).toMatchObject({ sessionsAtOnce: 1, sessionRule: 'newest', sharedAt: now.toISOString() });
  });

  it('a Start that comes late ends its own session, and not the newer one', async () => {
    await subscribe();
    later(60);
    await says('Start', 'new', THEIRS);
    now = NOON;
    await says('Start', 'old', OURS);
    expect(await actions()).toMatchObject([{ session_id: 'old', reason: 'session-limit' }]);
  });

  it('a router that comes back before its Stop has come is left alone', async () => {
    await subscribe();
    await says('Start', 'before', OURS);
    later(60);
    await says('Start', 'again', OURS.toLowerCase().replaceAll(':', '-'));
    expect(await actions()).toEqual([]);
  });

  it('a plan may allow more at once', async () => {
    await subscribe({ sessionsAtOnce: 2 });
    for (const [index, mac] of [OURS, THEIRS, 'AA:BB:CC:00:00:03'].entries()) {
      await says('Start', `s${index}`, mac);
      later(10);
    }
    expect(await actions()).toMatchObject([{ session_id: 's0', reason: 'session-limit' }]);
  });

  it('a change of the line while the Disconnect waits does not let the router stay', async () => {
    await subscribe();
    await says('Start', 'first', OURS);
    later(60);
    await says('Start', 'second', THEIRS);
    await staff.browser.post(`/api/staff/customers/${lineId}/line/sync`, { reason: 'Speed is wrong' });
    expect(await actions()).toContainEqual({
      kind: 'disconnect',
      reason: 'session-limit',
      session_id: 'first',
      state: 'waiting',
    });
  });

  it('of two routers that come up at two instances in the same moment one stays', async () => {
    for (let round = 0; round < 5; round++) {
      await subscribe();
      await Promise.all([says('Start', 'here', OURS), says('Start', 'there', THEIRS, { to: other, nas: '10.0.0.2' })]);
      expect(await actions()).toHaveLength(1);
    }
  });
});

describe('where the oldest router stays', () => {
  it('another one is refused while it is online, and welcome once it is not', async () => {
    await subscribe({ sessionRule: 'oldest' });
    await says('Start', 'ours', OURS);
    later(60);
    expect(await asks(THEIRS)).toMatch(/in use by another router/);
    expect(await asks(OURS, '10.0.0.2')).toBe('accepted');
    await refusedMac();
    expect(await loginOf()).toMatchObject({ refused: { mac: THEIRS, why: 'in-use', at: now.toISOString() } });
    await says('Stop', 'ours', OURS);
    expect(await asks(THEIRS)).toBe('accepted');
  });

  it('one whose session has been silent for eleven minutes keeps nobody out', async () => {
    await subscribe({ sessionRule: 'oldest' });
    await says('Start', 'ours', OURS);
    later(11 * 60 + 1);
    expect(await asks(THEIRS)).toBe('accepted');
  });

  it('two that were accepted in the same moment are one again', async () => {
    await subscribe({ sessionRule: 'oldest' });
    await says('Start', 'ours', OURS);
    later(1);
    await says('Start', 'theirs', THEIRS);
    expect(await actions()).toMatchObject([{ session_id: 'theirs', reason: 'session-limit' }]);
  });

  it('the customer lets a new router in with one press while the old one still counts as online', async () => {
    await subscribe({ sessionRule: 'oldest' });
    await says('Start', 'ours', OURS);
    later(60);
    expect((await customer.post('/api/user/line-login/reset', {})).statusCode).toBe(200);
    expect(await asks(THEIRS)).toBe('accepted');
    await says('Start', 'theirs', THEIRS);
    expect(await actions()).toMatchObject([{ session_id: 'ours', reason: 'session-limit' }]);
  });
});

describe('a line that is locked to its router', () => {
  it('connects with the router that it connected with first, and refuses any other one', async () => {
    await subscribe({ macLock: true });
    expect(await asks(OURS)).toBe('accepted');
    await says('Start', 'ours', OURS);
    expect(await loginOf()).toMatchObject({ macLock: true, lockedTo: { mac: OURS, since: NOON.toISOString() } });
    expect(await asks(THEIRS)).toMatch(/works with another router/);
    expect(await asks(OURS)).toBe('accepted');
    await refusedMac();
    expect(await loginOf()).toMatchObject({ refused: { mac: THEIRS, why: 'mac-lock' } });
  });

  it('ends the session of another one that came in while the database did not answer', async () => {
    await subscribe({ macLock: true });
    await says('Start', 'ours', OURS);
    later(60);
    await says('Start', 'theirs', THEIRS);
    expect(await actions()).toMatchObject([{ session_id: 'theirs', kind: 'disconnect', reason: 'mac-lock' }]);
  });

  it('takes the next router after one press, by the customer or by staff, which the audit log has', async () => {
    await subscribe({ macLock: true });
    await says('Start', 'ours', OURS);
    await says('Stop', 'ours', OURS);
    const reset = await customer.post('/api/user/line-login/reset', {});
    expect(reset.json()).toMatchObject({ success: true, login: { lockedTo: null, refused: null } });
    later(60);
    await says('Start', 'theirs', THEIRS);
    expect((await loginOf()).lockedTo?.mac).toBe(THEIRS);
    const again = await staff.browser.post(`/api/staff/customers/${lineId}/line-login/reset`, {});
    expect(again.json()).toMatchObject({ login: { lockedTo: null } });
    const audit = await rows(
      "select actor_id, before ->> 'router' as router from audit_records where action = 'network.reset-mac-lock' and subject = $1 order by id",
      [`customer:${lineId}`],
    );
    expect(audit).toEqual([
      { actor_id: lineId, router: OURS },
      { actor_id: staff.id, router: THEIRS },
    ]);
  });

  it('is locked anew by another plan, and not by one that locks nothing', async () => {
    await subscribe({ macLock: true });
    await says('Start', 'ours', OURS);
    await rows(
      'update service_plans set mac_lock = false where id = (select plan_id from network_lines where user_id = $1)',
      [lineId],
    );
    expect(await asks(THEIRS)).toBe('accepted');
    expect(await loginOf()).toMatchObject({ macLock: false, lockedTo: null });
  });

  it('is no mismatch of the night because another router was refused', async () => {
    await subscribe({ macLock: true });
    await says('Start', 'ours', OURS);
    await asks(THEIRS);
    await refusedMac();
    now = new Date('2026-11-22T02:30:00Z');
    await reconcileAccess({ database: portal.database, clock: () => now });
    const found = await rows("select 1 from access_mismatches where user_id = $1 and kind = 'paid-but-blocked'", [
      lineId,
    ]);
    expect(found).toEqual([]);
  });
});

describe('a login that is used from two places', () => {
  let session = 0;
  const takeTurns = async (times: number) => {
    for (let turn = 0; turn < times; turn++) {
      later(60);
      await says('Start', `turn-${session++}`, turn % 2 === 0 ? OURS : THEIRS);
    }
  };

  it('is suggested to staff when the first router comes back, and not for a new router once', async () => {
    await subscribe();
    await takeTurns(2);
    expect(await shared()).toEqual([]);
    await takeTurns(3);
    const [found] = await shared();
    expect(found).toMatchObject({
      customer: { id: lineId, name: 'Ada Eze' },
      login,
      lastAt: now.toISOString(),
      devices: [{ mac: OURS, accessServer: { address: '10.0.0.1', name: null } }, { mac: THEIRS }],
    });
  });

  it('is suggested where the oldest stays and another router asks again and again', async () => {
    await subscribe({ sessionRule: 'oldest' });
    await says('Start', 'ours', OURS);
    for (const seconds of [10, 10, 61]) {
      later(seconds);
      await asks(THEIRS);
      await expect
        .poll(async () => (await rows('select max(times) as times from shared_logins'))[0].times)
        .toBe(seconds === 61 ? 2 : 1);
    }
    expect(await shared()).toMatchObject([{ login, times: 2 }]);
  });

  it('what happened once is forgotten after a day', async () => {
    await subscribe();
    await takeTurns(2);
    later(25 * 3600);
    await says('Start', 'next', OURS);
    expect(await shared()).toEqual([]);
  });

  it('is dismissed with a reason, once, and on the list again if it goes on', async () => {
    await subscribe();
    await takeTurns(3);
    const [found] = await shared();
    const dismiss = (reason: string) => staff.browser.post(`/api/staff/shared-logins/${found?.id}/dismiss`, { reason });
    expect((await dismiss(' ')).statusCode).toBe(422);
    expect((await dismiss('Two routers in one house')).json()).toMatchObject({
      sharedLogin: { dismissedBy: 'Tosin Adeyemi', dismissReason: 'Two routers in one house' },
    });
    expect((await dismiss('Again')).json()).toMatchObject({ code: 'shared-login.dismissed' });
    expect(await shared()).toEqual([]);
    expect(await shared('?state=dismissed')).toMatchObject([{ id: found?.id }]);
    await takeTurns(3);
    expect(await shared()).toMatchObject([{ login }]);
    expect((await staff.browser.post('/api/staff/shared-logins/x/dismiss', { reason: 'None' })).statusCode).toBe(404);
  });

  it('is on the list page by page', async () => {
    const lines: number[] = [];
    for (let index = 0; index < 3; index++) {
      await subscribe();
      await takeTurns(3);
      lines.unshift(lineId);
    }
    const first = await shared('?limit=2');
    const rest = await shared(`?limit=2&before=${first.at(-1)?.key}`);
    expect([...first, ...rest].map(({ line }) => line.id)).toEqual(lines);
  });
});
