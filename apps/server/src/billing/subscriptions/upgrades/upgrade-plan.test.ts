import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../../testing/billing/renewal-testbed.ts';
import { settleRefunds } from '../../../testing/billing/settle-refunds.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let bed: RenewalTestbed;
let customer: Customer;
let cheap: { id: string; price: number };
let between: { id: string; price: number };
let dear: { id: string; price: number; name: string };
beforeAll(async () => {
  bed = await startRenewalTestbed();
  const plans = (await bed.call(null, 'GET', '/api/plans')).body;
  const byPrice = plans.toSorted((a: { price: number }, b: { price: number }) => a.price - b.price);
  cheap = byPrice[0];
  between = byPrice[3];
  dear = byPrice[5];
});
afterAll(() => bed.close());
beforeEach(async () => {
  customer = await bed.createCustomer();
  await bed.payMonth(customer, cheap.id);
});

const quote = async (planId = dear.id) => bed.call(customer, 'GET', `/api/user/upgrade-quote?plan=${planId}`);
const dueAt = async () => new Date((await bed.subscription(customer)).nextBillingDate);
const order = (amount: number) => ({ amount, email: customer.email, plan: dear.id, purpose: 'upgrade' });

async function upgrade(gateway: 'paystack' | 'flutterwave' = 'paystack', planId = dear.id) {
  const { body } = await quote(planId);
  const wanted = { ...order(body.total), plan: planId };
  const opened = await bed.call(customer, 'POST', `/api/payment/${gateway}/initialize`, wanted);
  const reference = opened.body.data.reference ?? opened.body.data.tx_ref;
  bed.sandbox.decide(reference, 'approve');
  await bed.verify(customer, gateway, reference);
  return { total: body.total as number, reference: reference as string };
}

describe('an upgrade within the month', () => {
  it('costs the difference for the days that are left, shown before, and changes nothing but the plan', async () => {
    const end = await dueAt();
    const days = Math.round((end.getTime() - bed.deps.clock().getTime()) / DAY_MS);
    await bed.live(10);
    const expected = Math.round(((dear.price - cheap.price) * 100 * (days - 10)) / days) / 100;
    expect((await quote()).body.total).toBe(expected);
    await upgrade();
    expect(await bed.subscription(customer)).toMatchObject({ planId: dear.id, monthlyFee: dear.price });
    expect(await dueAt()).toEqual(end);
    const [invoice] = (await bed.call(customer, 'GET', '/api/user/invoices')).body;
    expect(invoice).toMatchObject({ kind: 'upgrade', status: 'paid', total: expected, planName: dear.name });
  });

  it('is applied once, however often it is confirmed, and bought once by two payments', async () => {
    const { body } = await quote();
    const open = async (gateway: string) => {
      const { data } = (await bed.call(customer, 'POST', `/api/payment/${gateway}/initialize`, order(body.total))).body;
      return data.reference ?? data.tx_ref;
    };
    const [first, second] = [await open('paystack'), await open('flutterwave')];
    for (const reference of [first, second]) bed.sandbox.decide(reference, 'approve');
    await Promise.all([
      ...Array.from({ length: 5 }, () => bed.verify(customer, 'paystack', first)),
      ...Array.from({ length: 5 }, () => bed.verify(customer, 'flutterwave', second)),
    ]);
    expect((await bed.subscription(customer)).planId).toBe(dear.id);
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(body.total);
  });

  it('is not refunded once it is applied; a payment that came too late for it, and became credit, is', async () => {
    const staff = await bed.createStaff();
    const { body } = await quote();
    const { data } = (await bed.call(customer, 'POST', '/api/payment/flutterwave/initialize', order(body.total))).body;
    const { reference } = await upgrade();
    bed.sandbox.decide(data.tx_ref, 'approve');
    const late = await bed.verify(customer, 'flutterwave', data.tx_ref);
    expect(late.body.data).toMatchObject({ bought: 'credit' });
    const refund = (of: string) => bed.call(staff, 'POST', `/api/staff/payments/${of}/refund`, { reason: 'A mistake' });
    expect((await refund(reference)).body.code).toBe('refund.not-possible');
    expect((await refund(data.tx_ref)).status).toBe(200);
    await settleRefunds(bed);
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(0);
    expect(await bed.subscription(customer)).toMatchObject({ planId: dear.id });
  });

  it('ends when its payment is charged back, and the customer is notified', async () => {
    const staff = await bed.createStaff();
    const end = await dueAt();
    const { reference } = await upgrade('flutterwave');
    const told = async () =>
      (await bed.call(staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Letter of the bank' }))
        .status;
    expect([await told(), await told()]).toEqual([200, 409]);
    expect(await bed.subscription(customer)).toMatchObject({
      planId: cheap.id,
      monthlyFee: cheap.price,
      status: 'active',
    });
    expect(await dueAt()).toEqual(end);
    expect((await bed.noticesOf(customer)).at(-1)).toBe('payment-charged-back');
  });

  it('stays for the month when the first of two upgrades alone is charged back, as staff read, and ends with the second', async () => {
    const staff = await bed.createStaff();
    const chargeBack = async ({ reference }: { reference: string }) => {
      await bed.call(staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Letter of the bank' });
      const { events } = (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
      return events.find(({ kind }: { kind: string }) => kind === 'charged-back').details;
    };
    const first = await upgrade('flutterwave', between.id);
    const second = await upgrade('flutterwave');
    expect(await chargeBack(first)).toMatchObject({ serviceEnded: false, planStays: true });
    expect(await bed.subscription(customer)).toMatchObject({
      planId: dear.id,
      monthlyFee: dear.price,
      status: 'active',
    });
    expect((await bed.noticesOf(customer)).at(-1)).toBe('payment-taken-back');
    const later = await chargeBack(second);
    expect(later).toMatchObject({ serviceEnded: true });
    expect(later).not.toHaveProperty('planStays');
    expect(await bed.subscription(customer)).toMatchObject({
      planId: cheap.id,
      monthlyFee: cheap.price,
      status: 'active',
    });
  });

  it('returns to the first of two upgrades when the second is charged back', async () => {
    const staff = await bed.createStaff();
    await upgrade('flutterwave', between.id);
    const { reference } = await upgrade('flutterwave');
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Letter of the bank' });
    expect(await bed.subscription(customer)).toMatchObject({ planId: between.id, monthlyFee: between.price });
  });

  it('is refused for a plan that costs no more, the same one, a month paid ahead, or a suspended subscription', async () => {
    expect((await quote(cheap.id)).body.code).toBe('subscription.same-plan');
    await upgrade();
    expect((await quote(cheap.id)).body.code).toBe('subscription.not-dearer');
    await bed.payMonth(customer, dear.id);
    expect((await quote(cheap.id)).body.code).toBe('subscription.paid-ahead');
    await bed.call(customer, 'POST', '/api/user/subscription/pause', { days: 7 });
    expect((await quote(cheap.id)).body.code).toBe('subscription.not-running');
  });
});

describe('a month paid ahead that was refunded', () => {
  const monthsPaid = async () => {
    const paid = await bed.rows(
      "select reference from payments where user_id = $1 and status = 'successful' order by period_number",
      [customer.id],
    );
    return paid.map(({ reference }) => String(reference));
  };
  const refund = async (reference: string | undefined) => {
    const staff = await bed.createStaff();
    const answer = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'A mistake' });
    await settleRefunds(bed);
    return answer;
  };

  it('does not prevent the refund of the month before it', async () => {
    await bed.payMonth(customer, cheap.id);
    const [first, second] = await monthsPaid();
    expect((await refund(first)).body.code).toBe('refund.later-month-paid');
    expect((await refund(second)).status).toBe(200);
    expect(await bed.subscription(customer)).toMatchObject({ status: 'active' });
    expect((await refund(first)).status).toBe(200);
    expect(await bed.subscription(customer)).toMatchObject({ status: 'suspended' });
  });

  it('changes no plan, and allows another upgrade at once', async () => {
    const end = await dueAt();
    await bed.payMonth(customer, dear.id);
    expect(await bed.subscription(customer)).toMatchObject({ scheduledPlanId: dear.id });
    expect((await quote()).body.code).toBe('subscription.paid-ahead');
    await refund((await monthsPaid())[1]);
    expect(await bed.subscription(customer)).toMatchObject({ planId: cheap.id, scheduledPlanId: null });
    expect(Math.abs((await dueAt()).getTime() - end.getTime())).toBeLessThan(10);
    await upgrade();
    expect(await bed.subscription(customer)).toMatchObject({ planId: dear.id, monthlyFee: dear.price });
  });

  it('leaves the plan that was chosen for the month after it', async () => {
    await bed.payMonth(customer, dear.id);
    const plans = (await bed.call(null, 'GET', '/api/plans')).body as { id: string }[];
    const third = plans.find(({ id }) => id !== dear.id && id !== cheap.id)?.id;
    await bed.call(customer, 'POST', '/api/user/subscribe', { planId: third });
    await refund((await monthsPaid())[1]);
    expect(await bed.subscription(customer)).toMatchObject({ planId: cheap.id, scheduledPlanId: third });
  });
});

it('upgrades keep the ledger consistent', async () => {
  expect(await bed.violations()).toEqual([]);
});
