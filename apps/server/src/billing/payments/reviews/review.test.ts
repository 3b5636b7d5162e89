import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { pollRefunds } from '../../refunds/poll-refunds.ts';

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

/** A payment for which the gateway first reports something that does not match. */
async function held(fault: object, amount = 25_000): Promise<string> {
  const reference = await bed.open(customer, 'paystack', amount);
  bed.sandbox.addFault({ gateway: 'paystack', operation: 'verify', mode: 'other-amount', reference, ...fault });
  bed.sandbox.decide(reference, 'approve');
  expect((await bed.verify(customer, 'paystack', reference)).body.status).toBe('review');
  await bed.quiet();
  return reference;
}
const decide = (reference: string, decision: string, by = staff) =>
  bed.call(by, 'POST', `/api/staff/payments/${reference}/review`, { decision, reason: 'Bank record seen' });
const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
const credit = async () =>
  Number((await bed.rows('select balance from credit_balances where user_id = $1', [customer.id]))[0]?.balance ?? 0);

describe('a payment whose amount the gateway calls inconsistent', () => {
  it('is polled for a day, and is then for staff to decide', async () => {
    const reference = await bed.open(customer, 'quickteller');
    const askFor = (naira: number) =>
      bed.rows('update payments set amount = $2 where reference = $1', [reference, naira]);
    await askFor(24_999);
    expect((await bed.verify(customer, 'quickteller', reference)).body.status).toBe('pending');
    bed.wait(25 * 3_600_000);
    await bed.jobs.pollPendingPayments();
    const { status, events } = await page(reference);
    expect(status).toBe('review');
    expect(events.at(-1)).toMatchObject({
      kind: 'held',
      details: { reason: 'gateway-says-Z1 Amount Inconsistency' },
    });
    await askFor(25_000);
  });
});

describe('a payment in review', () => {
  it('with another amount becomes credit of what arrived, once, with a receipt of that sum', async () => {
    const reference = await held({ amountKobo: 1_000_000 });
    expect(await page(reference)).toMatchObject({ decisions: ['recheck', 'credit', 'reject'], bookable: 10_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(reference, 'credit')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const shown = await page(reference);
    expect(shown).toMatchObject({
      status: 'successful',
      received: 10_000,
      amount: 25_000,
      decisions: ['refund', 'chargeback'],
    });
    expect(shown.refundable).toMatchObject({ amount: 10_000, creditReturned: 0, needsApproval: false });
    const decided = shown.events.find(({ kind }: { kind: string }) => kind === 'review-decided');
    expect(decided).toMatchObject({ by: { id: staff.id }, details: { reason: 'Bank record seen' } });
    expect(await credit()).toBe(10_000);
    const receipt = await bed.call(customer, 'GET', `/api/user/receipts/${shown.receiptNumber}`);
    expect(receipt.body).toMatchObject({ total: 10_000, lines: [{ amount: 10_000 }] });
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body.status).toBe('pending');
  });

  it('that became credit can be refunded as long as the credit is there, which is reserved meanwhile', async () => {
    const reference = await held({ amountKobo: 1_000_000 });
    await decide(reference, 'credit');
    bed.sandbox.clearFaults();
    const asked = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Asked for it' });
    expect(asked.status).toBe(200);
    expect(await credit()).toBe(0);
    await vi.waitFor(
      async () => {
        bed.wait(120_000);
        await pollRefunds(bed.deps);
        expect((await page(reference)).status).toBe('refunded');
      },
      { timeout: 15_000, interval: 100 },
    );
    const spent = await held({ amountKobo: 1_000_000 });
    await decide(spent, 'credit');
    await bed.pool.query('update credit_balances set balance = 0 where user_id = $1', [customer.id]);
    const refused = await bed.call(staff, 'POST', `/api/staff/payments/${spent}/refund`, { reason: 'Too late' });
    expect(refused.body).toMatchObject({ code: 'refund.credit-spent' });
    await bed.pool.query('update credit_balances set balance = 10000 where user_id = $1', [customer.id]);
  });

  describe('of a large sum', () => {
    beforeEach(async () => {
      await bed.pool.query('update service_plans set price = 60000 where id = $1', [bed.planId]);
    });
    afterEach(async () => {
      await bed.pool.query('update service_plans set price = 25000 where id = $1', [bed.planId]);
    });

    it('is approved by somebody else than who proposed it', async () => {
      const reference = await held({ amountKobo: 5_500_000 }, 60_000);
      expect(await page(reference)).toMatchObject({ bookable: 55_000, booking: { proposedBy: null } });
      const proposals = await Promise.all(Array.from({ length: 5 }, () => decide(reference, 'credit')));
      expect(proposals.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(proposals.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'review.second-person' });
      expect(await page(reference)).toMatchObject({ status: 'review', booking: { proposedBy: { id: staff.id } } });
      expect(await credit()).toBe(0);
      const other = await bed.createStaff();
      expect((await decide(reference, 'credit', other)).body.payment.status).toBe('successful');
      expect(await credit()).toBe(55_000);
      const [booked, proposed] = (await bed.call(staff, 'GET', `/api/staff/audit?subject=payment:${reference}`)).body;
      expect(proposed).toMatchObject({ action: 'payment.credit-proposed', actor: { id: staff.id } });
      expect(booked).toMatchObject({ action: 'payment.review-credit', actor: { id: other.id } });
    });

    it('has to be proposed again when it came into review again', async () => {
      const reference = await held({ amountKobo: 5_500_000 }, 60_000);
      await decide(reference, 'credit');
      await decide(reference, 'recheck');
      const other = await bed.createStaff();
      expect((await decide(reference, 'credit', other)).body.payment).toMatchObject({
        status: 'review',
        booking: { proposedBy: { id: other.id } },
      });
    });
  });

  it('is settled normally when the gateway corrects its answer', async () => {
    const reference = await held({ times: 1 });
    bed.sandbox.clearFaults();
    const { body } = await decide(reference, 'recheck');
    expect(body.payment).toMatchObject({ status: 'successful', received: null });
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body.status).toBe('active');
  });

  it('comes back when the gateway still says the same', async () => {
    const reference = await held({});
    expect((await decide(reference, 'recheck')).body.payment.status).toBe('review');
  });

  it.each(['other-currency', 'other-reference', 'other-domain'])('under %s cannot be booked', async (mode) => {
    const reference = await held({ mode });
    expect(await page(reference)).toMatchObject({ decisions: ['recheck', 'reject'], bookable: null });
    const counts = (await bed.call(staff, 'GET', '/api/staff/payment-counts')).body;
    expect((await decide(reference, 'credit')).body).toMatchObject({ code: 'payment.nothing-to-book' });
    expect((await decide(reference, 'reject')).body.payment.status).toBe('failed');
    expect((await bed.call(staff, 'GET', '/api/staff/payment-counts')).body.review).toBe(counts.review - 1);
    expect((await decide(reference, 'credit')).body).toMatchObject({ code: 'payment.not-in-review' });
    expect(await credit()).toBe(0);
    const [record] = (await bed.call(staff, 'GET', `/api/staff/audit?subject=payment:${reference}`)).body;
    expect(record).toMatchObject({ action: 'payment.review-reject', after: { reason: 'Bank record seen' } });
  });

  it('is decided by staff, with a reason', async () => {
    const reference = await held({});
    expect((await decide(reference, 'credit', customer)).status).toBe(403);
    const silent = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/review`, {
      decision: 'credit',
      reason: '',
    });
    expect(silent.body.errors).toEqual({ reason: 'Say why.' });
    expect((await page(reference)).status).toBe('review');
  });
});

describe('the payments of all customers', () => {
  it('are found by state, gateway, customer and day, newest first and page by page', async () => {
    const reference = await bed.open(customer, 'flutterwave');
    const list = async (query: string) => (await bed.call(staff, 'GET', `/api/staff/payments?${query}`)).body;
    const own = `customer=${customer.id}`;
    expect(await list(`${own}&gateway=flutterwave&status=pending`)).toMatchObject([
      { reference, customer: { id: customer.id, email: customer.email }, amount: 25_000 },
    ]);
    expect(await list(`${own}&gateway=paystack`)).toEqual([]);
    const today = bed.deps.clock().toISOString().slice(0, 10);
    expect(
      (await list(`${own}&from=2020-01-01&to=${today}`)).length + (await list(`${own}&from=${today}`)).length,
    ).toBeGreaterThan(0);
    expect(await list(`${own}&to=2020-01-01`)).toEqual([]);
    expect((await bed.call(staff, 'GET', '/api/staff/payments?from=2026-13-45')).status).toBe(422);
    const first = await list('limit=2');
    const second = await list(`limit=2&before=${first.at(-1).reference}`);
    expect(new Set([...first, ...second].map((row: { reference: string }) => row.reference)).size).toBe(
      first.length + second.length,
    );
  });
});
