import { lagosPeriod } from '@portal/kernel/calendar';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let now = new Date('2026-07-15T12:00:00Z');
let portal: TestPortal;
let browser: TestBrowser;
let userId: number;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date('2026-07-15T12:00:00Z');
  browser = portal.browser();
  userId = (await browser.register()).json().user.id;
});

const usage = async () => (await browser.get('/api/user/usage')).json();
const months = async () => (await browser.get('/api/user/usage/months')).json();

async function use(period: string, dataUsed: number | string, dataLimit: number | string | null): Promise<void> {
  await portal.pool.query(
    `insert into usage_data (user_id, period, data_used, data_limit, updated_at) values ($1, $2, $3, $4, $5)`,
    [userId, period, dataUsed, dataLimit, now],
  );
}

async function subscribe(planName: string, status: string): Promise<void> {
  await portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee)
     select $1, id, $3, now(), 1, price from service_plans where name = $2`,
    [userId, planName, status],
  );
}

describe('the usage of this month', () => {
  it('is marked as a sample while the account has none of its own', async () => {
    await subscribe('Home Max 150 Mbps', 'active');
    expect(await usage()).toEqual({
      dataUsed: 67.5,
      dataLimit: 100,
      period: '2026-07',
      updatedAt: null,
      sample: true,
      limited: null,
    });
    expect(await months()).toEqual([]);
  });

  it('is the customer’s own to the hundredth of a gigabyte', async () => {
    await use('2026-07', '1234567890.12', '1500000000.05');
    expect(await usage()).toEqual({
      dataUsed: 1_234_567_890.12,
      dataLimit: 1_500_000_000.05,
      period: '2026-07',
      updatedAt: now.toISOString(),
      sample: false,
      limited: null,
    });
  });

  it('starts at zero in a new month, with the allowance of the plan', async () => {
    await use('2026-06', '91.50', 80);
    await subscribe('Home 50 Mbps', 'active');
    expect(await usage()).toEqual({
      dataUsed: 0,
      dataLimit: 500,
      period: '2026-07',
      updatedAt: null,
      sample: false,
      limited: null,
    });
  });

  it.each([
    ['Home 50 Mbps', 'active', 500],
    ['Home 50 Mbps', 'suspended', 500],
    ['Home Max 150 Mbps', 'active', null],
    ['Home 50 Mbps', 'pending', 80],
    ['Home 50 Mbps', 'cancelled', 80],
  ])('has the allowance of %s (%s) where the month has none of its own: %s', async (plan, status, limit) => {
    await use('2026-06', 1, 80);
    await subscribe(plan, status);
    expect(await usage()).toMatchObject({ dataUsed: 0, dataLimit: limit });
  });

  it('has no limit where neither the month nor the plan has one', async () => {
    await use('2026-07', 5, null);
    expect(await usage()).toMatchObject({ dataUsed: 5, dataLimit: null });
  });

  it('is unlimited for the month in which the plan was unlimited, also on a smaller plan afterwards', async () => {
    await use('2026-07', 400, null);
    await subscribe('Home 50 Mbps', 'active');
    expect(await usage()).toMatchObject({ dataUsed: 400, dataLimit: null });
  });

  it('is never negative, and an allowance of zero is shown as zero', async () => {
    await use('2026-07', '-3.00', 0);
    expect(await usage()).toMatchObject({ dataUsed: 0, dataLimit: 0, sample: false });
  });

  it('is readable by the customer alone', async () => {
    await use('2026-07', 42, 100);
    const other = portal.browser();
    await other.register();
    expect((await other.get(`/api/user/usage?userId=${userId}`)).json()).toMatchObject({ sample: true });
  });

  it('belongs to the month of Lagos up to its last millisecond, whatever month UTC has', async () => {
    await use('2026-01', 11, 100);
    await use('2026-02', 22, 100);
    await use('2026-03', 33, 100);
    const borders = ['2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z'].map((iso) => Date.parse(iso));
    const aroundBorders = fc.tuple(fc.constantFrom(...borders), fc.integer({ min: -3_700_000, max: 3_700_000 }));
    await fc.assert(
      fc.asyncProperty(aroundBorders, async ([border, offset]) => {
        now = new Date(border + offset);
        const [beforeFirst, beforeSecond] = borders.map((moment) => now.getTime() < moment);
        const expected = beforeFirst ? 11 : beforeSecond ? 22 : 33;
        const { dataUsed, period } = await usage();
        expect({ dataUsed, period }).toEqual({ dataUsed: expected, period: lagosPeriod(now) });
      }),
      { numRuns: 60, examples: [[[borders[0] ?? 0, 0]], [[borders[0] ?? 0, -1]], [[borders[1] ?? 0, 0]]] },
    );
  });
});

describe('the usage of the months before', () => {
  it('is listed for the latest twelve that have any, oldest first, and not for months to come', async () => {
    for (let month = 1; month <= 12; month++) await use(`2025-${String(month).padStart(2, '0')}`, month, 100);
    await use('2026-07', 70, null);
    await use('2026-08', 80, 100);
    const listed: { period: string }[] = await months();
    expect(listed).toHaveLength(12);
    expect(listed[0]).toEqual({ period: '2025-02', dataUsed: 2, dataLimit: 100 });
    expect(listed.at(-1)).toEqual({ period: '2026-07', dataUsed: 70, dataLimit: null });
    expect(listed.map(({ period }) => period)).toEqual(listed.map(({ period }) => period).toSorted());
  });
});
