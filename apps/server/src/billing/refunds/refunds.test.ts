import { toKobo } from '@portal/kernel/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { addCredit, postEntries } from '../ledger/ledger.repository.ts';
import { pollRefunds } from './poll-refunds.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let customer: Customer;
let staff: Customer;
let other: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
  [staff, other] = [await bed.createStaff(), await bed.createStaff()];
});
beforeEach(async () => {
  customer = await bed.createCustomer();
});
afterEach(async () => {
  bed.sandbox.clearFaults();
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

type GatewayName = 'paystack' | 'flutterwave' | 'quickteller';
const gateways: GatewayName[] = ['paystack', 'flutterwave', 'quickteller'];

const refund = (reference: string, fields: object = {}, by = staff) =>
  bed.call(by, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away', ...fields });
const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
const subscriptionOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/subscription')).body;
/** Lets the gateway process the refund, then asks as the job does. */
async function pollRefundsAndWebhooks(): Promise<void> {
  await vi.waitFor(
    async () => {
      bed.wait(120_000);
      await pollRefunds(bed.deps);
      const waiting = await bed.rows('select 1 from refunds where next_check_at is not null');
      expect(waiting).toEqual([]);
    },
    { timeout: 15_000, interval: 100 },
  );
}
const reversedAt = (reference: string) =>
  bed.sandbox.transactions().find((entry) => entry.reference === reference)?.reversedKobo;
const credit = async (who: Customer) =>
  Number((await bed.rows('select balance from credit_balances where user_id = $1', [who.id]))[0]?.balance ?? 0);

describe('a refund', () => {
  it.each(gateways)('sends all of a payment back through %s, once, and ends the month it paid for', async (gateway) => {
    const reference = await bed.pay(customer, gateway);
    const asked = await refund(reference);
    expect(asked.status).toBe(200);
    await pollRefundsAndWebhooks();
    const told = await page(reference);
    expect(told).toMatchObject({ status: 'refunded', decisions: [], refunds: [{ status: 'done', amount: 25_000 }] });
    expect(told.events.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['confirmed', 'period-added', 'refund-requested', 'refunded']),
    );
    await vi.waitFor(() => expect(reversedAt(reference)).toBe(2_500_000));
    expect(Date.parse((await subscriptionOf(customer)).nextBillingDate)).toBeLessThanOrEqual(
      bed.deps.clock().getTime(),
    );
    expect((await refund(reference)).body).toMatchObject({ code: 'refund.under-way' });
    const [mail] = await bed.rows(
      "select subject from outbox_messages where recipient = $1 and message_key like 'refund:%'",
      [customer.email],
    );
    expect(mail?.subject).toBe(`Your payment ${reference} is refunded`);
  });

  it('is asked for once, however often staff click, and twenty at once send one', async () => {
    const reference = await bed.pay(customer);
    const answers = await sendAtOnce(20, () => refund(reference));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'refund.under-way')).toHaveLength(19);
    await pollRefundsAndWebhooks();
    expect(bed.sandbox.requests({ gateway: 'paystack', operation: 'refund', reference })).toHaveLength(1);
  });

  it('leaves the month to the customer when staff say so', async () => {
    const reference = await bed.pay(customer);
    const before = await subscriptionOf(customer);
    await refund(reference, { keepService: true });
    await pollRefundsAndWebhooks();
    expect(await subscriptionOf(customer)).toEqual(before);
    expect((await page(reference)).status).toBe('refunded');
  });

  it('does not undermine a later month that is paid', async () => {
    const first = await bed.pay(customer);
    const second = await bed.pay(customer);
    expect((await page(first)).refundable).toMatchObject({ amount: 25_000, laterMonthPaid: true });
    expect((await refund(first)).body).toMatchObject({ code: 'refund.later-month-paid' });
    expect((await refund(second)).status).toBe(200);
    await pollRefundsAndWebhooks();
    expect((await subscriptionOf(customer)).status).toBe('active');
  });

  it('gives back the credit that paid for a part, and takes back the reward that it brought', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    const reference = await bed.pay(friend, 'paystack', 20_000);
    expect(await credit(customer)).toBe(2000);
    const own = await bed.pay(customer, 'flutterwave', 23_000);
    expect(await credit(customer)).toBe(0);
    expect((await page(own)).refundable).toMatchObject({ amount: 23_000, creditReturned: 2000, laterMonthPaid: false });
    await refund(own);
    await pollRefundsAndWebhooks();
    expect(await credit(customer)).toBe(2000);
    await refund(reference);
    await pollRefundsAndWebhooks();
    expect(await credit(customer)).toBe(0);
    expect((await bed.call(customer, 'GET', '/api/user/referral')).body.earnings).toBe(0);
  });

  it('of a payment from credit gives the credit back, at once', async () => {
    await bed.pay(customer);
    const [payment] = await bed.rows('select id from payments where user_id = $1', [customer.id]);
    await bed.database.transaction(async (tx) => {
      await addCredit(tx, customer.id, toKobo(2_500_000));
      await postEntries(tx, {
        transactionKey: `gift:${customer.id}`,
        userId: customer.id,
        paymentId: String(payment?.id),
        entries: [
          { account: 'revenue', amountKobo: toKobo(2_500_000) },
          { account: 'credit', amountKobo: toKobo(-2_500_000) },
        ],
        now: bed.deps.clock(),
      });
    });
    await bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId });
    const [paid] = await bed.rows("select reference from payments where user_id = $1 and gateway = 'credit'", [
      customer.id,
    ]);
    expect(await credit(customer)).toBe(0);
    const answer = await refund(String(paid?.reference));
    expect(answer.body.payment).toMatchObject({ status: 'refunded' });
    expect(await credit(customer)).toBe(25_000);
  });
});

describe('a gateway in trouble', () => {
  it.each(gateways)('that says nothing to a refund (%s) is asked until it does, and sends it once', async (gateway) => {
    const reference = await bed.pay(customer, gateway);
    bed.sandbox.addFault({ gateway, operation: 'refund', mode: 'drop', when: 'after', times: 1 });
    const asked = await refund(reference);
    expect(asked.body.payment).toMatchObject({ status: 'successful', refunds: [{ status: 'requested' }] });
    await pollRefundsAndWebhooks();
    expect((await page(reference)).status).toBe('refunded');
    await vi.waitFor(() => expect(reversedAt(reference)).toBe(2_500_000));
  });

  it('that never heard of a refund hears of it with the next round', async () => {
    const reference = await bed.pay(customer);
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'refund', mode: 'drop', times: 1 });
    await refund(reference);
    await pollRefundsAndWebhooks();
    expect((await page(reference)).status).toBe('refunded');
  });

  it('that has sent it but does not find it, and refuses to send it again, is asked until it does: the money is not called kept', async () => {
    const reference = await bed.pay(customer, 'flutterwave');
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'refund', mode: 'drop', when: 'after', times: 1 });
    await refund(reference);
    const forgetful = bed.deps.gateways.map((gateway) => ({
      ...gateway,
      findRefund: async () => ({ kind: 'absent' }) as const,
    }));
    bed.wait(120_000);
    await pollRefunds({ ...bed.deps, gateways: forgetful });
    expect(await page(reference)).toMatchObject({ status: 'successful', refunds: [{ status: 'requested' }] });
    await pollRefundsAndWebhooks();
    expect((await page(reference)).status).toBe('refunded');
    await vi.waitFor(() => expect(reversedAt(reference)).toBe(2_500_000));
  });

  it('that fails to send it leaves the payment as it was, and another try is free', async () => {
    const reference = await bed.pay(customer);
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'refund', mode: 'decline', times: 1 });
    await refund(reference);
    await pollRefundsAndWebhooks();
    const told = await page(reference);
    expect(told).toMatchObject({
      status: 'successful',
      decisions: ['refund', 'chargeback'],
      refunds: [{ status: 'failed' }],
    });
    expect((await subscriptionOf(customer)).status).toBe('active');
    await refund(reference);
    await pollRefundsAndWebhooks();
    expect((await page(reference)).status).toBe('refunded');
  });
});

describe('a large refund', () => {
  beforeEach(async () => {
    await bed.pool.query('update service_plans set price = 60000 where id = $1', [bed.planId]);
  });
  afterEach(async () => {
    await bed.pool.query('update service_plans set price = 25000 where id = $1', [bed.planId]);
  });
  const decide = (reference: string, by: Customer, approve = true) =>
    bed.call(by, 'POST', `/api/staff/payments/${reference}/refund-approval`, { approve, reason: 'Looked at it' });

  it('waits for a second person, who is not the first', async () => {
    const reference = await bed.pay(customer, 'paystack', 60_000);
    expect((await page(reference)).refundable).toMatchObject({ amount: 60_000, needsApproval: true });
    expect((await refund(reference)).body.payment.refunds).toMatchObject([{ status: 'awaiting-approval' }]);
    expect(bed.sandbox.requests({ operation: 'refund', reference })).toEqual([]);
    expect((await decide(reference, staff)).body).toMatchObject({ code: 'refund.second-person' });
    const waiting = () => bed.call(staff, 'GET', '/api/staff/payments?refund=awaiting-approval');
    const counted = () => bed.call(staff, 'GET', '/api/staff/payment-counts');
    expect((await waiting()).body).toMatchObject([{ reference }]);
    expect((await counted()).body.awaitingApproval).toBe(1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(reference, other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([(await waiting()).body, (await counted()).body.awaitingApproval]).toEqual([[], 0]);
    await pollRefundsAndWebhooks();
    expect((await page(reference)).refunds).toMatchObject([
      { status: 'done', requestedBy: { id: staff.id }, approvedBy: { id: other.id } },
    ]);
  });

  it('is declined or taken back with the reason on record', async () => {
    const reference = await bed.pay(customer, 'paystack', 60_000);
    await refund(reference);
    expect((await decide(reference, staff, false)).status).toBe(200);
    expect(await page(reference)).toMatchObject({
      status: 'successful',
      refunds: [{ status: 'failed', outcome: 'Looked at it' }],
    });
    expect((await decide(reference, other)).body).toMatchObject({ code: 'refund.not-found' });
  });
});

it('nothing but a successful payment can be refunded, and only by staff', async () => {
  const open = await bed.open(customer, 'paystack');
  expect((await refund(open)).body).toMatchObject({ code: 'refund.not-possible' });
  expect((await refund('P00000000000000')).status).toBe(404);
  expect((await refund(open, { reason: ' ' })).status).toBe(422);
  expect((await refund(open, {}, customer)).status).toBe(403);
});
