import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

let first: Customer;
let second: Customer;
let customer: Customer;
beforeEach(async () => {
  [first, second, customer] = [await bed.createStaff(), await bed.createStaff(), await bed.createCustomer()];
});

/** The default of REFUND_APPROVAL_ABOVE_NAIRA. */
const LIMIT = 50_000;
let requests = 0;
const newRequest = () => `adjust-${requests++}`;
const give = (amount: number, change: object = {}, who = first) =>
  bed.call(who, 'POST', `/api/staff/customers/${customer.id}/credit`, { amount, reason: 'Long outage', ...change });
const decide = (who: Customer, id: string, approve: boolean) =>
  bed.call(who, 'POST', `/api/staff/adjustments/${id}/decision`, { approve, reason: 'Looked at' });
const credit = async () => (await bed.call(customer, 'GET', '/api/user/credit')).body;

describe('credit that staff give', () => {
  it('is booked at once, told to the customer, and pays like any credit', async () => {
    const answer = await give(25_000);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.adjustment).toMatchObject({ status: 'booked', amount: 25_000, decidedBy: null });
    expect(await credit()).toMatchObject({ balance: 25_000, entries: [{ label: 'Credit from us', amount: 25_000 }] });
    const [notice] = (await bed.call(customer, 'GET', '/api/user/notices')).body;
    expect(notice).toMatchObject({ kind: 'credit-given' });
    const paid = await bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId });
    expect(paid.body.subscription).toMatchObject({ status: 'active' });
    expect(await bed.violations()).toEqual([]);
  });

  it('waits above the operator’s sum for a second person, who is not the first', async () => {
    const { status, body } = await give(LIMIT + 0.01);
    expect(status).toBe(202);
    const { id } = body.adjustment;
    expect(body.adjustment).toMatchObject({ status: 'awaiting-approval', amount: LIMIT + 0.01 });
    expect(await credit()).toMatchObject({ balance: 0 });
    const waiting = (await bed.call(second, 'GET', '/api/staff/adjustments?status=awaiting-approval')).body;
    expect(waiting.map((each: { id: string }) => each.id)).toContain(id);
    expect((await decide(first, id, true)).body.code).toBe('adjustment.second-person');
    const race = await Promise.all([decide(second, id, true), decide(second, id, true)]);
    expect(race.map((answer) => answer.status).sort()).toEqual([200, 404]);
    expect(await credit()).toMatchObject({ balance: LIMIT + 0.01 });
    expect((await give(LIMIT)).status).toBe(200);
    expect(await bed.violations()).toEqual([]);
  });

  it('is declined by a second person or taken back by the first, and then moves nothing', async () => {
    for (const who of [first, second]) {
      const { id } = (await give(LIMIT * 2)).body.adjustment;
      expect((await decide(who, id, false)).body.adjustment).toMatchObject({ status: 'declined' });
      expect((await decide(second, id, true)).body.code).toBe('adjustment.not-found');
    }
    expect(await credit()).toMatchObject({ balance: 0 });
    expect(await bed.violations()).toEqual([]);
  });

  it('is given once for a request, and refused in clear words where the form is wrong', async () => {
    const clientRequestId = newRequest();
    const answers = await Promise.all([give(100, { clientRequestId }), give(100, { clientRequestId })]);
    expect(new Set(answers.map(({ body }) => body.adjustment.id)).size).toBe(1);
    expect((await give(200, { clientRequestId })).body.code).toBe('counter.request-reused');
    expect(await credit()).toMatchObject({ balance: 100 });
    for (const amount of [0, -1, 0.001, Number.NaN, 1e12]) expect((await give(amount)).status, `${amount}`).toBe(422);
    expect((await give(1, { reason: ' ' })).status).toBe(422);
    const nobody = await bed.call(first, 'POST', '/api/staff/customers/2000000000/credit', { amount: 1, reason: 'x' });
    expect(nobody.body.code).toBe('customer.not-found');
  });
});
