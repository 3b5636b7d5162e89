import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectPool, databaseOf } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';
import { createLineLookup } from './create-line-lookup.ts';
import { reconcileAccess } from './reconcile-access.ts';
import { syncAccess, syncAllAccess } from './sync-access.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let now = new Date('2026-11-21T11:00:00Z');
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
  now = new Date('2026-11-21T11:00:00Z');
  customer = portal.browser();
  userId = (await customer.register()).json().user.id;
});

const recordAllowance = async () => {};
const publish = async () => {};
const settle = (again = false) =>
  runTransaction(portal.database, (tx) => syncAccess({ recordAllowance, publish }, tx, { lineId: userId, now, again }));
const login = () => `line-${1000 + userId}@fibre`;

async function subscribe(status: string, planName = 'Premium Fiber 100Mbps'): Promise<void> {
  await portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee)
     select $1, id, $3, now(), 1, price from service_plans where name = $2`,
    [userId, planName, status],
  );
  await settle();
}

const move = (status: string) =>
  portal.pool.query("update user_subscriptions set status = $2 where user_id = $1 and status <> 'cancelled'", [
    userId,
    status,
  ]);

async function goOnline(sessionId = `${userId}`, username = login(), owner: number | null = userId): Promise<void> {
  await portal.pool.query(
    `insert into usage_sessions (session_key, generation, user_id, username, written_username, nas, session_id, framed_address, started_at, last_event_at, last_packet_at, counted)
     values ($1, 1, $2, $3, $3, '10.0.0.1', $1, '100.64.0.9', $4, $4, $4, '{}')`,
    [sessionId, owner, username, now],
  );
}

async function authorize(username: string, to = portal) {
  const response = await to.app.inject({
    method: 'POST',
    url: '/api/network/authorize',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
    payload: JSON.stringify({
      'User-Name': { type: 'string', value: [username] },
      'User-Password': { type: 'string', value: ['secret'] },
      'NAS-IP-Address': { type: 'ipaddr', value: ['10.0.0.1'] },
    }),
  });
  return { status: response.statusCode, body: response.json() };
}

const actions = async () =>
  (await staff.browser.get(`/api/staff/radius-actions?customer=${userId}`)).json() as Record<string, unknown>[];

describe('a line that connects', () => {
  it('gets the speed of its plan, in any spelling of its login', async () => {
    await subscribe('active', 'Home 50 Mbps');
    for (const username of [login(), ` ${login().toUpperCase()} `]) {
      expect(await authorize(username)).toEqual({
        status: 200,
        body: {
          'reply:Mikrotik-Rate-Limit': '50M/50M',
          'reply:WISPr-Bandwidth-Max-Down': 50_000_000,
          'reply:WISPr-Bandwidth-Max-Up': 50_000_000,
          'reply:Acct-Interim-Interval': 300,
        },
      });
    }
  });

  it.each([
    [
      'suspended',
      'This line is paused or its bill is overdue: the account page says which. An overdue line opens again as soon as it is paid.',
    ],
    ['pending', 'This line opens with its first payment.'],
    ['cancelled', 'This line has no plan.'],
  ])('is refused with the reason from the moment its subscription is %s', async (status, message) => {
    await subscribe('active');
    expect((await authorize(login())).status).toBe(200);
    await move(status);
    expect(await authorize(login())).toEqual({ status: 401, body: { 'reply:Reply-Message': message } });
  });

  it('gets its own answer when many connect at the same moment', async () => {
    await subscribe('active');
    const answers = await Promise.all(['nobody', login(), 'nobody', login()].map((username) => authorize(username)));
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 401, 200]);
  });

  it('is refused when its login is unknown or empty', async () => {
    for (const username of ['nobody', '', '%{exec:rm}']) {
      const { status, body } = await authorize(username);
      expect([status, body['reply:Reply-Message']]).toEqual([401, 'This login is not known.']);
    }
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"User-Name":7}',
    '{"User-Name":{"value":[{}]}}',
    '{"User-Name":{"value":"x"}}',
  ])('is refused, without a server error, when the RADIUS server sends %s', async (payload) => {
    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: '/api/network/authorize',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
      payload,
    });
    expect([400, 401, 422]).toContain(statusCode);
  });

  it('gets no answer without the network’s token', async () => {
    const response = await portal.app.inject({ method: 'POST', url: '/api/network/authorize', payload: '{}' });
    expect([response.statusCode, response.json().code]).toEqual([401, 'network.bad-token']);
  });
});

describe('while the database is unavailable', () => {
  const secondPool = (max: number) => connectPool({ ...portal.poolConfig, max }, () => {});

  it('lines are answered from the copy, and a login that it lacks is not answered', async () => {
    await subscribe('active', 'Home 20 Mbps');
    const [paid, closed] = [login(), `closed-${userId}`];
    const pool = secondPool(2);
    const lookup = createLineLookup({ database: databaseOf(pool), clock: () => now, log: { warn: () => {} } });
    await lookup.refresh();
    await pool.end();
    expect(await lookup.find(paid)).toEqual({ status: 'active', downloadMbps: 20, restriction: null });
    await expect(lookup.find(closed)).rejects.toThrow();
  });

  it('a login that a line no longer has leaves the copy with the next look at all lines', async () => {
    await subscribe('active', 'Home 20 Mbps');
    const pool = secondPool(2);
    const lookup = createLineLookup({ database: databaseOf(pool), clock: () => now, log: { warn: () => {} } });
    await lookup.refresh();
    await portal.pool.query("update network_lines set username = 'new-' || username where user_id = $1", [userId]);
    await lookup.refresh();
    await pool.end();
    expect(await lookup.find(`new-${login()}`)).toEqual({ status: 'active', downloadMbps: 20, restriction: null });
    await expect(lookup.find(login())).rejects.toThrow();
  });

  it('the RADIUS server gets the speed of every line, also of one that has not connected since the start', async () => {
    await subscribe('active', 'Home 20 Mbps');
    const pool = secondPool(4);
    const query = vi.spyOn(pool, 'query');
    const restarted = await startTestPortal({ database: databaseOf(pool) });
    restarted.startJobs();
    const copied = () => query.mock.calls.findIndex(([asked]) => /from "?network_lines/.test(JSON.stringify(asked)));
    await vi.waitUntil(() => query.mock.settledResults[copied()]?.type === 'fulfilled', 10_000);
    await pool.end();
    const answer = await authorize(login(), restarted);
    expect(answer).toMatchObject({ status: 200, body: { 'reply:Mikrotik-Rate-Limit': expect.stringMatching(/20M/) } });
    await restarted.close();
  });

  it('the RADIUS server gets 503 for a login that is in no copy, so that its own cache decides', async () => {
    const nowhere = connectPool({ host: '127.0.0.1', port: 1 }, () => {});
    const broken = await startTestPortal({ database: databaseOf(nowhere) });
    expect(await authorize(login(), broken)).toMatchObject({ status: 503 });
    await broken.close();
    await nowhere.end();
  });
});

describe('when a subscription changes', () => {
  it('the first payment gives the line its login, once', async () => {
    await subscribe('pending');
    expect((await staff.browser.get(`/api/staff/customers/${userId}/line`)).body).toBe('null');
    await move('active');
    await Promise.all([
      settle(),
      settle(),
      syncAllAccess({ database: portal.database, recordAllowance, publish }, now),
    ]);
    expect((await staff.browser.get(`/api/staff/customers/${userId}/line`)).json()).toMatchObject({
      username: login(),
      access: 'open',
      downloadMbps: 100,
      online: [],
    });
  });

  it('a suspension ends its open sessions; a reactivation before that cancels it and sets their speed', async () => {
    await subscribe('active');
    await goOnline();
    await move('suspended');
    await syncAllAccess({ database: portal.database, recordAllowance, publish }, now);
    await syncAllAccess({ database: portal.database, recordAllowance, publish }, now);
    expect(await actions()).toMatchObject([
      { kind: 'disconnect', reason: 'suspended', state: 'waiting', nas: '10.0.0.1', sessionId: `${userId}` },
    ]);
    await move('active');
    await settle();
    expect(await actions()).toMatchObject([
      { kind: 'change-speed', reason: 'restored', state: 'waiting' },
      { kind: 'disconnect', state: 'superseded', nextAttemptAt: null },
    ]);
  });

  it('a session that was disconnected counts as open until its Stop arrives', async () => {
    await subscribe('active');
    await goOnline();
    await move('suspended');
    await settle();
    await portal.pool.query("update radius_actions set state = 'done' where user_id = $1", [userId]);
    expect(await actions()).toMatchObject([{ state: 'done', sessionOpen: true }]);
    await portal.pool.query('update usage_sessions set ended_at = $2, stopped = true where user_id = $1', [
      userId,
      now,
    ]);
    expect(await actions()).toMatchObject([{ state: 'done', sessionOpen: false }]);
  });

  it('a new speed is sent to its open sessions, whether the plan or the plan’s speed has changed', async () => {
    await subscribe('active', 'Home 20 Mbps');
    await goOnline();
    await portal.pool.query(
      "update user_subscriptions set plan_id = (select id from service_plans where name = 'Home 50 Mbps') where user_id = $1",
      [userId],
    );
    await syncAllAccess({ database: portal.database, recordAllowance, publish }, now);
    expect(await actions()).toMatchObject([{ kind: 'change-speed', reason: 'plan-changed' }]);
    expect((await authorize(login())).body['reply:Mikrotik-Rate-Limit']).toBe('50M/50M');
  });
});

describe('staff', () => {
  it('set the login that the router uses, audited, but not to another customer’s', async () => {
    await subscribe('active');
    const rename = (username: string) =>
      staff.browser.put(`/api/staff/customers/${userId}/line`, { username, reason: 'as installed' });
    const wanted = `House.${userId}@Fibre`;
    expect((await rename(wanted)).json()).toMatchObject({ success: true, line: { username: wanted.toLowerCase() } });
    expect((await authorize(wanted)).status).toBe(200);
    expect((await authorize(login())).status).toBe(401);
    const audit = (await staff.browser.get(`/api/staff/audit?subject=customer:${userId}`)).json();
    expect(audit[0]).toMatchObject({ action: 'network.rename-line', before: { username: login() } });

    const neighbour = portal.browser();
    const { user } = (await neighbour.register()).json();
    expect(
      (await staff.browser.put(`/api/staff/customers/${user.id}/line`, { username: 'x', reason: 'y' })).json().code,
    ).toBe('network.no-line');
    const first = userId;
    userId = user.id;
    await subscribe('active');
    expect((await rename(wanted)).json().code).toBe('network.login-taken');
    userId = first;
    expect((await rename('a b')).statusCode).toBe(422);
  });

  it('have the access sent to the network again', async () => {
    await subscribe('active');
    const again = () => staff.browser.post(`/api/staff/customers/${userId}/line/sync`, { reason: 'slow since noon' });
    expect((await again()).json()).toMatchObject({ success: true, actions: 0 });
    await goOnline();
    expect((await again()).json()).toMatchObject({ actions: 1 });
    expect(await actions()).toMatchObject([{ kind: 'change-speed', reason: 'asked-by-staff' }]);
    expect((await staff.browser.get('/api/staff/customers/999999/line')).json().code).toBe('customer.not-found');
  });

  it('page through the RADIUS actions', async () => {
    await subscribe('active');
    await goOnline('one');
    for (let turn = 0; turn < 3; turn++) await settle(true);
    const [newest, , oldest] = await actions();
    const page = (query: string) => staff.browser.get(`/api/staff/radius-actions?customer=${userId}&${query}`);
    expect((await page(`before=${newest?.id}&limit=1`)).json()).toHaveLength(1);
    expect((await page('state=superseded')).json()).toHaveLength(2);
    expect((await page(`before=${oldest?.id}`)).json()).toEqual([]);
    expect((await page('before=nothing')).json()).toEqual([]);
  });
});

describe('the nightly reconciliation', () => {
  const mismatches = async () => (await staff.browser.get('/api/staff/access-mismatches')).json();

  it('finds customers who are paid but blocked or unpaid but online, and unknown logins online, once a night', async () => {
    await subscribe('active');
    await authorize(login());
    now = new Date('2026-11-22T01:00:00Z');
    await goOnline();
    const online = userId;
    await move('suspended');

    userId = (await portal.browser().register()).json().user.id;
    await subscribe('active');
    const blocked = userId;
    await portal.pool.query(
      "update network_lines set last_refused_at = changed_at + interval '1 hour' where user_id = $1",
      [blocked],
    );
    await goOnline('stranger', 'stranger@fibre', null);

    await reconcileAccess({ database: portal.database, clock: () => new Date('2026-11-22T01:59:00Z') });
    expect(await mismatches()).toMatchObject({ reconciledAt: null, total: 0, mismatches: [] });
    now = new Date('2026-11-22T02:05:00Z');
    await portal.pool.query('update usage_sessions set last_packet_at = $1', [now]);
    await Promise.all([1, 2].map(() => reconcileAccess({ database: portal.database, clock: () => now })));
    const result = await mismatches();
    expect(result.reconciledAt).toBe(now.toISOString());
    expect(result.total).toBe(result.mismatches.length);
    expect(result.totals['unknown-login']).toBe(1);
    const of = (kind: string) => result.mismatches.filter((one: { kind: string }) => one.kind === kind);
    expect(of('unpaid-but-online')).toContainEqual(
      expect.objectContaining({ customer: expect.objectContaining({ id: online }), nas: '10.0.0.1' }),
    );
    expect(of('paid-but-blocked')).toContainEqual(
      expect.objectContaining({ customer: expect.objectContaining({ id: blocked }) }),
    );
    expect(of('unknown-login')).toEqual([
      {
        kind: 'unknown-login',
        customer: null,
        username: 'stranger@fibre',
        nas: '10.0.0.1',
        nasName: null,
        since: expect.any(String),
      },
    ]);
    expect(of('paid-but-blocked')).not.toContainEqual(
      expect.objectContaining({ customer: expect.objectContaining({ id: online }) }),
    );
  });

  it('stores five hundred of each kind, so that many of one never hide another, and counts them all', async () => {
    now = new Date('2026-11-23T02:05:00Z');
    await portal.pool.query('update usage_sessions set last_packet_at = $1', [now]);
    await portal.pool.query(
      `insert into usage_sessions
       select (jsonb_populate_record(s, jsonb_build_object('session_key', 'many-' || n, 'session_id', 'many-' || n, 'username', 'many-' || n || '@fibre'))).*
       from usage_sessions s, generate_series(1, 600) n where s.username = 'stranger@fibre'`,
    );
    await portal.pool.query(
      "update network_lines set last_refused_at = changed_at + interval '1 hour', last_accepted_at = null",
    );
    await reconcileAccess({ database: portal.database, clock: () => now });
    const result = await mismatches();
    const kept = (kind: string) => result.mismatches.filter((one: { kind: string }) => one.kind === kind).length;
    expect([kept('unknown-login'), result.totals['unknown-login']]).toEqual([500, 601]);
    for (const kind of ['paid-but-blocked', 'unpaid-but-online']) expect(kept(kind)).toBe(result.totals[kind]);
    expect(kept('unpaid-but-online')).toBeGreaterThan(0);
    expect(result.total).toBe(601 + result.totals['paid-but-blocked'] + result.totals['unpaid-but-online']);
  });
});
