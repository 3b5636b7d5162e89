import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { findOwnPayment } from '../payment.repository.ts';
import { createVerifyPayment } from './verify-payment.ts';

const HOUR = 3_600_000;
const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;

let bed: PaymentTestbed;
let customer: Customer;
/** While set, answers of the gateways wait for it. */
let held: Promise<void> = Promise.resolve();

beforeAll(async () => {
  bed = await startPaymentTestbed({
    wrap: (gateway) => ({
      ...gateway,
      confirm: async (payment) => {
        const finding = await gateway.confirm(payment);
        await held;
        return finding;
      },
    }),
  });
});
beforeEach(async () => {
  bed.sandbox.clearFaults();
  bed.sandbox.clearRequests();
  for (const gateway of GATEWAYS) bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
  customer = await bed.createCustomer();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

async function statusOf(reference: string) {
  const [row] = await bed.rows('select status from payments where reference = $1', [reference]);
  return row?.status;
}
function questions(reference: string) {
  return bed.sandbox.requests({ operation: 'verify', reference }).length;
}

describe('a reference that is not the caller’s', () => {
  it('is answered like one that does not exist, and no gateway is asked', async () => {
    const reference = await bed.open(customer, 'paystack');
    bed.sandbox.decide(reference, 'approve');
    const otherCustomer = await bed.createCustomer();
    const { requestId: _a, ...foreign } = (await bed.verify(otherCustomer, 'paystack', reference)).body;
    const { requestId: _b, ...unknown } = (await bed.verify(customer, 'paystack', 'PZZZZZZZZZZZZZZ')).body;
    const { requestId: _c, ...otherGateway } = (await bed.verify(customer, 'flutterwave', reference)).body;
    const { requestId: _d, ...noGateway } = (await bed.verify(customer, 'nowhere', reference)).body;
    expect(foreign).toEqual({ success: false, code: 'payment.not-found', message: 'We could not find that payment.' });
    for (const answer of [unknown, otherGateway, noGateway]) expect(answer).toEqual(foreign);
    expect((await bed.verify(otherCustomer, 'paystack', reference)).status).toBe(404);
    expect(bed.sandbox.requests({ operation: 'verify' })).toEqual([]);
    expect(await statusOf(reference)).toBe('pending');
  });
});

describe.each(GATEWAYS)('at %s', (gateway) => {
  it.each(['hang', 'drop', 'error', 'empty', 'wrong-json', 'wrong-shape'] as const)(
    'a gateway that answers with %s leaves the payment pending, never failed',
    async (mode) => {
      const reference = await bed.open(customer, gateway);
      bed.sandbox.decide(reference, 'approve');
      bed.sandbox.addFault({ gateway, operation: 'verify', mode, times: 1 });
      const startedAt = performance.now();
      const answer = await bed.inHaste(() => bed.verify(customer, gateway, reference));
      expect(performance.now() - startedAt).toBeLessThan(bed.deps.gatewayTimeoutMs);
      bed.sandbox.clearFaults();
      expect(answer).toMatchObject({
        status: 200,
        body: { status: 'pending', message: expect.stringContaining('still checking') },
      });
      expect((await bed.verify(customer, gateway, reference)).body.status).toBe('success');
    },
  );

  it.each([
    'other-amount',
    'other-reference',
    ...(gateway === 'quickteller' ? [] : ['other-currency' as const]),
  ] as const)('a success with %s activates nothing: it goes to review, and the customer is told', async (mode) => {
    const reference = await bed.open(customer, gateway);
    bed.sandbox.decide(reference, 'approve');
    bed.sandbox.addFault({ gateway, operation: 'verify', mode, times: 1 });
    expect((await bed.verify(customer, gateway, reference)).body).toMatchObject({ status: 'review' });
    expect(await statusOf(reference)).toBe('review');
    // Not even a right answer leads out of it: only staff do.
    expect((await bed.verify(customer, gateway, reference)).body.status).toBe('review');
    expect(questions(reference)).toBe(1);
    const subscription = await bed.rows('select status from user_subscriptions where user_id = $1', [customer.id]);
    expect(subscription).toEqual([{ status: 'pending' }]);
    const mails = await bed.rows(
      "select subject from outbox_messages where recipient = $1 and message_key not like 'email-verification:%'",
      [customer.email],
    );
    expect(mails).toEqual([{ subject: `Your payment ${reference} is being checked` }]);
  });

  it('a declined payment is failed, is still polled, and becomes successful when the gateway later confirms it', async () => {
    const reference = await bed.open(customer, gateway);
    bed.sandbox.decide(reference, 'approve');
    bed.sandbox.addFault({ gateway, operation: 'verify', mode: 'failed-then-success' });
    expect((await bed.verify(customer, gateway, reference)).body.status).toBe('failed');
    expect(await statusOf(reference)).toBe('failed');
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('successful');
    expect((await bed.verify(customer, gateway, reference)).body.status).toBe('success');
  });

  it('a bank transfer that arrives after more than an hour counts from its arrival', async () => {
    const reference = await bed.open(customer, gateway);
    bed.sandbox.decide(reference, 'approve');
    bed.sandbox.addFault({ gateway, operation: 'verify', mode: 'late-success', times: 2 });
    expect((await bed.verify(customer, gateway, reference)).body.status).toBe('pending');
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('pending');
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('successful');
  });

  it('an uncompleted payment is abandoned after three days, and still counts when it is confirmed afterwards', async () => {
    const reference = await bed.open(customer, gateway);
    bed.wait(73 * HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('abandoned');
    const [row] = await bed.rows('select next_check_at, open_key from payments where reference = $1', [reference]);
    expect(row).toEqual({ next_check_at: null, open_key: null });
    expect((await bed.verify(customer, gateway, reference)).body.status).toBe('abandoned');
    bed.sandbox.decide(reference, 'approve');
    expect((await bed.verify(customer, gateway, reference)).body.status).toBe('success');
  });
});

describe('a test payment', () => {
  it('on a live key, or the reverse, activates nothing', async () => {
    const reference = await bed.open(customer, 'paystack');
    bed.sandbox.decide(reference, 'approve');
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'verify', mode: 'other-domain', times: 1 });
    expect((await bed.verify(customer, 'paystack', reference)).body.status).toBe('review');
  });
});

describe('a payer who bears the gateway’s fee', () => {
  it('is charged more than the plan costs, and that is no overpayment', async () => {
    const reference = await bed.open(customer, 'paystack');
    bed.sandbox.decide(reference, 'approve');
    bed.sandbox.addFault({
      gateway: 'paystack',
      operation: 'verify',
      mode: 'other-amount',
      amountKobo: 2_547_500,
      times: 1,
    });
    expect((await bed.verify(customer, 'paystack', reference)).body.status).toBe('success');
  });
});

describe('a customer who clicks Verify again and again', () => {
  it('is answered from the stored payment once it is decided', async () => {
    const reference = await bed.open(customer, 'paystack');
    bed.sandbox.decide(reference, 'approve');
    for (let click = 0; click < 5; click++) await bed.verify(customer, 'paystack', reference);
    expect(questions(reference)).toBe(1);
  });

  it('causes one call to the gateway while it has not answered yet', async () => {
    const reference = await bed.open(customer, 'paystack');
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    held = promise;
    const verifyPayment = createVerifyPayment(bed.deps);
    const claim = { userId: customer.id, reference, gateway: 'paystack' };
    const clicks = Array.from({ length: 20 }, () => verifyPayment(claim));
    // Connections are given in turn: a query sent now is answered after the clicks have found their
    // payment.
    for (let round = 0; round < 5; round++) {
      await Promise.all(clicks.map(() => findOwnPayment(bed.database, claim)));
    }
    answer();
    expect(new Set((await Promise.all(clicks)).map(({ status }) => status))).toEqual(new Set(['pending']));
    expect(questions(reference)).toBe(1);
  });

  it('causes ten calls to the gateway at once and then one now and then; in between the stored payment answers', async () => {
    const reference = await bed.open(customer, 'paystack');
    const startedAt = performance.now();
    const answers = [];
    for (let click = 0; click < 60; click++) answers.push(await bed.verify(customer, 'paystack', reference));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 pending']));
    expect(questions(reference)).toBeLessThanOrEqual(11 + (performance.now() - startedAt) / 2000);
    bed.wait(10_000);
    bed.sandbox.decide(reference, 'approve');
    expect((await bed.verify(customer, 'paystack', reference)).body.status).toBe('success');
  });
});

describe('the poll', () => {
  it('on two instances asks about each payment once', async () => {
    const references = await Promise.all(
      Array.from({ length: 25 }, async () => bed.open(await bed.createCustomer(), 'quickteller')),
    );
    for (const reference of references) bed.sandbox.decide(reference, 'approve');
    bed.wait(60_000);
    const counts = await Promise.all([bed.jobs.pollPendingPayments(), bed.jobs.pollPendingPayments()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(25);
    expect(references.map(questions)).toEqual(references.map(() => 1));
    // A payment that a busy machine did not answer in time is polled again.
    bed.wait(2 * HOUR);
    await bed.jobs.pollPendingPayments();
    expect(new Set(await Promise.all(references.map(statusOf)))).toEqual(new Set(['successful']));
  });

  it('does not abandon a payment while its gateway cannot be reached', async () => {
    const reference = await bed.open(customer, 'flutterwave');
    bed.sandbox.decide(reference, 'approve');
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'verify', mode: 'error' });
    bed.wait(80 * HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('pending');
    bed.sandbox.clearFaults();
    bed.wait(2 * HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('successful');
  });
});
