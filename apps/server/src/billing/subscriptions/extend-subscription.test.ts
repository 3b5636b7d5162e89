import { randomUUID } from 'node:crypto';
import { lagosDay } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { applyScheduledPlans } from '../renewals/apply-scheduled-plans.ts';
import { ensureSubscription } from './ensure-subscription.ts';
import { extendSubscription } from './extend-subscription.ts';
import { findSubscription } from './find-subscription.ts';

const PRICE = toKobo(2_000_000);
const OTHER_PRICE = toKobo(3_500_000);

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
const silent = () => ({ database: portal.database, notify: async () => {}, publish: async () => {} });
let planId: string;
let otherPlanId: string;
let userId: number;

beforeAll(async () => {
  portal = await startTestPortal();
  const plans = (await portal.browser().get('/api/plans')).json();
  planId = plans[0].id;
  otherPlanId = plans[1].id;
});
afterAll(() => portal.close());
beforeEach(async () => {
  userId = (await portal.browser().register()).json().user.id;
});

/** The event's handlers are tested in their own contexts. */
const publish = async () => {};

const ensure = (now: Date, id = planId) =>
  portal.database.transaction((tx) => ensureSubscription(tx, { lineId: userId, plan: { id, priceKobo: PRICE }, now }));

type Bought = { now: Date; id?: string; periodNumber?: number };

/** Pays for the next period, or the given one. */
async function pay({ now, id = planId, periodNumber }: Bought) {
  const subscription = await ensure(now, id);
  return portal.database.transaction((tx) =>
    extendSubscription({ publish }, tx, {
      subscriptionId: subscription.subscriptionId,
      periodNumber: periodNumber ?? subscription.nextPeriodNumber,
      planId: id,
      monthlyFeeKobo: id === planId ? PRICE : OTHER_PRICE,
      paymentId: randomUUID(),
      now,
    }),
  );
}

const current = () => findSubscription(portal.database, userId);

async function suspend(): Promise<void> {
  await portal.pool.query("update user_subscriptions set status = 'suspended' where user_id = $1", [userId]);
}

describe('the subscription to pay for', () => {
  it('is one, however many payments are opened at once', async () => {
    const now = new Date('2026-01-31T10:00:00Z');
    const subscriptions = await Promise.all(
      Array.from({ length: 30 }, (_, index) => ensure(now, index % 2 ? planId : otherPlanId)),
    );
    expect(new Set(subscriptions.map((subscription) => subscription.subscriptionId)).size).toBe(1);
    expect(new Set(subscriptions.map((subscription) => subscription.nextPeriodNumber))).toEqual(new Set([1]));
  });

  it('moves with the plan while it awaits its first payment, and stays as it is afterwards', async () => {
    const now = new Date('2026-01-31T10:00:00Z');
    await ensure(now, otherPlanId);
    await ensure(now, planId);
    expect(await current()).toMatchObject({ planId, status: 'pending', startDate: null });
    await pay({ now });
    const paid = await current();
    expect(await ensure(now, otherPlanId)).toMatchObject({ nextPeriodNumber: 2 });
    expect(await current()).toEqual(paid);
  });
});

describe('a paid period', () => {
  it('starts at the first payment and comes back to the same day through short months', async () => {
    const ends: (string | undefined)[] = [];
    for (let month = 0; month < 4; month++) {
      ends.push((await pay({ now: new Date('2026-01-31T10:00:00Z') }))?.endsAt.toISOString());
    }
    expect(ends).toEqual([
      '2026-02-28T10:00:00.000Z',
      '2026-03-31T10:00:00.000Z',
      '2026-04-30T10:00:00.000Z',
      '2026-05-31T10:00:00.000Z',
    ]);
    expect(await current()).toMatchObject({
      status: 'active',
      startDate: '2026-01-31T10:00:00.000Z',
      nextBillingDate: '2026-05-31T10:00:00.000Z',
    });
  });

  it('is added once, whoever confirms the payment', async () => {
    const now = new Date('2026-01-10T10:00:00Z');
    await ensure(now);
    const given = await Promise.all(Array.from({ length: 20 }, () => pay({ now, periodNumber: 1 })));
    expect(given.filter((period) => period !== null)).toHaveLength(1);
    expect(await pay({ now, periodNumber: 5 })).toBeNull();
  });

  it('follows without a gap when it is paid a little late', async () => {
    await pay({ now: new Date('2026-01-10T10:00:00Z') });
    const late = await pay({ now: new Date('2026-02-13T08:00:00Z') });
    expect(late).toEqual({
      startsAt: new Date('2026-02-10T10:00:00Z'),
      endsAt: new Date('2026-03-10T10:00:00Z'),
      isBack: false,
      isOtherPlan: false,
    });
  });

  it('reactivates a suspended subscription at once and charges nothing for the suspended time', async () => {
    await pay({ now: new Date('2026-01-10T10:00:00Z') });
    await suspend();
    const now = new Date('2026-03-25T09:00:00Z');
    expect(await pay({ now })).toEqual({
      startsAt: now,
      endsAt: new Date('2026-04-25T09:00:00Z'),
      isBack: true,
      isOtherPlan: false,
    });
    expect(await current()).toMatchObject({ status: 'active', startDate: '2026-01-10T10:00:00.000Z' });
  });

  it('is refused by a cancelled subscription', async () => {
    const subscription = await ensure(new Date('2026-01-10T10:00:00Z'));
    await portal.pool.query("update user_subscriptions set status = 'cancelled' where user_id = $1", [userId]);
    const period = await portal.database.transaction((tx) =>
      extendSubscription({ publish }, tx, {
        subscriptionId: subscription.subscriptionId,
        periodNumber: 1,
        planId,
        monthlyFeeKobo: PRICE,
        paymentId: randomUUID(),
        now: new Date('2026-01-10T10:00:00Z'),
      }),
    );
    expect(period).toBeNull();
  });
});

describe('a period on another plan', () => {
  const first = new Date('2026-01-10T10:00:00Z');
  const begun = new Date('2026-02-10T10:00:00Z');

  it('is scheduled until it begins and is the plan from then on', async () => {
    await pay({ now: first });
    await pay({ now: new Date('2026-01-20T10:00:00Z'), id: otherPlanId });
    expect(await current()).toMatchObject({ planId, monthlyFee: 20_000, scheduledPlanId: otherPlanId });
    await applyScheduledPlans(silent(), new Date(begun.getTime() - 1));
    expect(await current()).toMatchObject({ planId, scheduledPlanId: otherPlanId });
    const counts = await Promise.all([1, 2, 3].map(() => applyScheduledPlans(silent(), begun)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await current()).toMatchObject({ planId: otherPlanId, monthlyFee: 35_000, scheduledPlanId: null });
  });

  it('leaves a later change scheduled', async () => {
    await pay({ now: first });
    await pay({ now: first, id: otherPlanId });
    await portal.pool.query('update user_subscriptions set scheduled_plan_id = $2 where user_id = $1', [
      userId,
      planId,
    ]);
    await applyScheduledPlans(silent(), begun);
    expect(await current()).toMatchObject({ planId: otherPlanId, scheduledPlanId: planId });
  });

  it('changes the plan at once when its time has begun already', async () => {
    await pay({ now: first });
    await pay({ now: new Date('2026-02-12T10:00:00Z'), id: otherPlanId });
    expect(await current()).toMatchObject({ planId: otherPlanId, monthlyFee: 35_000, scheduledPlanId: null });
  });

  it('leaves a change that is not paid for to its own payment', async () => {
    await pay({ now: first });
    await portal.pool.query('update user_subscriptions set scheduled_plan_id = $2 where user_id = $1', [
      userId,
      otherPlanId,
    ]);
    await pay({ now: begun });
    expect(await current()).toMatchObject({ planId, scheduledPlanId: otherPlanId });
    expect(await applyScheduledPlans(silent(), begun)).toBe(0);
  });
});

it('never sells the same time twice and always a whole month, whatever is paid when and however often there is a suspension', async () => {
  const event = fc.record({ days: fc.integer({ min: 0, max: 70 }), suspended: fc.boolean(), other: fc.boolean() });
  const start = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-12-31'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(start, fc.array(event, { minLength: 1, maxLength: 8 }), async (firstDay, events) => {
      userId = (await portal.browser().register()).json().user.id;
      let now = firstDay;
      for (const { days, suspended, other } of events) {
        now = new Date(now.getTime() + days * 86_400_000);
        if (suspended)
          await portal.pool.query(
            "update user_subscriptions set status = 'suspended' where user_id = $1 and status = 'active'",
            [userId],
          );
        expect(await pay({ now, id: other ? otherPlanId : planId })).not.toBeNull();
      }
      const { rows } = await portal.pool.query(
        `select p.*, s.next_renewal, s.anchor_day from subscription_periods p join user_subscriptions s on s.id = p.subscription_id
         where s.user_id = $1 order by p.period_number`,
        [userId],
      );
      expect(rows.map((row) => row.period_number)).toEqual(events.map((_, index) => index + 1));
      expect(rows.at(-1)?.ends_at).toEqual(rows[0]?.next_renewal);
      for (const [index, row] of rows.entries()) {
        const days = (row.ends_at.getTime() - row.starts_at.getTime()) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
        expect(row.starts_at.getTime()).toBeGreaterThanOrEqual(rows[index - 1]?.ends_at.getTime() ?? 0);
      }
      const { year, month, day } = lagosDay(rows[0]?.next_renewal);
      const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
      expect(day).toBe(Math.min(rows[0]?.anchor_day, lastDay));
    }),
    { numRuns: 40 },
  );
}, 60_000);
