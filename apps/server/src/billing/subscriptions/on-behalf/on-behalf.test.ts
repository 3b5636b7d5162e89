import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let dearer: { id: string; name: string; price: number };
beforeAll(async () => {
  bed = await startPaymentTestbed();
  const plans = (await bed.call(null, 'GET', '/api/plans')).body;
  dearer = plans.find(({ price }: { price: number }) => price > 25_000);
});
afterAll(() => bed.close());

let staff: Customer;
let customer: Customer;
beforeEach(async () => {
  [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
  await bed.pay(customer);
});

const change = (form: object, who = customer) =>
  bed.call(staff, 'POST', `/api/staff/customers/${who.id}/subscription-changes`, {
    reason: 'Asked by telephone',
    ...form,
  });
const own = async () => (await bed.call(customer, 'GET', '/api/user/subscription')).body;
const told = async () =>
  (await bed.rows('select kind from notices where user_id = $1 order by id', [customer.id])).map(({ kind }) => kind);
const audited = async () =>
  (
    await bed.rows('select action, actor_id from audit_records where subject = $1 order by id', [
      `customer:${customer.id}`,
    ])
  ).map(({ action, actor_id }) => ({ action, by: actor_id }));

describe('staff, for a customer who asks them,', () => {
  it('change the plan from the next bill as the customer’s own page does, tell them, and take it back', async () => {
    const { status, body } = await change({ change: 'plan', planId: dearer.id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.subscription).toEqual(await own());
    expect(await own()).toMatchObject({ scheduledPlanId: dearer.id, status: 'active' });
    expect(await told()).toContain('plan-change-coming');
    expect((await change({ change: 'stay' })).body.subscription).toMatchObject({ scheduledPlanId: null });
    expect(await told()).toContain('plan-kept');
    expect(await audited()).toEqual([
      { action: 'subscription.plan', by: staff.id },
      { action: 'subscription.stay', by: staff.id },
    ]);
  });

  it('change it at once for what the customer would pay, from credit', async () => {
    const quote = (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/upgrade-quote?plan=${dearer.id}`))
      .body;
    const ownQuote = (await bed.call(customer, 'GET', `/api/user/upgrade-quote?plan=${dearer.id}`)).body;
    expect(quote).toEqual(ownQuote);
    expect((await change({ change: 'upgrade', planId: dearer.id })).body.code).toBe('payment.credit-too-low');
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    const cash = { amount: quote.total, method: 'cash', clientRequestId: `upgrade-${customer.id}-cash` };
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, cash);
    expect((await change({ change: 'upgrade', planId: dearer.id })).body.subscription).toMatchObject({
      planId: dearer.id,
    });
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body).toMatchObject({ balance: 0 });
    // A second press within a minute is the same wish.
    expect((await change({ change: 'upgrade', planId: dearer.id })).status).toBe(200);
    expect(await bed.rows('select payment_id from plan_upgrades where to_plan_id = $1', [dearer.id])).toHaveLength(1);
    expect(await bed.violations()).toEqual([]);
  });

  it('pause and resume a line, once a year, and the paid time waits', async () => {
    const before = await own();
    expect((await change({ change: 'pause', days: 10 })).body.subscription).toMatchObject({ status: 'suspended' });
    expect((await change({ change: 'resume' })).body.subscription).toMatchObject({
      status: 'active',
      pausedUntil: null,
    });
    expect(Date.parse((await own()).nextBillingDate) - Date.parse(before.nextBillingDate)).toBeLessThan(60_000);
    expect((await change({ change: 'pause', days: 10 })).body.code).toBe('subscription.paused-before');
    expect(await told()).toEqual(expect.arrayContaining(['line-paused', 'line-resumed']));
    expect(await bed.violations()).toEqual([]);
  });

  it('cancel a line with the customer’s reason, and let it go on after all', async () => {
    expect((await change({ change: 'cancel', reason: 'Moves abroad' })).body.subscription).toMatchObject({
      cancelReason: 'Moves abroad',
      cancelsAt: expect.any(String),
    });
    expect((await change({ change: 'keep' })).body.subscription).toMatchObject({ cancelsAt: null });
    expect(await told()).toEqual(expect.arrayContaining(['line-ending', 'line-goes-on']));
  });

  it('are refused in clear words, and nothing is told or audited then', async () => {
    for (const form of [{ change: 'plan' }, { change: 'pause' }, { change: 'pause', days: 3 }, { change: 'x' }]) {
      expect((await change(form)).status, JSON.stringify(form)).toBe(422);
    }
    expect((await change({ change: 'cancel', reason: ' ' })).status).toBe(422);
    expect((await change({ change: 'plan', planId: bed.planId })).body.code).toBe('subscription.same-plan');
    expect((await change({ change: 'resume' })).body.code).toBe('subscription.not-paused');
    expect((await change({ change: 'pause', days: 7 }, await bed.createCustomer())).body.code).toBe(
      'subscription.none',
    );
    expect((await change({ change: 'keep', lineId: 2_000_000_000 })).body.code).toBe('line.not-found');
    expect(await audited()).toEqual([]);
  });
});
