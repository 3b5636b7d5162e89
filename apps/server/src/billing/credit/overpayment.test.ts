import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let customer: Customer;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
beforeEach(async () => {
  customer = await bed.createCustomer();
});
afterEach(async () => {
  bed.sandbox.clearFaults();
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

type Gateway = 'flutterwave' | 'quickteller';

/** ₦30,000 for what costs ₦25,000. */
async function payTooMuch(gateway: Gateway = 'quickteller'): Promise<string> {
  const reference = await bed.open(customer, gateway);
  const fault = { gateway, operation: 'verify', mode: 'other-amount', reference, amountKobo: 3_000_000 } as const;
  bed.sandbox.addFault(fault);
  bed.sandbox.decide(reference, 'approve');
  await bed.verify(customer, gateway, reference);
  await bed.quiet();
  return reference;
}
const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
const credit = async () => (await bed.call(customer, 'GET', '/api/user/credit')).body;
const refund = (reference: string) =>
  bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });

describe('who pays more than was due', () => {
  it.each<Gateway>(['flutterwave', 'quickteller'])(
    'through %s gets the month, and the rest as credit, line by line',
    async (gateway) => {
      const reference = await payTooMuch(gateway);
      expect((await bed.call(customer, 'GET', '/api/user/subscription')).body.status).toBe('active');
      expect(await credit()).toMatchObject({
        balance: 5000,
        entries: [{ label: 'Paid more than was due', amount: 5000, balanceAfter: 5000, reference }],
      });
      const told = await page(reference);
      expect(told).toMatchObject({ status: 'successful', amount: 25_000, received: 30_000 });
      const receipt = (await bed.call(customer, 'GET', `/api/user/receipts/${told.receiptNumber}`)).body;
      expect(receipt).toMatchObject({
        total: 30_000,
        vatIncluded: 1744.19,
        lines: [{ amount: 25_000 }, { amount: 5000 }],
      });
      const [invoice] = (await bed.call(customer, 'GET', '/api/user/invoices')).body;
      expect(invoice).toMatchObject({ status: 'paid', total: 25_000 });
      const notices = await bed.rows('select kind from notices where user_id = $1', [customer.id]);
      expect(notices).toContainEqual({ kind: 'payment-overpaid' });
    },
  );

  it('and asks for it all again gets it all, while the credit is there; it is held meanwhile', async () => {
    const reference = await payTooMuch();
    expect((await page(reference)).refundable).toMatchObject({ amount: 30_000 });
    expect((await refund(reference)).status).toBe(200);
    expect((await credit()).balance).toBe(0);
    await settleRefunds(bed);
    expect(await page(reference)).toMatchObject({ status: 'refunded' });
    expect((await credit()).balance).toBe(0);
  });

  it('and has spent the credit cannot have it refunded', async () => {
    const reference = await payTooMuch();
    await bed.pool.query('update credit_balances set balance = 0 where user_id = $1', [customer.id]);
    expect((await refund(reference)).body.code).toBe('refund.credit-spent');
    await bed.pool.query('update credit_balances set balance = 5000 where user_id = $1', [customer.id]);
  });

  it('for a line that has ended meanwhile has all of it as credit', async () => {
    const reference = await bed.open(customer, 'quickteller');
    await customer.browser.post('/api/user/subscription/cancellation', { reason: 'We are moving' });
    bed.sandbox.addFault({
      gateway: 'quickteller',
      operation: 'verify',
      mode: 'other-amount',
      reference,
      amountKobo: 3_000_000,
    });
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(customer, 'quickteller', reference);
    expect(await credit()).toMatchObject({ balance: 30_000, entries: [{ label: 'Payment that became credit' }] });
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body).toBeNull();
  });
});
