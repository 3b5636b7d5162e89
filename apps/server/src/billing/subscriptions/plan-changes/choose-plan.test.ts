import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { payMonth } from '../../../testing/billing/pay-month.ts';
import { sendAtOnce } from '../../../testing/send-at-once.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';

type Plan = { id: string; name: string; price: number };

const now = new Date('2026-03-10T12:00:00Z');

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
let home: Plan;
let office: Plan;
let third: Plan;
let browser: TestBrowser;
let userId: number;

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('missing');
  return value;
}

beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  const plans: Plan[] = (await portal.browser().get('/api/plans')).json();
  home = required(plans[0]);
  office = required(plans[7]);
  third = required(plans[8]);
});
afterAll(() => portal.close());
beforeEach(async () => {
  browser = portal.browser();
  userId = (await browser.register()).json().user.id;
});

const choose = (plan: { id: string }, extras: object = {}) =>
  browser.post('/api/user/subscription', { planId: plan.id, ...extras });
const change = (plan: { id: string }) => browser.post('/api/user/subscribe', { planId: plan.id });
const current = async () => (await browser.get('/api/user/subscription')).json();

const payFor = (plan: Plan) => payMonth(portal.database, { userId, plan, now });

describe('choosing a first plan', () => {
  it('creates a subscription that awaits payment, at the plan’s own price, whatever the page says', async () => {
    expect(await current()).toBeNull();
    const response = await choose(home, { planName: 'Free', price: 1, status: 'active', userId: 1, paidPeriods: 9 });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: 'Plan Selected Successfully!',
      subscription: {
        id: expect.any(String),
        planId: home.id,
        planName: home.name,
        status: 'pending',
        startDate: null,
        nextBillingDate: null,
        monthlyFee: home.price,
        scheduledPlanId: null,
        autoPay: false,
        pausedUntil: null,
        cancelsAt: null,
        cancelReason: null,
        graceEndsAt: null,
      },
    });
    expect(await current()).toEqual(response.json().subscription);
  });

  it('can be repeated and changed until it is paid', async () => {
    const { subscription } = (await choose(home)).json();
    expect((await choose(home)).json().subscription).toEqual(subscription);
    const moved = (await choose(office)).json().subscription;
    expect(moved).toEqual({ ...subscription, planId: office.id, planName: office.name, monthlyFee: office.price });
  });

  it('creates one subscription when thirty choices arrive at once', async () => {
    const plans = [home, office, third];
    const answers = await sendAtOnce(30, (index) => (index % 2 ? choose : change)(required(plans[index % 3])));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 30 }, () => 200));
    const { rows } = await portal.pool.query('select * from user_subscriptions where user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
    const fees = Object.fromEntries(plans.map((plan) => [plan.id, `${plan.price}.00`]));
    expect(rows[0]?.monthly_fee).toBe(fees[rows[0]?.plan_id]);
  });

  it.each([
    ['home-10mbps', 404],
    ['00000000-0000-4000-8000-000000000000', 404],
    ['', 422],
    ['\u0000', 422],
    [7, 422],
    [['x'], 422],
    [null, 422],
  ])('refuses the plan %j with %i', async (planId, status) => {
    const response = await browser.post('/api/user/subscription', { planId });
    expect(response.statusCode).toBe(status);
    expect(await current()).toBeNull();
  });

  it('refuses a plan that is no longer sold', async () => {
    await portal.pool.query('update service_plans set is_active = false where id = $1', [third.id]);
    expect((await choose(third)).json()).toMatchObject({ success: false, code: 'plan.not-found' });
    await portal.pool.query('update service_plans set is_active = true where id = $1', [third.id]);
  });
});

describe('changing an active plan', () => {
  beforeEach(() => payFor(home));

  it('waits for the next billing cycle', async () => {
    const before = await current();
    expect(before).toMatchObject({ status: 'active', planId: home.id });
    const response = await change(office);
    expect(response.json()).toMatchObject({ message: 'Your plan will change at the next billing cycle.' });
    expect(response.json().subscription).toEqual({ ...before, scheduledPlanId: office.id });
    expect((await choose(third)).json().subscription).toEqual({ ...before, scheduledPlanId: third.id });
  });

  it('is withdrawn by choosing the present plan, and the present plan alone is no change', async () => {
    const before = await current();
    await change(office);
    const withdrawn = await change(home);
    expect(withdrawn.json()).toMatchObject({ message: 'Plan updated', subscription: before });
    const same = await change(home);
    expect(same.statusCode).toBe(409);
    expect(same.json().message).toBe('You are already on this plan.');
  });

  it('is recorded once when thirty clicks arrive at once', async () => {
    const answers = await sendAtOnce(30, () => change(office));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(await current()).toMatchObject({ planId: home.id, scheduledPlanId: office.id });
  });

  it('does not reactivate a suspended subscription, and says that the next payment does', async () => {
    await portal.pool.query("update user_subscriptions set status = 'suspended' where user_id = $1", [userId]);
    const answer = (await change(office)).json();
    expect(answer.message).toBe('Your plan will change with your next payment.');
    expect(answer.subscription).toMatchObject({ status: 'suspended', planId: home.id, scheduledPlanId: office.id });
  });

  it('takes effect after a period that is paid ahead', async () => {
    await payFor(office);
    expect(await current()).toMatchObject({ planId: home.id, scheduledPlanId: office.id });
    expect((await change(home)).json().subscription).toMatchObject({ planId: home.id, scheduledPlanId: home.id });
    expect((await change(office)).json().subscription).toMatchObject({ planId: home.id, scheduledPlanId: office.id });
  });
});

it('starts anew after a cancelled subscription', async () => {
  await choose(home);
  await portal.pool.query("update user_subscriptions set status = 'cancelled' where user_id = $1", [userId]);
  expect(await current()).toBeNull();
  expect((await choose(office)).json().subscription).toMatchObject({ status: 'pending', planId: office.id });
});

it('is possible for the customer’s own subscription only', async () => {
  await choose(home);
  const other = portal.browser();
  await other.register();
  expect((await other.get(`/api/user/subscription?userId=${userId}`)).json()).toBeNull();
  await other.post('/api/user/subscription', { planId: office.id, userId, id: (await current()).id });
  expect(await current()).toMatchObject({ planId: home.id });
});
