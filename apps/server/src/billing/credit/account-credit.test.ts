import { toKobo } from '@portal/kernel/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseOf } from '../../platform/database/connection.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { interruptedPool } from '../../testing/pools/interrupted-pool.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { addCredit, postEntries } from '../ledger/ledger.repository.ts';
import { initializePayment } from '../payments/initialize-payment.ts';
import { payWithCredit } from './pay-with-credit.ts';

let bed: PaymentTestbed;
let customer: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
beforeEach(async () => {
  customer = await bed.createCustomer();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

async function quoteOf(who: Customer) {
  return (await bed.call(who, 'GET', `/api/user/payment-quote?plan=${bed.planId}`)).body;
}
async function balanceOf(who: Customer) {
  const [row] = await bed.rows('select balance from credit_balances where user_id = $1', [who.id]);
  return row?.balance ?? '0.00';
}
async function periodsOf(who: Customer) {
  const rows = await bed.rows(
    'select 1 from subscription_periods p join user_subscriptions s on s.id = p.subscription_id where s.user_id = $1',
    [who.id],
  );
  return rows.length;
}
/** As staff would give (or with a negative amount take back) credit, with its ledger entries. */
async function adjustCredit(who: Customer, kobo: number) {
  await bed.database.transaction(async (tx) => {
    const [payment] = await bed.rows('select id from payments where user_id = $1', [who.id]);
    await addCredit(tx, who.id, toKobo(kobo));
    await postEntries(tx, {
      transactionKey: `adjustment:${who.id}:${kobo}`,
      userId: who.id,
      paymentId: String(payment?.id),
      entries: [
        { account: 'revenue', amountKobo: toKobo(kobo) },
        { account: 'credit', amountKobo: toKobo(-kobo) },
      ],
      now: bed.deps.clock(),
    });
  });
}

describe('a friend’s first payment', () => {
  it('brings the referrer ₦2,000 once, which lowers their next bill', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    await bed.pay(friend, 'paystack', 20_000);
    expect(await balanceOf(customer)).toBe('2000.00');
    await bed.pay(friend, 'paystack', 25_000);
    expect(await balanceOf(customer)).toBe('2000.00');
    expect(await quoteOf(customer)).toMatchObject({
      total: 23_000,
      lines: [{ amount: 25_000 }, { label: 'Account credit', amount: -2_000 }],
    });
    const reference = await bed.pay(customer, 'flutterwave', 23_000);
    const { body: paid } = await bed.verify(customer, 'flutterwave', reference);
    expect(await balanceOf(customer)).toBe('0.00');
    const receipt = await bed.call(customer, 'GET', `/api/user/receipts/${paid.data.receiptNumber}`);
    expect(receipt.body).toMatchObject({ total: 23_000, vatIncluded: 1604.65 });
  });

  it('rewards nobody while it is not proved', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    await bed.open(friend, 'paystack', 20_000);
    expect(await balanceOf(customer)).toBe('0.00');
  });
});

describe('the first month’s price', () => {
  let friend: Customer;
  /** The first month is settled at the very moment when the next payment is being priced. */
  let deps: BillingDependencies;
  beforeEach(async () => {
    friend = await bed.createCustomer({ referredBy: customer });
    const reference = await bed.open(friend, 'paystack', 20_000);
    bed.sandbox.decide(reference, 'approve');
    const settleMeanwhile = async () => {
      let settled = false;
      void bed.verify(friend, 'paystack', reference).then(() => {
        settled = true;
      });
      // Who holds the subscription while pricing makes the settlement wait.
      await vi.waitUntil(async () => settled || (await bed.rows('select from pg_locks where not granted')).length > 0);
    };
    deps = {
      ...bed.deps,
      database: databaseOf(interruptedPool(bed.pool, /from "referrals"/, settleMeanwhile)),
    };
  });

  it('is not given for the second month, however close the two payments are', async () => {
    const order = {
      gatewayId: 'flutterwave',
      planId: bed.planId,
      purpose: 'period' as const,
      amountNaira: 20_000,
      email: friend.email,
    };
    await initializePayment(deps, { ...order, lineId: friend.id, payer: { id: friend.id, name: 'Bisi' } }).catch(
      () => null,
    );
    await bed.quiet();
    const [payment] = await bed.rows(
      "select period_number from payments where user_id = $1 and gateway = 'flutterwave'",
      [friend.id],
    );
    expect(payment?.period_number ?? 1).toBe(1);
  });

  it('is not given for a second month from credit either', async () => {
    await adjustCredit(friend, 20_000_00);
    const order = {
      userId: friend.id,
      lineId: friend.id,
      email: friend.email,
      planId: bed.planId,
      purpose: 'period' as const,
    };
    await payWithCredit(deps, { ...order, paidUntil: null }).catch(() => null);
    await bed.quiet();
    // The month cost 20,000 of credit, and the other 20,000 became credit: not two months for that
    // sum.
    expect(await periodsOf(friend)).toBe(1);
    expect(await balanceOf(friend)).toBe('20000.00');
  });
});

describe('two attempts for the same month', () => {
  it('that both succeed buy one month; the second sum is credit, with a receipt and a mail that say so', async () => {
    const first = await bed.open(customer, 'paystack');
    const second = await bed.open(customer, 'flutterwave');
    for (const reference of [first, second]) bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    expect(await periodsOf(customer)).toBe(1);
    expect(await balanceOf(customer)).toBe('25000.00');
    const { body: payments } = await bed.call(customer, 'GET', '/api/user/payments');
    const credited = payments.find(
      (payment: { description: string }) => payment.description === 'Added to your account credit',
    );
    const receipt = await bed.call(customer, 'GET', `/api/user/receipts/${credited.receiptNumber}`);
    expect(receipt.body).toMatchObject({
      total: 25_000,
      // Nothing is supplied for it yet.
      vatIncluded: 0,
      periodStart: null,
      periodEnd: null,
      lines: [{ label: 'Account credit', amount: 25_000 }],
    });
    const mails = await bed.rows(
      "select 1 from outbox_messages where recipient = $1 and subject like '%account credit'",
      [customer.email],
    );
    expect(mails).toHaveLength(1);
  });

  it('of a cancelled line become credit too', async () => {
    const reference = await bed.open(customer, 'paystack');
    await bed.rows("update user_subscriptions set status = 'cancelled' where user_id = $1", [customer.id]);
    bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    expect(await periodsOf(customer)).toBe(0);
    expect(await balanceOf(customer)).toBe('25000.00');
  });
});

describe('credit that a quote counted on', () => {
  it('and that is gone when the money arrives turns the whole payment into credit, with nothing half done', async () => {
    await bed.pay(customer, 'paystack', 25_000);
    await adjustCredit(customer, 500_000);
    const reference = await bed.open(customer, 'paystack', 20_000);
    await adjustCredit(customer, -400_000);
    bed.sandbox.decide(reference, 'approve');
    expect((await bed.verify(customer, 'paystack', reference)).body.status).toBe('success');
    expect(await periodsOf(customer)).toBe(1);
    expect(await balanceOf(customer)).toBe('21000.00');
  });
});

describe('a customer with enough credit', () => {
  beforeEach(async () => {
    const first = await bed.open(customer, 'paystack');
    const second = await bed.open(customer, 'quickteller');
    for (const reference of [first, second]) bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    expect(await balanceOf(customer)).toBe('25000.00');
  });

  it('owes nothing, and is told to pay with credit instead of at a gateway', async () => {
    expect(await quoteOf(customer)).toMatchObject({ total: 0 });
    const answer = await bed.call(customer, 'POST', '/api/payment/paystack/initialize', {
      amount: 0,
      email: customer.email,
      plan: bed.planId,
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'payment.nothing-due' } });
  });

  it('pays a month with it once, however often and quickly they click', async () => {
    await adjustCredit(customer, 7_500_000);
    const clicks = await Promise.all(
      Array.from({ length: 12 }, () => bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId })),
    );
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]));
    expect(clicks[0]?.body).toMatchObject({ success: true, subscription: { status: 'active', planId: bed.planId } });
    expect(await periodsOf(customer)).toBe(2);
    expect(await balanceOf(customer)).toBe('75000.00');
    const { body: payments } = await bed.call(customer, 'GET', '/api/user/payments?limit=1');
    expect(payments).toMatchObject([{ gateway: 'credit', amount: 0, status: 'successful' }]);
    const verified = await bed.verify(customer, 'credit', payments[0].reference);
    expect(verified.body).toMatchObject({ status: 'success', data: { amount: 0 } });
  });

  it('pays a second month a moment later when their page shows the first one as paid, and a repeat of that buys nothing', async () => {
    await adjustCredit(customer, 7_500_000);
    const click = (paidUntil: string) =>
      bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId, paidUntil });
    const shown = (await bed.call(customer, 'GET', '/api/user/subscription')).body.nextBillingDate;
    const first = await click(shown);
    expect((await click(shown)).status).toBe(200);
    expect(await periodsOf(customer)).toBe(2);
    const paidUntil = first.body.subscription.nextBillingDate;
    const second = await Promise.all(Array.from({ length: 5 }, () => click(paidUntil)));
    expect(new Set(second.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await periodsOf(customer)).toBe(3);
  });

  it('pays a dearer plan and, within the same minute, the next month of it', async () => {
    await adjustCredit(customer, 20_000_000);
    const [dearer] = await bed.rows('select id from service_plans where price > 25000 order by price limit 1');
    const buy = (fields: object) =>
      bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: dearer?.id, ...fields });
    const upgrades = await Promise.all([1, 2].map(() => buy({ purpose: 'upgrade' })));
    expect(upgrades.map(({ status }) => status)).toEqual([200, 200]);
    expect(await periodsOf(customer)).toBe(1);
    expect((await buy({})).status).toBe(200);
    expect(await periodsOf(customer)).toBe(2);
  });

  it('pays the next month with it also where the clock has been set back by hours since the last', async () => {
    await adjustCredit(customer, 7_500_000);
    const buy = () => bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId });
    expect((await buy()).status).toBe(200);
    bed.wait(-5 * 3_600_000);
    expect((await buy()).status).toBe(200);
    expect(await periodsOf(customer)).toBe(3);
  });

  it('cannot pay with more than they have, nor for a plan that is not there', async () => {
    await bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId });
    bed.wait(61_000);
    expect(await bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId })).toMatchObject({
      status: 409,
      body: { code: 'payment.credit-too-low' },
    });
    expect((await bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: 'demo' })).status).toBe(404);
    expect(await periodsOf(customer)).toBe(2);
  });
});
