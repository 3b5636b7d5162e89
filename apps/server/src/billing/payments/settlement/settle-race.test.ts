import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databaseOf } from '../../../platform/database/connection.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { sendAtOnce } from '../../../testing/send-at-once.ts';
import { createPaymentJobs } from '../payment.jobs.ts';
import { createVerifyPayment } from './verify-payment.ts';

const VERIFIES = 64;
const WEBHOOKS = 32;
const POLLS = 1;
/** Each of the two races, one after the other, with new customers. */
const REPEATED = { repeats: process.env.FULL_TESTS ? 199 : 0, timeout: 60_000 };

/** A barrier: holds all callers until there are `expected` of them, and releases them at once. */
function createBarrier() {
  let expected = 0;
  let waiting: (() => void)[] = [];
  return {
    expect: (count: number) => {
      expected = count;
    },
    wait: async (): Promise<void> => {
      if (expected === 0) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < expected) return;
        expected = 0;
        for (const open of waiting.splice(0)) open();
      });
    },
    waiting: () => waiting.length,
    reset: () => {
      expected = 0;
      waiting = [];
    },
  };
}

const barrier = createBarrier();
let bed: PaymentTestbed;

beforeAll(async () => {
  bed = await startPaymentTestbed({
    // The race window: the gateway has answered, the row is unchanged.
    wrap: (gateway) => ({
      ...gateway,
      confirm: async (payment) => {
        const finding = await gateway.confirm(payment);
        await barrier.wait();
        return finding;
      },
    }),
  });
});
afterEach(async () => {
  barrier.reset();
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

/** The effects of one payment. */
async function effectsOf(reference: string) {
  const [row] = await bed.rows(
    `select p.status,
      (select count(*)::int from ledger_entries e where e.transaction_key = 'payment:' || p.reference and e.account like 'gateway:%') as credits,
      (select count(*)::int from subscription_periods s where s.subscription_id = p.subscription_id) as periods,
      (select count(*)::int from receipts r where r.payment_id = p.id) as receipts,
      (select count(*)::int from payment_events v where v.payment_id = p.id and v.kind = 'confirmed') as answers,
      (select count(*)::int from ledger_entries e where e.payment_id = p.id and e.account = 'referral-rewards') as rewards
     from payments p where p.reference = $1`,
    [reference],
  );
  return row;
}

/** A webhook of its own for each number, as a gateway sends one for each attempt of the payer. */
async function deliverWebhooks(reference: string): Promise<number[]> {
  const answers = await sendAtOnce(WEBHOOKS, (index) =>
    bed.app.inject({
      method: 'POST',
      url: '/api/webhooks/flutterwave',
      headers: { 'verif-hash': 'sandbox-flutterwave-hash', 'content-type': 'application/json' },
      payload: { event: 'charge.completed', data: { id: index + 1, tx_ref: reference, status: 'successful' } },
    }),
  );
  return answers.map((answer) => answer.statusCode);
}

async function openReferred(): Promise<{ referrer: Customer; friend: Customer; reference: string }> {
  const referrer = await bed.createCustomer();
  const friend = await bed.createCustomer({ referredBy: referrer });
  const reference = await bed.open(friend, 'flutterwave', 20_000);
  bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'lose', reference });
  bed.sandbox.decide(reference, 'approve');
  bed.wait(60_000);
  return { referrer, friend, reference };
}

describe('a payment that is confirmed from everywhere at the same moment', () => {
  it(
    'is credited once, when 64 verifies, 32 webhooks and the poll all hold the gateway’s success before any of them settles',
    REPEATED,
    async () => {
      const { referrer, friend, reference } = await openReferred();
      expect(new Set(await deliverWebhooks(reference))).toEqual(new Set([200]));

      barrier.expect(VERIFIES + WEBHOOKS + POLLS);
      // All of them are to settle it, so none is refused after the wait of a request.
      const deps = { ...bed.deps, database: databaseOf(bed.pool) };
      const jobs = createPaymentJobs(deps);
      // One verifier each, as on as many instances: in one instance they would share a call.
      const verifies = Array.from({ length: VERIFIES }, () =>
        createVerifyPayment(deps)({ userId: friend.id, reference, gateway: 'flutterwave' }),
      );
      const workers = Array.from({ length: 4 }, () => jobs.processWebhooks('flutterwave'));
      const polls = Array.from({ length: POLLS }, () => jobs.pollPendingPayments('flutterwave'));
      const settled = await Promise.all(verifies);
      const worked = await Promise.all(workers);
      const polled = await Promise.all(polls);

      expect(worked.reduce((sum, count) => sum + count, 0)).toBe(WEBHOOKS);
      expect(polled).toEqual([1]);
      expect(new Set(settled.map((payment) => payment.status))).toEqual(new Set(['successful']));
      expect(new Set(settled.map((payment) => payment.receiptNumber)).size).toBe(1);
      expect(await effectsOf(reference)).toEqual({
        status: 'successful',
        credits: 1,
        periods: 1,
        receipts: 1,
        answers: 1,
        rewards: 1,
      });
      const balances = await bed.rows('select balance from credit_balances where user_id = $1', [referrer.id]);
      expect(balances).toEqual([{ balance: '2000.00' }]);
      const receipts = "select 1 from outbox_messages where recipient = $1 and message_key like 'receipt:%'";
      expect(await bed.rows(receipts, [friend.email])).toHaveLength(1);
      const events = await bed.rows(
        'select status, count(*)::int from webhook_events where reference = $1 group by status',
        [reference],
      );
      expect(events).toEqual([{ status: 'done', count: WEBHOOKS }]);
    },
  );

  it(
    'is answered without an error, when 64 clicks over two sessions, 32 webhooks and the poll arrive over HTTP',
    REPEATED,
    async () => {
      const { friend, reference } = await openReferred();
      const elsewhere = await bed.signInAgain(friend);
      const clicks = sendAtOnce(VERIFIES, (click) =>
        bed.verify(click % 2 ? friend : elsewhere, 'flutterwave', reference),
      );
      const [verified, delivered] = await Promise.all([
        clicks,
        deliverWebhooks(reference),
        bed.jobs.pollPendingPayments(),
        bed.jobs.processWebhooks(),
      ]);
      await bed.jobs.processWebhooks();
      expect(new Set([...verified.map(({ status }) => status), ...delivered])).toEqual(new Set([200]));
      expect(await effectsOf(reference)).toMatchObject({ credits: 1, periods: 1, receipts: 1, answers: 1, rewards: 1 });
    },
  );

  it('pays for one month when two attempts at two gateways succeed at the same moment; the other sum becomes credit', async () => {
    const customer = await bed.createCustomer();
    const first = await bed.open(customer, 'paystack');
    const second = await bed.open(customer, 'quickteller');
    for (const reference of [first, second]) {
      bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose' });
      bed.sandbox.addFault({ gateway: 'quickteller', operation: 'webhook', mode: 'lose' });
      bed.sandbox.decide(reference, 'approve');
    }
    barrier.expect(2);
    const answers = await Promise.all([
      bed.verify(customer, 'paystack', first),
      bed.verify(customer, 'quickteller', second),
    ]);
    expect(answers.map(({ body }) => body.status)).toEqual(['success', 'success']);
    expect(answers.filter(({ body }) => body.message.includes('Added to your account credit'))).toHaveLength(1);
    const periods = await bed.rows(
      'select 1 from subscription_periods p join user_subscriptions s on s.id = p.subscription_id where s.user_id = $1',
      [customer.id],
    );
    expect(periods).toHaveLength(1);
    const balances = await bed.rows('select balance from credit_balances where user_id = $1', [customer.id]);
    expect(balances).toEqual([{ balance: '25000.00' }]);
  }, 60_000);
});
