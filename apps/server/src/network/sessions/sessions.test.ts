import { webhookEventTypes } from '@portal/contract/console/webhook-events';
import type { NetworkSession } from '@portal/contract/network/staff-sessions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';
import { closeStaleSessions } from '../accounting/close-stale-sessions.ts';
import { accountingBody, type Saying } from '../accounting/packet.factory.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const NOON = new Date('2026-11-21T11:00:00Z');
let now = NOON;
let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const rows = async (text: string, values: readonly unknown[] = []) => (await portal.pool.query(text, [...values])).rows;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

type Subscriber = { readonly id: number; readonly login: string };
async function subscriber(firstName: string, login: string, planName = 'Home 50 Mbps'): Promise<Subscriber> {
  const { user } = (await portal.browser().register({ firstName, lastName: 'Eze' })).json();
  await rows(
    `insert into network_lines (user_id, username, access, download_mbps, plan_id, changed_at)
     select $1, $2, 'open', download_mbps, id, $4 from service_plans where name = $3`,
    [user.id, login, planName, now],
  );
  return { id: user.id, login };
}

async function says(saying: Saying): Promise<void> {
  const response = await portal.app.inject({
    method: 'POST',
    url: '/api/network/accounting',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
    payload: JSON.stringify(accountingBody({ at: now, ...saying })),
  });
  expect(response.statusCode).toBe(204);
}

const one = (type: string, value: unknown) => ({ type, value: [value] });
const box = (mac: string, address: string, more: object = {}) => ({
  'Calling-Station-Id': one('string', mac),
  'Framed-IP-Address': one('ipaddr', address),
  ...more,
});

async function list(query = ''): Promise<NetworkSession[]> {
  const answer = await staff.browser.get(`/api/staff/sessions${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const loginsOf = (sessions: readonly NetworkSession[]) => sessions.map(({ login }) => login);

let ada: Subscriber;
let bola: Subscriber;
let place = 0;
beforeEach(async () => {
  now = NOON;
  await rows('delete from radius_actions');
  await rows('delete from session_waves');
  await rows('delete from usage_sessions');
  place++;
  ada = await subscriber('Ada', `ada-${place}@fibre`);
  bola = await subscriber('Bola', `bola-${place}@fibre`, 'Home 20 Mbps');
});

const starts = (who: Subscriber | string, sessionId: string, saying: Saying = {}) =>
  says({ status: 'Start', username: typeof who === 'string' ? who : who.login, sessionId, seconds: 0, ...saying });

describe('who is online', () => {
  it('is listed with line, address, hardware, port, speed and data, the latest first', async () => {
    const extra = box('AA-BB-CC-00-11-22', '100.64.0.9', {
      'NAS-Port-Id': one('string', 'pon0/3/12'),
      'Delegated-IPv6-Prefix': one('ipv6prefix', '2001:db8:1200:5600::/56'),
    });
    await starts(ada, 'a1', { extra });
    later(300);
    await says({ username: ada.login, sessionId: 'a1', seconds: 300, download: 7000, upload: 500, extra });
    await starts(bola, 'b1');
    expect(await list()).toMatchObject([
      { login: bola.login, customer: { name: 'Bola Eze' }, speedMbps: 20 },
      {
        login: ada.login,
        customer: { id: ada.id, name: 'Ada Eze' },
        line: { id: ada.id },
        address: '100.64.0.9',
        delegatedPrefix: '2001:db8:1200:5600::/56',
        mac: 'AA-BB-CC-00-11-22',
        accessServer: { address: '10.0.0.1', name: null },
        port: 'pon0/3/12',
        startedAt: NOON.toISOString(),
        lastPacketAt: now.toISOString(),
        endedAt: null,
        endCause: null,
        speedMbps: 50,
        downloadBytes: 7000,
        uploadBytes: 500,
        ending: false,
      },
    ]);
  });

  it('is found by the address, by the MAC address in any spelling, and by the beginning of the login', async () => {
    const prefix = { 'Framed-IPv6-Prefix': one('ipv6prefix', '2001:db8:77:1::/64') };
    await starts(ada, 'a1', { extra: box('AA:BB:CC:00:11:22', '100.64.0.9', prefix) });
    await starts(bola, 'b1', { extra: box('AA:BB:CC:00:11:23', '100.64.0.90') });
    for (const search of ['100.64.0.9', 'aabb.cc00.1122', 'AABBCC001122', ada.login.slice(0, 4), '2001:db8:77:1:9::1'])
      expect(loginsOf(await list(`?search=${encodeURIComponent(search)}`)), search).toEqual([ada.login]);
    expect(await list('?search=100.64.0')).toEqual([]);
    expect(await list('?search=%25')).toEqual([]);
  });

  it('may have a login that no line has', async () => {
    await starts('nobody@fibre', 'n1');
    expect(await list('?search=nobody')).toMatchObject([{ customer: null, line: null, speedMbps: null }]);
    const [session] = await list();
    const refused = await staff.browser.post(`/api/staff/sessions/${session?.id}/end`, { reason: 'Who is it?' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'network-session.unknown-login']);
  });

  it('is chosen by access server, area, plan and the limit of its line', async () => {
    await rows("insert into service_areas (name) values ('Garki') on conflict do nothing");
    await rows("insert into customer_areas (user_id, area, changed_at) values ($1, 'Garki', $2)", [ada.id, now]);
    const [plan] = await rows("select id from service_plans where name = 'Home 20 Mbps'");
    await starts(ada, 'a1', { nas: '10.0.0.2' });
    await starts(bola, 'b1');
    expect(loginsOf(await list('?nas=10.0.0.2'))).toEqual([ada.login]);
    expect(loginsOf(await list('?area=Garki'))).toEqual([ada.login]);
    expect(loginsOf(await list(`?plan=${plan.id}`))).toEqual([bola.login]);
    await rows(
      "update network_lines set limited = 'slower', limited_download_mbps = 2, limit_reached_period = '2026-11' where user_id = $1",
      [bola.id],
    );
    expect(await list('?limited=true')).toMatchObject([{ login: bola.login, limited: true, speedMbps: 2 }]);
    expect(await list('?plan=none')).toEqual([]);
    expect(await list('?nas=10.0.0.9')).toEqual([]);
  });

  it('is silent after eleven minutes without a packet, until the next one', async () => {
    const silent = async () => {
      await closeStaleSessions(portal.database, now);
      return loginsOf(await list('?silent=true'));
    };
    const marked = () => rows('select session_id from usage_sessions where is_silent');
    await starts(ada, 'a1');
    later(300);
    await starts(bola, 'b1');
    later(330);
    expect(await silent()).toEqual([]);
    later(31);
    expect(loginsOf(await list('?silent=true'))).toEqual([ada.login]);
    await says({ username: ada.login, sessionId: 'a1', seconds: 661, download: 7000, upload: 500 });
    expect([await silent(), await marked()]).toEqual([[], []]);
    later(300);
    expect(await silent()).toEqual([bola.login]);
    await says({ status: 'Stop', username: bola.login, sessionId: 'b1', seconds: 661, download: 7000, upload: 500 });
    expect([await silent(), await marked()]).toEqual([[], []]);
  });

  it('is looked for in silence without waiting for a packet that is being counted', async () => {
    await starts(ada, 'a1');
    await starts(bola, 'b1');
    later(700);
    await portal.database.transaction(async (tx) => {
      await tx.execute(sql`select from usage_sessions where session_id = 'a1' for update`);
      await closeStaleSessions(portal.database, now);
      expect(loginsOf(await list('?silent=true'))).toEqual([bola.login]);
    });
  });

  it('is read page by page, and nobody twice while others come', async () => {
    for (let each = 0; each < 7; each++) await starts(ada, `a${each}`);
    const first = await list('?limit=3');
    await starts(bola, 'b1');
    const second = await list(`?limit=3&before=${first.at(-1)?.key}`);
    const third = await list(`?limit=3&before=${second.at(-1)?.key}`);
    expect([first.length, second.length, third.length]).toEqual([3, 3, 1]);
    expect(new Set([...first, ...second, ...third].map(({ id }) => id)).size).toBe(7);
  });
});

describe('sessions that have ended', () => {
  beforeEach(async () => {
    await starts(ada, 'a1', { extra: box('AA:BB:CC:00:11:22', '100.64.0.9') });
    later(60);
    const extra = box('AA:BB:CC:00:11:22', '100.64.0.9', { 'Acct-Terminate-Cause': one('string', 'User-Request') });
    await says({ status: 'Stop', username: ada.login, sessionId: 'a1', seconds: 60, extra });
    await starts(bola, 'b1');
  });

  it('are listed apart, with why, and are found in the same ways', async () => {
    const ended = { login: ada.login, endCause: 'User-Request', endedAt: now.toISOString() };
    expect(loginsOf(await list())).toEqual([bola.login]);
    for (const more of [
      '',
      '&search=100.64.0.9',
      '&search=aabbcc001122',
      `&search=${ada.login.slice(0, 4)}`,
      '&nas=10.0.0.1',
    ])
      expect(await list(`?state=ended${more}`), more).toMatchObject([ended]);
    expect(await list('?state=ended&nas=10.0.0.2')).toEqual([]);
    const [before] = await list('?state=ended');
    expect(await list(`?state=ended&before=${before?.key}`)).toEqual([]);
  });

  it('are those of a day unless more is asked for, and never of more than 31 days', async () => {
    later(25 * 3600);
    expect(await list('?state=ended')).toEqual([]);
    expect(await list(`?state=ended&since=${NOON.toISOString()}`)).toHaveLength(1);
    const long = await staff.browser.get('/api/staff/sessions?state=ended&since=2026-10-01T00:00:00Z');
    expect([long.statusCode, long.json().code]).toEqual([422, 'network-session.too-long-ago']);
  });

  it('of a line are the last thirty, those that are open first', async () => {
    for (let each = 0; each < 32; each++) {
      later(60);
      await starts(ada, `more${each}`);
      later(30);
      await says({ status: 'Stop', username: ada.login, sessionId: `more${each}`, seconds: 30 });
    }
    await starts(ada, 'last');
    const answer = await staff.browser.get(`/api/staff/customers/${ada.id}/sessions`);
    const sessions: NetworkSession[] = answer.json();
    expect(sessions).toHaveLength(30);
    expect(sessions[0]?.endedAt).toBeNull();
    const ends = sessions.slice(1).map(({ endedAt }) => String(endedAt));
    expect(ends).toEqual(ends.toSorted().reverse());
    const other = await staff.browser.get(`/api/staff/customers/${ada.id}/sessions?line=${bola.id}`);
    expect([other.statusCode, other.json().code]).toEqual([404, 'line.not-found']);
  });
});

describe('ending a session', () => {
  const end = (id: string | undefined, reason = 'The router hangs', by = staff) =>
    by.browser.post(`/api/staff/sessions/${id}/end`, { reason });

  it('sends its access server a Disconnect, once, audited and on the customer’s time line', async () => {
    await starts(ada, 'a1', { extra: box('AA:BB:CC:00:11:22', '100.64.0.9') });
    const [session] = await list();
    const answers = await Promise.all([end(session?.id), end(session?.id), end(session?.id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await rows('select kind, reason, nas, session_id, framed_address, state from radius_actions')).toEqual([
      {
        kind: 'disconnect',
        reason: 'asked-by-staff',
        nas: '10.0.0.1',
        session_id: 'a1',
        framed_address: '100.64.0.9',
        state: 'waiting',
      },
    ]);
    expect((await list())[0]?.ending).toBe(true);
    const audit = (await staff.browser.get(`/api/staff/audit?subject=customer:${ada.id}`)).json();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      action: 'network.end-session',
      after: { session: 'a1', reason: 'The router hangs' },
    });
    const timeline = (await staff.browser.get(`/api/staff/customers/${ada.id}/timeline`)).json();
    const told = timeline.map(({ kind, what }: { kind: string; what: string }) => `${kind} ${what}`);
    expect(told).toEqual(expect.arrayContaining(['network disconnect', 'change network.end-session']));
  });

  it('tells the operator’s programs', async () => {
    await rows(
      `insert into webhook_endpoints (url, events, encrypted_secret, created_by, created_at)
       values ('https://noc.example/', $1, 'x', $2, now())`,
      [webhookEventTypes, staff.id],
    );
    await starts(ada, 'a1');
    await end((await list())[0]?.id);
    const [told] = await rows("select body from webhook_deliveries where event = 'session.ended-by-staff'");
    expect(JSON.parse(told.body).data).toMatchObject({
      customerId: ada.id,
      login: ada.login,
      sessionId: 'a1',
      reason: 'The router hangs',
    });
    await rows('delete from webhook_deliveries');
    await rows('delete from webhook_endpoints');
  });

  it('is refused for one that has ended, for nonsense, without a reason, and for one’s own line', async () => {
    await starts(ada, 'a1');
    const [session] = await list();
    await says({ status: 'Stop', username: ada.login, sessionId: 'a1', seconds: 5 });
    for (const id of [session?.id, 'nonsense', '1.0123456789abcdef'])
      expect((await end(id)).json().code).toBe('network-session.ended');
    await starts(ada, 'a2');
    const [open] = await list();
    expect((await end(open?.id, ' ')).statusCode).toBe(422);
    await rows("insert into account_people (account_id, user_id, role) values ($1, $2, 'owner')", [ada.id, staff.id]);
    const own = await end(open?.id);
    expect([own.statusCode, own.json().code]).toEqual([409, 'customer.own-account']);
    expect(await rows('select from radius_actions')).toEqual([]);
  });

  it('needs its own permission', async () => {
    await starts(ada, 'a1');
    const [session] = await list();
    const technician = await createStaff(portal, { firstName: 'Sani', lastName: 'Bello' }, 'technician');
    expect((await technician.browser.get('/api/staff/sessions')).statusCode).toBe(200);
    expect((await end(session?.id, 'A test of rights', technician)).statusCode).toBe(403);
  });
});

describe('all sessions of an access server', () => {
  const order = { nas: '10.0.0.7', perWave: 2, everySeconds: 60, reason: 'New firmware', dryRun: false };
  const ask = (more: object = {}) => staff.browser.post('/api/staff/sessions/waves', { ...order, ...more });
  const due = () =>
    rows('select extract(epoch from next_attempt_at - $1)::int as s, state from radius_actions order by 1, id', [now]);

  beforeEach(async () => {
    for (let each = 0; each < 5; each++) await starts(ada, `w${each}`, { nas: order.nas });
    await starts(bola, 'elsewhere', { nas: '10.0.0.8' });
    await starts('nobody@fibre', 'unknown', { nas: order.nas });
  });

  it('are ended in waves, after a preview that changes nothing', async () => {
    expect((await ask({ dryRun: true })).json()).toMatchObject({ sessions: 5, waves: 3, seconds: 120, wave: null });
    expect(await due()).toEqual([]);
    const started = (await ask()).json();
    expect(started).toMatchObject({ sessions: 5, waves: 3, wave: { state: 'running', sent: 0, waiting: 5 } });
    expect((await due()).map(({ s }) => s)).toEqual([0, 0, 60, 60, 120]);
    const audit = (await staff.browser.get(`/api/staff/audit?subject=access-server:${order.nas}`)).json();
    expect(audit[0]).toMatchObject({ action: 'network.end-sessions', after: { sessions: 5, reason: 'New firmware' } });
  });

  it('are shown with its name, as its requests and open sessions are', async () => {
    await rows(
      `insert into access_servers (name, address, profile_id, coa_port, encrypted_secret, client_changed_at, created_at, updated_at)
       select 'bng-7', $1, id, 3799, '', now(), now(), now() from vendor_profiles where built_in = 'mikrotik'`,
      [order.nas],
    );
    const known = { accessServer: { address: order.nas, name: 'bng-7' } };
    expect((await ask()).json().wave).toMatchObject(known);
    expect((await staff.browser.get('/api/staff/sessions/waves')).json()).toMatchObject([known]);
    const ofLine = { nas: order.nas, nasName: 'bng-7' };
    expect((await staff.browser.get('/api/staff/radius-actions?limit=1')).json()).toMatchObject([ofLine]);
    const { online } = (await staff.browser.get(`/api/staff/customers/${ada.id}/line`)).json();
    expect(online[0]).toMatchObject(ofLine);
    await rows("update access_servers set retired_at = now() where name = 'bng-7'");
    expect((await staff.browser.get('/api/staff/sessions/waves')).json()).toMatchObject([
      { accessServer: { address: order.nas, name: null } },
    ]);
  });

  it('are never ended twice at once, whoever asks', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(await due()).toHaveLength(5);
    await starts(ada, 'came later', { nas: order.nas });
    expect((await ask()).json().code).toBe('session-wave.running');
    await rows("update radius_actions set state = 'done', next_attempt_at = null");
    expect((await staff.browser.get('/api/staff/sessions/waves')).json()).toMatchObject([{ state: 'done', sent: 5 }]);
    expect((await ask()).json()).toMatchObject({ wave: { state: 'running' } });
  });

  it('stay open from the moment somebody stops it', async () => {
    const { wave } = (await ask()).json();
    await rows("update radius_actions set state = 'done', next_attempt_at = null where next_attempt_at = $1", [now]);
    const stop = () => staff.browser.post(`/api/staff/sessions/waves/${wave.id}/stop`, {});
    expect((await stop()).json()).toMatchObject({ wave: { state: 'stopped', sessions: 5, sent: 2, waiting: 0 } });
    expect((await due()).map(({ state }) => state).toSorted()).toEqual([
      'done',
      'done',
      'superseded',
      'superseded',
      'superseded',
    ]);
    expect((await stop()).json().code).toBe('session-wave.over');
    const unknown = await staff.browser.post('/api/staff/sessions/waves/none/stop', {});
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'session-wave.not-found']);
  });

  it.each([
    [{ nas: '10.9.9.9' }, 409, 'session-wave.nobody'],
    [{ perWave: 1, everySeconds: 3600 }, 200, undefined],
    [{ perWave: 0 }, 422, 'request.invalid'],
    [{ everySeconds: 1 }, 422, 'request.invalid'],
    [{ nas: '' }, 422, 'request.invalid'],
    [{ reason: '' }, 422, 'request.invalid'],
  ])('%o are answered with %i', async (more, status, code) => {
    const answer = await ask({ ...more, dryRun: true });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('go on when the plan of a line changes meanwhile', async () => {
    await ask();
    await rows(
      `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee)
       select $1, id, 'active', now(), 1, price from service_plans where name = 'Premium Fiber 100Mbps'`,
      [ada.id],
    );
    await staff.browser.post(`/api/staff/customers/${ada.id}/line/sync`, { reason: 'Another plan' });
    const kinds = await rows(
      "select kind, count(*)::int as count from radius_actions where state = 'waiting' group by 1 order by 1",
    );
    expect(kinds).toEqual([
      { kind: 'change-speed', count: 5 },
      { kind: 'disconnect', count: 5 },
    ]);
  });
});
