import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { payMonth } from '../../../testing/billing/pay-month.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';

type Plan = { readonly id: string; readonly price: number };

const now = new Date('2026-03-10T12:00:00Z');

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
let home: Plan;
let office: Plan;
let browser: TestBrowser;
let userId: number;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  const plans: Plan[] = (await portal.browser().get('/api/plans')).json();
  const [first, second] = plans;
  if (!first || !second) throw new Error('no plans');
  [home, office] = [first, second];
});
afterAll(() => portal.close());
beforeEach(async () => {
  browser = portal.browser();
  userId = (await browser.register()).json().user.id;
});

const withdraw = (by = browser) => by.delete('/api/user/subscription/scheduled-plan');
const change = (plan: Plan) => browser.post('/api/user/subscribe', { planId: plan.id });
const current = async () => (await browser.get('/api/user/subscription')).json();

const payFor = (plan: Plan) => payMonth(portal.database, { userId, plan, now });

describe('withdrawing a plan change', () => {
  it('leaves the subscription as it was before, and can be repeated', async () => {
    await payFor(home);
    const before = await current();
    await change(office);
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw()));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        success: true,
        message: 'You stay on your present plan.',
        subscription: before,
      });
    }
    expect(await current()).toEqual(before);
    expect((await change(office)).json().subscription).toMatchObject({ scheduledPlanId: office.id });
  });

  it('works for a suspended subscription, which stays suspended', async () => {
    await payFor(home);
    await change(office);
    await portal.pool.query("update user_subscriptions set status = 'suspended' where user_id = $1", [userId]);
    expect((await withdraw()).json().subscription).toMatchObject({ status: 'suspended', scheduledPlanId: null });
  });

  it('is refused for a change whose month is paid for, and says so', async () => {
    await payFor(home);
    await payFor(office);
    await change(home);
    expect(await current()).toMatchObject({ planId: home.id, scheduledPlanId: home.id });
    const answer = (await withdraw()).json();
    expect(answer.subscription).toMatchObject({ planId: home.id, scheduledPlanId: office.id });
    expect(answer.message).toBe('The change that you have paid for will still take effect at the next billing cycle.');
  });

  it('changes nothing while the first payment is awaited', async () => {
    const chosen = (await change(home)).json().subscription;
    expect((await withdraw()).json().subscription).toEqual(chosen);
  });

  it('is refused without a subscription, and touches no other customer’s', async () => {
    await payFor(home);
    await change(office);
    const other = portal.browser();
    await other.register();
    const answer = await withdraw(other);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'subscription.none', message: 'Choose a plan first.' });
    expect(await current()).toMatchObject({ scheduledPlanId: office.id });
  });
});
