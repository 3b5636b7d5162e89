import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';

let bed: PaymentTestbed;
let customer: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
beforeEach(async () => {
  bed.sandbox.clearFaults();
  customer = await bed.createCustomer();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;

describe.each(GATEWAYS)('a customer who pays at %s', (gateway) => {
  it('gets one period, one receipt and one mail when they verify', async () => {
    bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
    const reference = await bed.open(customer, gateway);
    expect((await bed.verify(customer, gateway, reference)).body).toMatchObject({ status: 'pending' });
    bed.sandbox.decide(reference, 'approve');
    const verified = await bed.verify(customer, gateway, reference);
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({
      status: 'success',
      data: { amount: 25_000, reference, receiptNumber: expect.stringMatching(/^RCT-\d{4}-\d{6}$/), bought: 'period' },
    });
    const { receiptNumber } = verified.body.data;
    const receipt = await bed.call(customer, 'GET', `/api/user/receipts/${receiptNumber}`);
    expect(receipt.body).toMatchObject({ total: 25_000, vatIncluded: 1744.19, reference, gateway, currency: 'NGN' });
    expect(receipt.body.periodEnd > receipt.body.periodStart).toBe(true);
    const mails = await bed.rows(
      "select subject from outbox_messages where recipient = $1 and message_key like 'receipt:%'",
      [customer.email],
    );
    expect(mails).toEqual([{ subject: `Receipt ${receiptNumber}: Premium Fiber 100Mbps` }]);
  });

  it('is connected by the webhook alone', async () => {
    const reference = await bed.open(customer, gateway);
    bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    const listed = await bed.call(customer, 'GET', '/api/user/payments');
    expect(listed.body).toMatchObject([{ reference, gateway, amount: 25_000, status: 'successful', currency: 'NGN' }]);
  });

  it('is connected by the poll alone', async () => {
    bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
    const reference = await bed.open(customer, gateway);
    bed.sandbox.decide(reference, 'approve');
    bed.wait(60_000);
    await bed.jobs.pollPendingPayments();
    const listed = await bed.call(customer, 'GET', '/api/user/payments');
    expect(listed.body).toMatchObject([{ reference, status: 'successful' }]);
  });
});
