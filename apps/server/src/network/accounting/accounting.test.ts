import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectPool, databaseOf } from '../../platform/database/connection.ts';
import { createStaff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';
import { openSocket } from '../../testing/test-socket.ts';
import { closeStaleSessions } from './close-stale-sessions.ts';
import { accountingBody, type Saying } from './packet.factory.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const GB = 1024 ** 3;
const NOON = new Date('2026-11-21T11:00:00Z');

let now = NOON;
let portal: TestPortal;
/** Another instance on the same database. */
let other: TestPortal;
let customer: TestBrowser;
let userId: number;
let login: string;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  other = await startTestPortal({ clock: () => now, database: portal.database });
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await other.close();
  await portal.close();
});
beforeEach(async () => {
  now = NOON;
  ({ browser: customer, userId, login } = await newLine());
});

async function newLine() {
  const browser = portal.browser();
  const { user } = (await browser.register()).json();
  const username = `line-${user.id}@fibre`;
  await portal.pool.query(
    `with plan as (select id, price from service_plans where name = 'Premium Fiber 100Mbps'),
     line as (insert into network_lines (user_id, username, access, download_mbps, changed_at) values ($1, $2, 'open', 100, now()))
     insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee) select $1, id, 'active', now() + interval '20 days', 1, price from plan`,
    [user.id, username],
  );
  return { browser, userId: user.id as number, login: username };
}

const send = (payload: string | Buffer, token: string | null = TEST_NETWORK_TOKEN, to = portal) =>
  to.app.inject({
    method: 'POST',
    url: '/api/network/accounting',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    payload,
  });

/** Sends a packet about a session of the customer, now unless it has a time. */
async function say(saying: Saying, to = portal): Promise<void> {
  const body = accountingBody({ username: login, sessionId: `${userId}`, at: now, ...saying });
  const response = await send(JSON.stringify(body), TEST_NETWORK_TOKEN, to);
  expect([response.statusCode, response.body]).toEqual([204, '']);
}

const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const usage = async (browser = customer) => (await browser.get('/api/user/usage')).json();
const days = async (period?: string) =>
  (await customer.get(`/api/user/usage/days${period ? `?period=${period}` : ''}`)).json();
const count = async (table: string): Promise<number> =>
  Number((await portal.pool.query(`select count(*) from ${table}`)).rows[0].count);

describe('usage from accounting packets', () => {
  it('is on the customer’s page, with the time of the last packet, by month and day', async () => {
    await say({ status: 'Start' });
    expect(await usage()).toEqual({
      dataUsed: 0,
      dataLimit: 100,
      period: '2026-11',
      sample: false,
      limited: null,
      updatedAt: NOON.toISOString(),
    });
    now = later(5);
    await say({ seconds: 300, download: 3 * GB, upload: GB / 2 });
    now = later(10);
    await say({ seconds: 600, download: 3 * GB, upload: GB / 2 });
    expect(await usage()).toMatchObject({ dataUsed: 3.5, updatedAt: later(10).toISOString() });
    expect(await days()).toEqual([{ day: '2026-11-21', downloaded: 3, uploaded: 0.5 }]);
    expect((await customer.get('/api/user/usage/months')).json()).toEqual([
      { period: '2026-11', dataUsed: 3.5, dataLimit: 100 },
    ]);
  });

  it('is shown to staff day by day as the customer sees it, and to no one else', async () => {
    await say({ status: 'Start' });
    await say({ seconds: 300, download: 3 * GB, upload: GB / 2 });
    const staff = await createStaff(portal);
    const address = `/api/staff/customers/${userId}/usage-days`;
    expect((await staff.browser.get(address)).json()).toEqual([{ day: '2026-11-21', downloaded: 3, uploaded: 0.5 }]);
    expect((await staff.browser.get(`${address}?period=2026-10`)).json()).toEqual([]);
    expect((await customer.get(address)).statusCode).toBe(403);
  });

  it('counts in the month in which it happened, however late the packet arrives', async () => {
    now = new Date('2026-12-02T09:00:00Z');
    const at = new Date('2026-11-30T22:55:00Z');
    const delaySeconds = (now.getTime() - at.getTime()) / 1000;
    await say({ at, delaySeconds, seconds: 3600, download: 2 * GB, upload: 0 });
    await say({ at: now, seconds: 3600 + delaySeconds, download: 5 * GB, upload: 0 });
    expect(await days('2026-11')).toEqual([{ day: '2026-11-30', downloaded: 2, uploaded: 0 }]);
    expect(await usage()).toMatchObject({ period: '2026-12', dataUsed: 3 });
  });

  it('adds up to the hundredth however many small steps it comes in', async () => {
    for (let step = 1; step <= 40; step++) {
      now = later(step);
      await say({ seconds: step * 60, download: step * 3_333_333, upload: step * 1_111_111 });
    }
    expect((await usage()).dataUsed).toBe(Math.round(((40 * 4_444_444) / GB) * 100) / 100);
  });

  it('is correct when two instances get every packet, repeated, at once and in any order', async () => {
    const lines = await Promise.all([newLine(), newLine(), newLine()]);
    const plans = fc.sample(
      fc.array(fc.array(fc.integer({ min: 0, max: 2 * GB }), { minLength: 1, maxLength: 12 }), {
        minLength: 3,
        maxLength: 3,
      }),
      { numRuns: 1, seed: 42 },
    )[0];
    now = later(60 * 24);
    const packets = lines.flatMap(({ login: username }, index) => {
      let download = 0;
      return (plans?.[index] ?? []).map((more, step) => {
        download += more;
        const at = new Date(NOON.getTime() + (step + 1) * 3_600_000);
        const delaySeconds = (now.getTime() - at.getTime()) / 1000;
        return { username, sessionId: username, at, delaySeconds, seconds: (step + 1) * 3600, download, upload: 7 };
      });
    });
    const order = fc.sample(
      fc.shuffledSubarray([...packets, ...packets, ...packets], { minLength: packets.length * 3 }),
      {
        numRuns: 1,
        seed: 7,
      },
    )[0];
    await Promise.all((order ?? []).map((packet, index) => say(packet, index % 2 ? other : portal)));
    for (const [index, line] of lines.entries()) {
      const total = (plans?.[index] ?? []).reduce((sum, more) => sum + more, 0) + 7;
      const { rows } = await portal.pool.query(
        `select (select sum(download_bytes + upload_bytes) from usage_days where user_id = $1) as days,
           (select sum(download_bytes + upload_bytes) from usage_data where user_id = $1) as months`,
        [line.userId],
      );
      expect(rows[0]).toEqual({ days: String(total), months: String(total) });
    }
  });

  it('is the same when one packet comes ten thousand times, to two instances, and none is refused', async () => {
    await say({ status: 'Start' });
    now = later(5);
    const packet = { username: login, sessionId: `${userId}`, at: now, seconds: 300, download: 3 * GB, upload: GB / 2 };
    const body = JSON.stringify(accountingBody(packet));
    const answers = new Map<number, number>();
    for (let round = 0; round < 10; round++) {
      const together = Array.from({ length: 1000 }, (_, index) =>
        send(body, TEST_NETWORK_TOKEN, index % 2 ? other : portal),
      );
      for (const { statusCode } of await Promise.all(together))
        answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    }
    expect([...answers]).toEqual([[204, 10_000]]);
    expect(await usage()).toMatchObject({ dataUsed: 3.5, updatedAt: later(5).toISOString() });
    expect(await days()).toEqual([{ day: '2026-11-21', downloaded: 3, uploaded: 0.5 }]);
    const { rows } = await portal.pool.query(
      'select download_bytes, upload_bytes from usage_sessions where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ download_bytes: String(3 * GB), upload_bytes: String(GB / 2) }]);
  });

  it('updates an open page, but not once for each packet', async () => {
    const socket = await openSocket(portal.app, '/ws/live', customer);
    const isUsageUpdate = (event: { what?: string }) => event.what === 'usage';
    for (let step = 1; step <= 30; step++) await say({ seconds: step * 300, download: step * GB, upload: 0 });
    await socket.until(isUsageUpdate);
    await vi.waitFor(() => expect(socket.events.filter(isUsageUpdate).length).toBeGreaterThan(1), 3000);
    expect((await usage()).dataUsed).toBe(30);
    expect(socket.events.filter(isUsageUpdate).length).toBeLessThan(5);
    socket.raw.terminate();
  });
});

describe('a session', () => {
  const open = async () => {
    const { rows } = await portal.pool.query(
      'select session_id from usage_sessions where user_id = $1 and ended_at is null',
      [userId],
    );
    return rows.map(({ session_id: id }) => id);
  };

  it('ends with its access server, whose packet names no login, and one that began since goes on', async () => {
    const nas = `10.9.${userId % 250}.1`;
    await say({ nas, sessionId: 'before', status: 'Start' });
    now = later(10);
    await say({ nas, sessionId: 'after', status: 'Start' });
    await say({ nas, username: null, sessionId: null, status: 'Accounting-On', at: later(5), delaySeconds: 300 });
    expect(await open()).toEqual(['after']);
    await say({ nas, username: null, sessionId: null, status: 8, at: later(5), delaySeconds: 300 });
    expect(await open()).toEqual(['after']);
  });

  it('that sends nothing ends, and goes on with its next packet, but not after a Stop', async () => {
    await say({ seconds: 300, download: GB, upload: 0 });
    now = later(17);
    await closeStaleSessions(portal.database, now);
    expect(await open()).toEqual([]);
    await say({ seconds: 300 + 17 * 60, download: 2 * GB, upload: 0 });
    expect(await open()).toHaveLength(1);
    now = later(18);
    await say({ status: 'Stop', seconds: 300 + 18 * 60, download: 2 * GB, upload: 0 });
    await say({ seconds: 300 + 18 * 60, download: 2 * GB, upload: 0 });
    expect(await open()).toEqual([]);
    expect((await usage()).dataUsed).toBe(2);
  });

  it('of an unknown login is stored, and counts for the customer who gets that login', async () => {
    await say({ username: 'Nobody@Fibre', sessionId: 'stray', seconds: 300, download: 5 * GB, upload: 0 });
    await portal.pool.query("update network_lines set username = 'nobody@fibre' where user_id = $1", [userId]);
    now = later(5);
    await say({ username: 'nobody@fibre', sessionId: 'stray', seconds: 600, download: 6 * GB, upload: 0 });
    expect((await usage()).dataUsed).toBe(1);
  });
});

describe('a packet that cannot be counted', () => {
  const strange: readonly (readonly [string, string | Buffer])[] = [
    ['nothing', ''],
    ['no JSON', '{"User-Name":'],
    ['bytes', Buffer.from([0, 255, 254, 0xc3, 0x28])],
    ['a list', '[]'],
    ['a number', '7'],
    ['no attributes', '{}'],
    ['prototype keys', '{"__proto__":{"type":"string","value":["x"]}}'],
    ['no status', JSON.stringify(accountingBody({ status: 'Failed' }))],
    ['a name of ours for a status', JSON.stringify(accountingBody({ status: 'toString', seconds: 60, download: GB }))],
    ['no session', JSON.stringify(accountingBody({ sessionId: null }))],
    [
      'a counter beyond 32 bits',
      JSON.stringify(accountingBody({ extra: { 'Acct-Input-Octets': { value: [2 ** 40] } } })),
    ],
    ['empty values', JSON.stringify(accountingBody({ extra: { 'Acct-Session-Id': { type: 'string', value: [] } } }))],
  ];

  it.each(strange)(
    '(%s) is acknowledged, so that it does not block others, and stored for staff',
    async (_name, payload) => {
      const before = await count('usage_sessions');
      expect((await send(payload)).statusCode).toBe(204);
      expect(await count('usage_sessions')).toBe(before);
      expect(await count('rejected_packets')).toBeGreaterThan(0);
    },
  );

  it('has the wrong clock of its access server shown to staff, and is counted by our clock', async () => {
    const admin = (await createStaff(portal)).browser;
    const wrong = async () =>
      (await admin.get('/api/staff/rejected-packets'))
        .json()
        .filter(({ reason, nas }: { reason: string; nas: string }) => reason === 'wrong-clock' && nas === '10.9.9.9');
    await say({ nas: '10.9.9.9', sessionId: 'late', at: later(-11 * 60), seconds: 60, download: GB, upload: 0 });
    expect(await wrong()).toEqual([]);
    await say({ nas: '10.9.9.9', sessionId: 'wrong', at: later(-25 * 60), seconds: 60, download: GB, upload: 0 });
    expect(await wrong()).toMatchObject([{ username: '', packets: 1, lastAt: now.toISOString() }]);
    expect((await usage()).dataUsed).toBe(2);
  });

  it('is one row per kind, however often it arrives', async () => {
    const body = JSON.stringify(accountingBody({ sessionId: null, username: login }));
    await Promise.all(Array.from({ length: 200 }, () => send(body)));
    const { rows } = await portal.pool.query('select packets from rejected_packets where username = $1', [login]);
    expect(rows).toEqual([{ packets: '200' }]);
  });

  it('causes no server error, whatever it contains', async () => {
    const names = Object.keys(accountingBody({ download: 1, upload: 1, seconds: 1, at: NOON, uniqueId: 'x' }));
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double(),
      fc.maxSafeInteger(),
      fc.constantFrom(
        '\0',
        '\ud800',
        'Start',
        'Stop',
        '99999999999999999999',
        '-1',
        'Nov 31 2026 25:61:00 WAT',
        null,
        {},
        [],
      ),
    );
    const attribute = fc.oneof(
      fc.record({ type: fc.constantFrom('string', 'integer'), value: fc.array(value, { maxLength: 3 }) }),
      value,
    );
    const body = fc.record(Object.fromEntries(names.map((name) => [name, attribute])), { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (odd, isWhole) => {
        const whole = isWhole ? accountingBody({ username: login, sessionId: 'odd' }) : {};
        expect((await send(JSON.stringify({ ...whole, ...odd }))).statusCode).toBe(204);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the token of the network', () => {
  it('is the only one accepted, and none is where none is configured', async () => {
    const body = JSON.stringify(accountingBody({ username: login }));
    for (const token of [null, '', 'wrong', `${TEST_NETWORK_TOKEN}x`]) {
      const refused = await send(body, token);
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'network.bad-token']);
    }
    const shut = await startTestPortal({ networkTokens: [] });
    expect((await send(body, TEST_NETWORK_TOKEN, shut)).statusCode).toBe(401);
    expect((await send(body, '', shut)).statusCode).toBe(401);
    await shut.close();
  });

  it('gets 503 while the database is unavailable, so that the packet is sent again and counted', async () => {
    const nowhere = connectPool({ host: '127.0.0.1', port: 1 }, () => {});
    const broken = await startTestPortal({ clock: () => now, database: databaseOf(nowhere) });
    const body = JSON.stringify(accountingBody({ username: login }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body, TEST_NETWORK_TOKEN, broken)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    await broken.close();
    await nowhere.end();
  });
});
