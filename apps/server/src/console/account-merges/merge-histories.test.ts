import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { untilServed } from '../../testing/send-at-once.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Always the same histories, unless `HISTORIES_SEED` is given. */
const SEED = Number(process.env.HISTORIES_SEED ?? 20_261_130);
const RUNS = Number(process.env.HISTORIES_RUNS ?? 1) * 4;

let bed: PaymentTestbed;
let first: Customer;
let second: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  [first, second] = [await bed.createStaff(), await bed.createStaff()];
});
afterAll(() => bed.close());

const KINDS = ['pay', 'pay from credit', 'credit', 'refund', 'ticket', 'leave', 'refer', 'nothing'] as const;
const act = fc.record({
  kind: fc.constantFrom(...KINDS),
  /** Which of the two, or of the two lines. */
  who: fc.boolean(),
  naira: fc.integer({ min: 1, max: 40_000 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const scenario = fc.record({
  before: fc.array(act, { maxLength: 6 }),
  after: fc.array(act, { maxLength: 3 }),
});

/** One line of a customer. */
type Line = { readonly customer: Customer; readonly lineId: number };

/** Does it as the customer or staff would; what is not allowed is refused, never a 5xx. */
async function perform({ kind, naira }: Act, { customer, lineId }: Line): Promise<void> {
  const accept = ({ status, body }: { status: number; body: unknown }) =>
    expect(status, `${kind}: ${JSON.stringify(body)}`).toBeLessThan(500);
  switch (kind) {
    case 'pay': {
      const order = { amount: 25_000, email: customer.email, plan: bed.planId, lineId };
      const opened = await send(customer, 'POST', '/api/payment/paystack/initialize', order);
      accept(opened);
      if (opened.status !== 200) return;
      bed.sandbox.decide(opened.body.data.reference, 'approve');
      accept(await untilServed(() => bed.verify(customer, 'paystack', opened.body.data.reference)));
      return bed.quiet();
    }
    case 'pay from credit':
      return accept(await send(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId, lineId }));
    case 'credit':
      return accept(
        await send(first, 'POST', `/api/staff/customers/${customer.id}/credit`, {
          amount: naira,
          reason: 'Long outage',
        }),
      );
    case 'refund': {
      const [payment] = await bed.rows(
        "select reference from payments where user_id = $1 and status = 'successful' and gateway <> 'credit' order by created_at desc limit 1",
        [customer.id],
      );
      if (!payment) return;
      accept(
        await send(first, 'POST', `/api/staff/payments/${String(payment.reference)}/refund`, {
          reason: 'Asked for',
          keepService: false,
        }),
      );
      return bed.quiet();
    }
    case 'ticket':
      return accept(await send(customer, 'POST', '/api/user/tickets', { subject: 'No light', description: 'x' }));
    case 'leave':
      return accept(await send(customer, 'POST', '/api/user/subscription/cancel', { reason: 'Moving', lineId }));
    case 'refer':
      return bed.pay(await bed.createCustomer({ referredBy: customer }), 'flutterwave', 20_000).then(() => undefined);
    case 'nothing':
      return;
  }
}

/** As a person who tries again while the portal is busy. */
const send = (who: Customer, method: 'GET' | 'POST', url: string, body?: object) =>
  untilServed(() => bed.call(who, method, url, body));

const creditOf = async (...ids: number[]) =>
  (
    await bed.rows('select coalesce(sum(balance), 0)::text as sum from credit_balances where user_id = any($1)', [ids])
  )[0]?.sum;

it('whatever two accounts have lived through, a merge of them and its end keep the ledger right to the kobo', async () => {
  const outcomes = { merged: 0, undone: 0, builtOn: 0, prevented: 0 };
  await fc.assert(
    fc.asyncProperty(scenario, async ({ before, after }) => {
      const [from, into] = [await bed.createCustomer(), await bed.createCustomer()];
      for (const step of before) {
        const customer = step.who ? from : into;
        await perform(step, { customer, lineId: customer.id });
      }
      expect(await bed.violations()).toEqual([]);
      const sum = await creditOf(from.id, into.id);
      const order = { from: from.id, into: into.id, identifiedBy: 'Identity card seen', reason: 'Registered twice' };
      const asked = await send(first, 'POST', '/api/staff/account-merges', { ...order, dryRun: false });
      if (asked.status !== 200) {
        expect(asked.body.code).toBe('account-merge.cannot');
        outcomes.prevented++;
        return;
      }
      const waiting = await send(second, 'GET', `/api/staff/identity-approvals?customer=${from.id}&state=waiting`);
      const decision = `/api/staff/identity-approvals/${waiting.body[0].id}/decision`;
      const decided = await send(second, 'POST', decision, { approve: true, reason: 'Card seen' });
      expect(decided.status, JSON.stringify(decided.body)).toBe(200);
      outcomes.merged++;
      expect(await bed.violations()).toEqual([]);
      expect([await creditOf(from.id), await creditOf(into.id)].map(Number)).toEqual([0, Number(sum)]);
      const { body: lines } = await send(into, 'GET', '/api/user/lines');
      for (const step of after) {
        const lineId = lines[step.who ? lines.length - 1 : 0].id;
        await perform(step, { customer: into, lineId });
      }
      expect(await bed.violations()).toEqual([]);
      const held = await creditOf(from.id, into.id);
      const undone = await untilServed(() =>
        first.browser.delete(`/api/staff/account-merges/${asked.body.merge.id}?reason=x`),
      );
      expect([200, 409], undone.body).toContain(undone.statusCode);
      if (undone.statusCode === 409) expect(undone.json().code).toBe('account-merge.built-on');
      outcomes[undone.statusCode === 200 ? 'undone' : 'builtOn']++;
      expect(await creditOf(from.id, into.id)).toBe(held);
      expect(await bed.violations()).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(outcomes.merged, JSON.stringify(outcomes)).toBeGreaterThan(0);
  expect(outcomes.undone, JSON.stringify(outcomes)).toBeGreaterThan(0);
});
