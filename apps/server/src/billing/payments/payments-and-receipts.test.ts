import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { createPaymentJobs } from './payment.jobs.ts';

let bed: PaymentTestbed;

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

async function payMonths(who: Customer, months: number): Promise<string[]> {
  const references: string[] = [];
  for (let month = 0; month < months; month++) {
    const reference = await bed.open(who, 'paystack');
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(who, 'paystack', reference);
    references.unshift(reference);
  }
  return references;
}

describe('the list of payments', () => {
  it('shows the caller’s own, newest first, page by page, and nothing of cards or gateways’ own keys', async () => {
    const customer = await bed.createCustomer();
    const otherCustomer = await bed.createCustomer();
    const references = await payMonths(customer, 5);
    const [foreign = ''] = await payMonths(otherCustomer, 1);

    const page = async (query: string) => (await bed.call(customer, 'GET', `/api/user/payments${query}`)).body;
    const all = await page('');
    expect(all.map((payment: { reference: string }) => payment.reference)).toEqual(references);
    expect(Object.keys(all[0]).sort()).toEqual(
      [
        'amount',
        'automatic',
        'channel',
        'createdAt',
        'currency',
        'description',
        'gateway',
        'paidAt',
        'receiptNumber',
        'reference',
        'refundedOutside',
        'status',
      ].sort(),
    );
    const first = await page('?limit=2');
    const second = await page(`?limit=2&before=${first[1].reference}`);
    const third = await page(`?limit=2&before=${second[1].reference}`);
    expect([...first, ...second, ...third].map(({ reference }) => reference)).toEqual(references);
    expect(await page(`?before=${foreign}`)).toEqual([]);
    expect((await bed.call(customer, 'GET', '/api/user/payments?limit=0')).status).toBe(422);
    expect((await bed.call(customer, 'GET', '/api/user/payments?limit=101')).status).toBe(422);
    expect((await bed.call(null, 'GET', '/api/user/payments')).status).toBe(401);
  });
});

it('marks auto-pay charges, so that no customer is asked to finish one', async () => {
  const customer = await bed.createCustomer();
  const reference = await bed.open(customer, 'paystack');
  const marks = async () =>
    (await bed.call(customer, 'GET', '/api/user/payments')).body.map(
      ({ automatic }: { automatic: boolean }) => automatic,
    );
  expect(await marks()).toEqual([false]);
  await bed.rows('update payments set charge_attempt = 1 where reference = $1', [reference]);
  expect(await marks()).toEqual([true]);
  // A real one has a saved card and its consent, which the invariants require.
  await bed.rows('update payments set charge_attempt = null where reference = $1', [reference]);
});

describe('a receipt', () => {
  const recipients = async (who: Customer) =>
    bed.rows(
      "select m.recipient from outbox_messages m join receipts r on m.message_key = 'receipt:' || r.receipt_number where r.user_id = $1 order by r.receipt_number",
      [who.id],
    );

  it('goes to the address that was typed for the payment, as the form says; that of an automatic charge to the account’s', async () => {
    const customer = await bed.createCustomer();
    const typed = { ...customer, email: `accounts-${customer.email}` };
    const pay = async (by: Customer, automatic: boolean) => {
      const reference = await bed.open(by, 'paystack');
      await bed.rows('update payments set charge_attempt = $2 where reference = $1', [reference, automatic ? 1 : null]);
      bed.sandbox.decide(reference, 'approve');
      await bed.verify(by, 'paystack', reference);
      await bed.rows('update payments set charge_attempt = null where reference = $1', [reference]);
    };
    await pay(typed, false);
    expect(await recipients(customer)).toEqual([{ recipient: typed.email }]);
    await pay(typed, true);
    expect(await recipients(customer)).toEqual([{ recipient: typed.email }, { recipient: customer.email }]);
  });

  it('needs another attempt for another address', async () => {
    const customer = await bed.createCustomer();
    const first = await bed.open(customer, 'paystack');
    expect(await bed.open(customer, 'paystack')).toBe(first);
    expect(await bed.open({ ...customer, email: `other-${customer.email}` }, 'paystack')).not.toBe(first);
  });

  it('is found by its owner alone', async () => {
    const customer = await bed.createCustomer();
    const otherCustomer = await bed.createCustomer();
    await payMonths(customer, 1);
    const [{ receiptNumber }] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    expect((await bed.call(customer, 'GET', `/api/user/receipts/${receiptNumber}`)).status).toBe(200);
    const foreign = await bed.call(otherCustomer, 'GET', `/api/user/receipts/${receiptNumber}`);
    const missing = await bed.call(otherCustomer, 'GET', '/api/user/receipts/RCT-2026-999999');
    expect([foreign.status, foreign.body.code]).toEqual([404, 'receipt.not-found']);
    expect([missing.status, missing.body.code]).toEqual([404, 'receipt.not-found']);
  });

  it('stays as it was when the customer and the plan change later', async () => {
    const customer = await bed.createCustomer();
    await payMonths(customer, 1);
    const [{ receiptNumber }] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    const before = await bed.call(customer, 'GET', `/api/user/receipts/${receiptNumber}`);
    await bed.rows("update users set first_name = 'Another' where id = $1", [customer.id]);
    await bed.rows("update service_plans set name = 'Renamed' where id = $1", [bed.planId]);
    expect(await bed.call(customer, 'GET', `/api/user/receipts/${receiptNumber}`)).toEqual(before);
    await bed.rows("update service_plans set name = 'Premium Fiber 100Mbps' where id = $1", [bed.planId]);
  });

  it('is numbered without gaps, also when forty are issued at once and some payments fail half-way', async () => {
    const customers = await Promise.all(Array.from({ length: 40 }, () => bed.createCustomer()));
    const references = await Promise.all(customers.map((customer) => bed.open(customer, 'quickteller')));
    bed.sandbox.addFault({ gateway: 'quickteller', operation: 'webhook', mode: 'lose' });
    for (const reference of references) bed.sandbox.decide(reference, 'approve');
    let count = 0;
    const shaky = createPaymentJobs({
      ...bed.deps,
      queueEmail: async (...mail) => {
        count += 1;
        if (count % 3 === 0) throw new Error('the mail could not be written');
        await bed.deps.queueEmail(...mail);
      },
    });
    bed.wait(60_000);
    await shaky.pollPendingPayments('quickteller');
    bed.wait(3_600_000);
    await bed.jobs.pollPendingPayments();
    const paid = await bed.rows("select 1 from payments where reference = any($1) and status = 'successful'", [
      references,
    ]);
    expect(paid).toHaveLength(40);
  }, 60_000);
});

describe('an installation without gateways', () => {
  it('lists none; with gateways it lists them in their order with name and currency', async () => {
    const { body } = await bed.call(null, 'GET', '/api/payment/gateways');
    expect(body).toEqual([
      { id: 'paystack', name: 'Paystack', currency: 'NGN' },
      { id: 'flutterwave', name: 'Flutterwave', currency: 'NGN' },
      { id: 'quickteller', name: 'Quickteller', currency: 'NGN' },
    ]);
    const none = await startPaymentTestbed({ withoutGateways: true });
    expect((await none.call(null, 'GET', '/api/payment/gateways')).body).toEqual([]);
    const customer = await none.createCustomer();
    const answer = await none.call(customer, 'POST', '/api/payment/paystack/initialize', {
      amount: 25_000,
      email: customer.email,
      plan: none.planId,
    });
    expect(answer.status).toBe(404);
    expect(await none.jobs.pollPendingPayments()).toBe(0);
    await none.close();
  });
});
