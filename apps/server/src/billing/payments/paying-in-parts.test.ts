import { type Kobo, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** Below the month of ₦25,000; Flutterwave takes a little more, Quickteller anything. */
const LARGEST: Readonly<Record<string, Kobo>> = { paystack: toKobo(1_000_000), flutterwave: toKobo(1_200_000) };

let bed: PaymentTestbed;
let strict: PaymentTestbed;
let staff: Customer;
let customer: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed({ wrap: (gateway) => ({ ...gateway, largestKobo: LARGEST[gateway.id] }) });
  strict = await startPaymentTestbed({ wrap: (gateway) => ({ ...gateway, largestKobo: toKobo(1_000_000) }) });
  staff = await bed.createStaff();
});
afterAll(() => Promise.all([bed.close(), strict.close()]));
beforeEach(async () => {
  customer = await bed.createCustomer();
});

const initialize = (amount: number, change: object = {}, gateway = 'paystack') =>
  bed.call(customer, 'POST', `/api/payment/${gateway}/initialize`, {
    amount,
    email: customer.email,
    plan: bed.planId,
    ...change,
  });

async function settle(reference: string): Promise<void> {
  bed.sandbox.decide(reference, 'approve');
  const verified = await bed.verify(customer, 'paystack', reference);
  expect(verified.body.status, JSON.stringify(verified.body)).toBe('success');
  await bed.quiet();
}

const due = async () =>
  (await bed.call(customer, 'GET', `/api/user/payment-quote?plan=${bed.planId}`)).body.total as number;

describe('a month that costs more than the gateway takes at once', () => {
  it('is refused whole, and paid in parts: each is credit, and the last one buys the month', async () => {
    expect((await bed.call(null, 'GET', '/api/payment/gateways')).body).toMatchObject([
      { id: 'paystack', largest: 10_000 },
      { id: 'flutterwave', largest: 12_000 },
      { id: 'quickteller' },
    ]);
    expect(await initialize(25_000)).toMatchObject({ status: 409, body: { code: 'payment.too-large' } });
    for (const left of [15_000, 5000]) {
      const part = await initialize(10_000, { part: true });
      expect(part.status, JSON.stringify(part.body)).toBe(200);
      await settle(part.body.data.reference);
      expect(await due()).toBe(left);
    }
    const [mail] = await bed.rows(
      "select text from outbox_messages where recipient = $1 and text like '%part of what%'",
      [customer.email],
    );
    expect(mail?.text).toContain('It is a part of what you owe, and is kept as your account credit.');
    await settle((await initialize(5000)).body.data.reference);
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body).toMatchObject({ status: 'active' });
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(0);
    expect(await bed.violations()).toEqual([]);
  });

  it('is paid whole at a gateway that takes it, and there in no parts', async () => {
    expect((await initialize(25_000, {}, 'quickteller')).status).toBe(200);
    const part = await initialize(10_000, { part: true }, 'quickteller');
    expect([part.status, part.body.code]).toEqual([409, 'payment.amount-changed']);
  });

  it('takes no part that is larger than the gateway takes, than what is due, or that is none', async () => {
    expect((await initialize(10_000.01, { part: true })).body.code).toBe('payment.too-large');
    for (const amount of [25_000, 30_000, 0, -1, 0.001]) {
      expect((await initialize(amount, { part: true })).body.code, `${amount}`).toBe('payment.amount-changed');
    }
  });
});

describe('a payment link', () => {
  const make = (where: PaymentTestbed, who: Customer, by: Customer, amount: number) =>
    where.call(by, 'POST', `/api/staff/customers/${who.id}/payment-links`, {
      amount,
      sendBy: 'screen',
      clientRequestId: `link-over-${Math.round(amount * 100)}-kobo`,
    });

  it('is paid only at a gateway that takes its sum', async () => {
    const { url } = (await make(bed, customer, staff, 11_000)).body;
    const pay = (gateway: string) =>
      bed.call(null, 'POST', '/api/payment-links/pay', { token: new URL(url).hash.slice(1), gateway, amount: 11_000 });
    expect(await pay('paystack')).toMatchObject({ status: 409, body: { code: 'payment.too-large' } });
    expect((await pay('flutterwave')).status).toBe(200);
  });

  it('is not made for more than any gateway takes', async () => {
    const [who, by] = [await strict.createCustomer(), await strict.createStaff()];
    const refused = await make(strict, who, by, nairaFromKobo(toKobo(1_000_001)));
    expect([refused.status, refused.body.code]).toEqual([409, 'payment-link.too-large']);
    expect((await make(strict, who, by, 10_000)).status).toBe(200);
  });
});
