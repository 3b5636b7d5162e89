import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishInTests } from '../../testing/published-events.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';
import { syncAllAccess } from '../access/sync-access.ts';
import { accountingBody } from '../accounting/packet.factory.ts';
import { recordAllowance } from '../usage/record-allowance.ts';
import { liftPastLimits } from './apply-limits.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const GB = 1024 ** 3;
const SLOWER = { do: 'slower', down: 2, up: 1 } as const;
const STOP = { do: 'stop', down: null, up: null } as const;
type Rule = typeof SLOWER | typeof STOP | null;

let now: Date;
let portal: TestPortal;
/** Another instance on the same database. */
let other: TestPortal;
let staff: Staff;
let plans = 0;
beforeAll(async () => {
  now = new Date('2026-11-21T11:00:00Z');
  portal = await startTestPortal({ clock: () => now });
  other = await startTestPortal({ clock: () => now, database: portal.database });
  staff = await createStaff(portal);
});
afterAll(async () => {
  await other.close();
  await portal.close();
});

const publish = publishInTests();
const settle = () => syncAllAccess({ database: portal.database, recordAllowance, publish }, now);

async function createPlan(limitGb: number, rule: Rule, mbps = 50): Promise<string> {
  const { rows } = await portal.pool.query(
    `insert into service_plans (region, name, speed, download_mbps, data_limit_gb, price, type, features, position, at_limit, limit_download_mbps, limit_upload_mbps)
     values ('lagos', $1, '50 Mbps', $2, $3, 1500000, 'residential', '[]', 900, $4, $5, $6) returning id`,
    [`Limit ${plans++}`, mbps, limitGb, rule?.do ?? 'nothing', rule?.down ?? null, rule?.up ?? null],
  );
  return rows[0].id;
}

/** A line whose session is open, and what its packets and its access server say. */
async function startLine(planId: string) {
  const browser: TestBrowser = portal.browser();
  const lineId: number = (await browser.register()).json().user.id;
  await portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee) values ($1, $2, 'active', $3, 1, 1500000)`,
    [lineId, planId, new Date(now.getTime() + 3 * 365 * 86_400_000)],
  );
  await settle();
  const username = `line-${1000 + lineId}@fibre`;
  let bytes = 0;
  const post = (url: string, body: object, to = portal) =>
    to.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
      payload: JSON.stringify(body),
    });
  const say = async (gigabytes: number, { at = now, to = portal, session = 's' } = {}) => {
    const body = accountingBody({
      username,
      sessionId: `${session}${lineId}`,
      at,
      download: Math.round(gigabytes * GB),
      upload: 0,
    });
    expect((await post('/api/network/accounting', body, to)).statusCode).toBe(204);
  };
  return {
    browser,
    lineId,
    username,
    say,
    /** What the session has used since the packet before. */
    use: async (gigabytes: number, to = portal) => {
      bytes += gigabytes;
      await say(bytes, { to });
    },
    authorise: async () =>
      (await post('/api/network/authorize', { 'User-Name': { type: 'string', value: [username] } })).json(),
    usage: async () => (await browser.get('/api/user/usage')).json(),
    actions: async () =>
      (
        await portal.pool.query(
          `select kind, reason, download_mbps as down, upload_mbps as up, limited, state from radius_actions where user_id = $1 order by id`,
          [lineId],
        )
      ).rows,
    credit: async (gigabytes: number, clientRequestId: string = crypto.randomUUID()) =>
      staff.browser.post(`/api/staff/customers/${lineId}/data-credits`, {
        gigabytes,
        reason: 'An outage.',
        clientRequestId,
      }),
    moveTo: async (plan: string) => {
      await portal.pool.query('update user_subscriptions set plan_id = $2 where user_id = $1', [lineId, plan]);
      await settle();
    },
  };
}

beforeEach(() => {
  now = new Date('2026-11-21T11:00:00Z');
});

const slowerAction = {
  kind: 'change-speed',
  reason: 'limit-reached',
  down: 2,
  up: 1,
  limited: 'slower',
  state: 'waiting',
};
const LIMITED = { do: 'slower', downloadMbps: 2, uploadMbps: 1, until: '2026-11-30T23:00:00.000Z' };

describe('a line whose plan is slower at the limit', () => {
  it('is slowed once, by the packet that crosses, and authorised at that speed', async () => {
    const line = await startLine(await createPlan(100, SLOWER));
    await line.use(99.5);
    expect([await line.actions(), (await line.usage()).limited]).toEqual([[], null]);
    expect(await line.usage()).toMatchObject({ atLimit: { do: 'slower', downloadMbps: 2, uploadMbps: 1 } });
    await line.use(0.5);
    expect(await line.actions()).toEqual([slowerAction]);
    await line.use(20);
    await line.say(100);
    expect(await line.actions()).toHaveLength(1);
    expect((await line.usage()).limited).toEqual(LIMITED);
    expect(await line.authorise()).toMatchObject({
      'reply:Mikrotik-Rate-Limit': '1M/2M',
      'reply:WISPr-Bandwidth-Max-Down': 2_000_000,
      'reply:WISPr-Bandwidth-Max-Up': 1_000_000,
    });
  });

  it('is slowed once where two instances count packets of the crossing at the same moment', async () => {
    const line = await startLine(await createPlan(100, SLOWER));
    await line.use(99);
    await Promise.all([line.say(101), line.say(101.5, { to: other }), line.say(102), line.say(101, { to: other })]);
    expect(await line.actions()).toEqual([slowerAction]);
  });

  it('is at its speed again at once when staff add data, once for each request, and is slowed again at the new limit', async () => {
    const line = await startLine(await createPlan(100, SLOWER));
    await line.use(105);
    const request = crypto.randomUUID();
    expect((await line.credit(10, request)).statusCode).toBe(200);
    expect((await line.credit(10, request)).statusCode).toBe(200);
    expect((await line.credit(20, request)).json()).toMatchObject({ success: false });
    const lifted = {
      kind: 'change-speed',
      reason: 'limit-lifted',
      down: 50,
      up: null,
      limited: null,
      state: 'waiting',
    };
    expect(await line.actions()).toEqual([{ ...slowerAction, state: 'superseded' }, lifted]);
    expect(await line.usage()).toMatchObject({ dataLimit: 110, limited: null });
    expect(await line.authorise()).toMatchObject({ 'reply:Mikrotik-Rate-Limit': '50M/50M' });
    await line.use(5);
    expect((await line.actions()).at(-1)).toEqual(slowerAction);
  });

  it('stays slow where the data that are added are less than what was used beyond the limit', async () => {
    const line = await startLine(await createPlan(100, SLOWER));
    await line.use(130);
    await line.credit(20);
    expect(await line.actions()).toEqual([slowerAction]);
    expect((await line.usage()).limited).toEqual(LIMITED);
  });

  it('is at its speed again with an upgrade, in one change', async () => {
    const line = await startLine(await createPlan(100, SLOWER));
    await line.use(105);
    await line.moveTo(await createPlan(300, SLOWER, 80));
    expect((await line.actions()).slice(1)).toEqual([
      { kind: 'change-speed', reason: 'plan-changed', down: 80, up: null, limited: null, state: 'waiting' },
    ]);
  });

  it('is at its speed again at the turn of the month, whether it sends packets or not', async () => {
    const line = await startLine(await createPlan(100, SLOWER));
    await line.use(105);
    now = new Date('2026-11-30T23:00:01Z');
    await Promise.all([portal, other].map(({ database }) => liftPastLimits({ database, publish }, now)));
    expect((await line.actions()).slice(1)).toEqual([
      { kind: 'change-speed', reason: 'limit-lifted', down: 50, up: null, limited: null, state: 'waiting' },
    ]);
    expect(await line.authorise()).toMatchObject({ 'reply:Mikrotik-Rate-Limit': '50M/50M' });
  });

  it('is at its speed again where a late packet shows that it was used in the month before', async () => {
    now = new Date('2026-12-01T10:00:00Z');
    const line = await startLine(await createPlan(100, SLOWER));
    await line.say(10, { at: new Date('2026-11-30T20:00:00Z') });
    await line.say(115);
    expect(await line.actions()).toEqual([slowerAction]);
    await line.say(100, { at: new Date('2026-11-30T22:00:00Z') });
    expect((await line.actions()).at(-1)).toMatchObject({ reason: 'limit-lifted' });
    expect(await line.usage()).toMatchObject({ dataUsed: 15, limited: null });
  });

  it('follows what staff make of the plan', async () => {
    const plan = await createPlan(100, SLOWER);
    const line = await startLine(plan);
    await line.use(105);
    await portal.pool.query('update service_plans set limit_download_mbps = 5 where id = $1', [plan]);
    await settle();
    expect((await line.actions()).slice(1)).toEqual([{ ...slowerAction, down: 5 }]);
    await portal.pool.query(
      `update service_plans set at_limit = 'nothing', limit_download_mbps = null, limit_upload_mbps = null where id = $1`,
      [plan],
    );
    await settle();
    await settle();
    expect((await line.actions()).slice(2)).toEqual([
      { kind: 'change-speed', reason: 'limit-lifted', down: 50, up: null, limited: null, state: 'waiting' },
    ]);
  });
});

describe('a line whose plan stops at the limit', () => {
  it('keeps its session, which reaches the portal alone, and is reconnected when data are added', async () => {
    const line = await startLine(await createPlan(100, STOP));
    await line.use(100);
    expect(await line.actions()).toEqual([
      { kind: 'change-speed', reason: 'limit-reached', down: 50, up: null, limited: 'stop', state: 'waiting' },
    ]);
    expect((await line.usage()).limited).toEqual({ ...LIMITED, do: 'stop', downloadMbps: 0, uploadMbps: 0 });
    expect(await line.authorise()).toMatchObject({
      'reply:Mikrotik-Address-List': 'portal-only',
    });
    await line.credit(50);
    expect((await line.actions()).slice(1)).toEqual([
      { kind: 'disconnect', reason: 'limit-lifted', down: 50, up: null, limited: null, state: 'waiting' },
    ]);
    expect(await line.authorise()).not.toHaveProperty('reply:Mikrotik-Address-List');
  });
});

describe('a line whose plan does nothing at the limit', () => {
  it('goes on as before', async () => {
    const line = await startLine(await createPlan(100, null));
    await line.use(150);
    await line.use(10);
    expect(await line.actions()).toEqual([]);
    expect(await line.usage()).toMatchObject({ dataUsed: 160, limited: null });
    expect(await line.usage()).not.toHaveProperty('atLimit');
  });
});

describe('free hours of a plan', () => {
  it('are counted apart, by month and day, and reach no limit', async () => {
    const form = {
      region: 'lagos',
      name: 'Nights are free',
      downloadMbps: 50,
      dataLimitGb: 100,
      price: 15_000,
      type: 'residential',
      features: [],
      atLimit: { do: 'slower', downloadMbps: 2, uploadMbps: 1 },
      freeHours: { fromHour: 0, untilHour: 6 },
    };
    const { plan } = (await staff.browser.post('/api/staff/plans', form)).json();
    // Instances read the hours a moment after the change.
    const line = await vi.waitFor(async () => {
      const started = await startLine(plan.id);
      await started.say(1, { at: new Date('2026-11-20T23:30:00Z'), session: 'first' });
      expect((await started.usage()).freeHours.used).toBe(1);
      return started;
    });
    now = new Date('2026-11-20T22:30:00Z');
    await line.say(1);
    now = new Date('2026-11-21T03:00:00Z');
    await line.say(201);
    now = new Date('2026-11-21T11:00:00Z');
    await line.say(211);
    // A packet of the night that comes late, and again.
    const late = new Date('2026-11-21T04:30:00Z');
    await line.say(205, { at: late });
    await line.say(205, { at: late });
    expect(await line.usage()).toMatchObject({
      dataUsed: 7,
      limited: null,
      freeHours: { fromHour: 0, untilHour: 6, used: 205 },
    });
    expect((await line.browser.get('/api/user/usage/days')).json()).toEqual([
      { day: '2026-11-20', downloaded: 1, uploaded: 0 },
      { day: '2026-11-21', downloaded: 6, uploaded: 0, free: 205 },
    ]);
    expect((await line.actions()).filter(({ reason }) => reason.startsWith('limit'))).toEqual([]);
  });
});

describe('who reaches the limit', () => {
  it('is told what is in force, until when, and how to end it', async () => {
    const line = await startLine(await createPlan(100, SLOWER));
    const mails = async () =>
      (
        await portal.pool.query(
          `select subject, text from outbox_messages m join users u on u.email = m.recipient where u.id = $1 and subject like '%month’s data' order by m.id`,
          [line.lineId],
        )
      ).rows;
    await line.use(80);
    await line.use(20);
    expect(await mails()).toMatchObject([
      {
        text: expect.stringContaining(
          'Once all of it is used, your line runs at 2 Mbps down and 1 Mbps up until 1 December 2026.',
        ),
      },
      {
        subject: 'You have used all of this month’s data',
        text: expect.stringContaining(
          'Until 1 December 2026 your line runs at 2 Mbps down and 1 Mbps up. Adding data brings its full speed back at once.',
        ),
      },
    ]);
  });
});

describe('data that staff add', () => {
  it('are refused for a plan without a limit, and for nothing or too much', async () => {
    const line = await startLine(await createPlan(100, null));
    expect((await line.credit(0)).json().errors).toEqual({ gigabytes: 'Enter the data in GB' });
    expect((await line.credit(501)).json().errors).toEqual({ gigabytes: 'Add at most 500 GB at once' });
    await portal.pool.query(
      'update service_plans set data_limit_gb = null where id = (select plan_id from user_subscriptions where user_id = $1)',
      [line.lineId],
    );
    expect([(await line.credit(5)).statusCode, (await line.credit(5)).json().message]).toEqual([
      409,
      'This line has no paid plan with a monthly limit, so there is nothing to add data to.',
    ]);
  });
});

/** What an access server that does all it is told has in force for the one session of the line. */
type InForce = { readonly limited: string | null; readonly down: number; readonly up: number | null };

describe('any life of usage, added data, plans and months', () => {
  it('has in force at the access server what a simple model has, with one action for each change', async () => {
    const small = [
      await createPlan(10, SLOWER),
      await createPlan(20, { ...SLOWER, down: 2 }),
      await createPlan(15, STOP, 40),
      await createPlan(12, null),
    ];
    const rules = [SLOWER, SLOWER, STOP, null] as const;
    const limits = [10, 20, 15, 12];
    const speeds = [50, 50, 40, 50];
    const event = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ do: fc.constant('use' as const), gb: fc.integer({ min: 0, max: 8 }), at: fc.boolean() }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), gb: fc.integer({ min: 1, max: 12 }) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('plan' as const), plan: fc.integer({ min: 0, max: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('month' as const) }) },
    );
    // Sessions are stored in months that exist: three ahead.
    const life = fc
      .array(event, { minLength: 4, maxLength: 14 })
      .filter((events) => events.filter((one) => one.do === 'month').length <= 3);
    await fc.assert(
      fc.asyncProperty(life, async (events) => {
        now = new Date('2026-11-21T11:00:00Z');
        const line = await startLine(small[0] ?? '');
        await line.use(0);
        let [plan, used, added, limit] = [0, 0, 0, 10 as number | null];
        let inForce: InForce = { limited: null, down: 50, up: null };
        let seen = 0;
        for (const one of events) {
          now = new Date(now.getTime() + 60_000);
          if (one.do === 'use') {
            await line.use(one.gb, one.at ? other : portal);
            used += one.gb;
            limit ??= limits[plan] ?? 0;
          } else if (one.do === 'add') {
            await line.credit(one.gb);
            added += one.gb;
          } else if (one.do === 'plan') {
            await line.moveTo(small[one.plan] ?? '');
            if (one.plan !== plan && limit !== null) limit = Math.max(limit, limits[one.plan] ?? 0);
            plan = one.plan;
          } else {
            now = new Date(now.getTime() + 31 * 86_400_000);
            await liftPastLimits({ database: portal.database, publish }, now);
            [used, added, limit] = [0, 0, null];
          }
          const isReached = limit !== null && used >= limit + added;
          const rule = isReached ? (rules[plan] ?? null) : null;
          const wanted: InForce = {
            limited: rule?.do ?? null,
            down: rule?.down ?? speeds[plan] ?? 0,
            up: rule?.up ?? null,
          };
          const actions = (await line.actions()).slice(seen);
          seen += actions.length;
          // The session ends and comes back: while its Disconnect waits, nothing else is queued for it.
          await portal.pool.query(
            "update radius_actions set state = 'done' where user_id = $1 and state = 'waiting' and kind = 'disconnect'",
            [line.lineId],
          );
          const isChange = JSON.stringify(wanted) !== JSON.stringify(inForce);
          expect(actions.length, JSON.stringify(one)).toBe(isChange ? 1 : 0);
          for (const { kind, limited, down, up } of actions) {
            expect(kind).toBe(inForce.limited === 'stop' && limited !== 'stop' ? 'disconnect' : 'change-speed');
            inForce = { limited, down, up };
          }
          expect(inForce, JSON.stringify(one)).toEqual(wanted);
          expect((await line.usage()).limited?.do ?? null).toBe(wanted.limited);
        }
      }),
      { numRuns: process.env.FULL_TESTS === '1' ? 300 : 10 },
    );
  });
});
