import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../../testing/billing/renewal-testbed.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let bed: RenewalTestbed;
let customer: Customer;
beforeAll(async () => {
  bed = await startRenewalTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  customer = await bed.createCustomer();
  await bed.payMonth(customer);
});

const pause = (days: unknown) => customer.browser.post('/api/user/subscription/pause', { days });
const cancel = (reason = 'We are moving') => customer.browser.post('/api/user/subscription/cancellation', { reason });
const ending = async () => new Date((await bed.subscription(customer)).nextBillingDate).getTime();
const invoices = async () => (await bed.call(customer, 'GET', '/api/user/invoices')).body;

describe('a pause', () => {
  it('adds all its time to the paid time, to the moment, and the subscription resumes by itself', async () => {
    await bed.payMonth(customer);
    const before = await ending();
    const answer = (await pause(30)).json();
    expect(answer.subscription).toMatchObject({ status: 'suspended' });
    expect(await ending()).toBe(before + 30 * DAY_MS);
    await bed.live(29.9, 24);
    expect((await bed.subscription(customer)).status).toBe('suspended');
    await bed.live(0.2, 1);
    expect(await bed.subscription(customer)).toMatchObject({ status: 'active', pausedUntil: null });
    expect(await ending()).toBe(before + 30 * DAY_MS);
  });

  it('that ends early adds only the time it took', async () => {
    const before = await ending();
    await pause(30);
    await bed.live(10);
    const took = await customer.browser.delete('/api/user/subscription/pause');
    expect(took.json().subscription.status).toBe('active');
    const gainedDays = ((await ending()) - before) / DAY_MS;
    expect(gainedDays).toBeGreaterThan(10);
    expect(gainedDays).toBeLessThan(10.01);
    expect((await customer.browser.delete('/api/user/subscription/pause')).json().code).toBe('subscription.not-paused');
  });

  it('that is withdrawn at once leaves the anchor day on which the subscription renews', async () => {
    const february = new Date('2027-02-28T14:00:00Z');
    await bed.rows('update user_subscriptions set anchor_day = 31, next_renewal = $2 where user_id = $1', [
      customer.id,
      february,
    ]);
    await bed.rows(
      'update subscription_periods set ends_at = $2 where subscription_id = (select id from user_subscriptions where user_id = $1)',
      [customer.id, february],
    );
    await pause(30);
    bed.wait(60_000);
    await customer.browser.delete('/api/user/subscription/pause');
    await bed.payMonth(customer);
    expect(new Date(await ending()).toISOString().slice(0, 10)).toBe('2027-03-31');
  });

  it('is possible once a year, for 7 to 90 days, for an active subscription', async () => {
    for (const days of [6, 91, 7.5, '30', null]) expect((await pause(days)).statusCode).toBe(422);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pause(7)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await customer.browser.delete('/api/user/subscription/pause');
    expect((await pause(7)).json().code).toMatch(/paused-before/);
  });

  it('continues when a month is paid meanwhile, which comes after it', async () => {
    const before = await ending();
    await pause(30);
    await bed.payMonth(customer);
    expect((await bed.subscription(customer)).status).toBe('suspended');
    expect((await ending()) - before).toBeGreaterThan(57 * DAY_MS);
  });

  it('leaves the next paid month whole when the month that it interrupted is charged back', async () => {
    const [first] = await bed.rows(
      'select p.reference from payments p where p.user_id = $1 order by p.created_at limit 1',
      [customer.id],
    );
    await bed.payMonth(customer);
    await bed.live(1, 24);
    const { pausedUntil } = (await pause(60)).json().subscription;
    await bed.live(10, 24);
    bed.sandbox.dispute(String(first?.reference), 'resolve');
    await bed.quiet();
    const month = (await ending()) - Date.parse(pausedUntil);
    expect(month / DAY_MS).toBeGreaterThanOrEqual(28);
    expect(month / DAY_MS).toBeLessThanOrEqual(31);
    await bed.live(50.1, 24);
    expect(await bed.subscription(customer)).toMatchObject({ status: 'active', pausedUntil: null });
  });

  it('does not bring back the time of a month that was charged back, also when the clock is set back', async () => {
    const months = () =>
      bed.rows(
        `select p.reference, m.starts_at, m.ends_at from subscription_periods m join payments p on p.id = m.payment_id
         where p.user_id = $1 order by m.period_number`,
        [customer.id],
      );
    await bed.payMonth(customer);
    await bed.live(1, 24);
    bed.sandbox.dispute(String((await months())[0]?.reference), 'resolve');
    await bed.quiet();
    const [chargedBack, next] = await months();
    bed.wait(-3_600_000);
    await pause(30);
    const [same, later] = await months();
    expect(same).toEqual(chargedBack);
    expect(Number(later?.starts_at) - Number(next?.starts_at)).toBe(30 * DAY_MS);
  });
});

describe('an active subscription', () => {
  it('says until when it stays active without a payment, and is suspended from then', async () => {
    const { nextBillingDate, graceEndsAt } = await bed.subscription(customer);
    expect(Date.parse(graceEndsAt) - Date.parse(nextBillingDate)).toBe(bed.renewals.rules.graceDays * DAY_MS);
    await bed.live((Date.parse(graceEndsAt) - bed.deps.clock().getTime()) / DAY_MS - 0.1);
    expect(await bed.subscription(customer)).toMatchObject({ status: 'active', graceEndsAt });
    await bed.live(0.2, 1);
    expect(await bed.subscription(customer)).toMatchObject({ status: 'suspended', graceEndsAt: null });
  });
});

describe('a cancellation', () => {
  it('leaves the paid time, bills nothing more, and ends the subscription with it', async () => {
    const end = await ending();
    await bed.live((end - bed.deps.clock().getTime()) / DAY_MS - 5);
    expect((await invoices())[0].status).toBe('open');
    expect((await cancel()).json().subscription).toMatchObject({
      status: 'active',
      cancelsAt: new Date(end).toISOString(),
      cancelReason: 'We are moving',
      graceEndsAt: null,
    });
    expect((await invoices())[0].status).toBe('void');
    await bed.live(4.9);
    expect((await bed.subscription(customer)).status).toBe('active');
    await bed.live(0.2, 1);
    expect(await bed.subscription(customer)).toBeNull();
    expect(
      await bed.rows('select cancel_reason as reason from user_subscriptions where user_id = $1', [customer.id]),
    ).toEqual([{ reason: 'We are moving' }]);
  });

  it('can be withdrawn, and the month is invoiced again', async () => {
    await cancel();
    await customer.browser.delete('/api/user/subscription/cancellation');
    expect(await bed.subscription(customer)).toMatchObject({ cancelsAt: null, cancelReason: null });
    await bed.live(((await ending()) - bed.deps.clock().getTime()) / DAY_MS - 5);
    expect((await invoices())[0].status).toBe('open');
  });

  it('without paid time takes effect at once; money that arrives afterwards becomes credit', async () => {
    await bed.live(((await ending()) - bed.deps.clock().getTime()) / DAY_MS + 4);
    const late = await bed.open(customer, 'paystack');
    expect((await cancel()).json().subscription).toBeNull();
    bed.sandbox.decide(late, 'approve');
    await bed.verify(customer, 'paystack', late);
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(25_000);
    expect(await bed.subscription(customer)).toBeNull();
  });

  it('keeps the ledger consistent', async () => {
    expect(await bed.violations()).toEqual([]);
  });
});
