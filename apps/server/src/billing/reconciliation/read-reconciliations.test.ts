import { toKobo } from '@portal/kernel/money';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { reconcileWithGateways } from './reconcile-with-gateways.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

async function reconciliation() {
  const { body } = await bed.call(staff, 'GET', '/api/staff/gateway-reconciliations');
  return body.find(({ gateway }: { gateway: string }) => gateway === 'paystack');
}

it('shows staff what a gateway has been paid that nobody told us of, and what came in today', async () => {
  const reference = await bed.open(await bed.createCustomer(), 'paystack');
  bed.sandbox.decide(reference, 'approve');
  await bed.rows('update payments set next_check_at = null');
  bed.wait(16 * 60_000);
  await bed.jobs.reconcileWithGateways();
  expect(await reconciliation()).toMatchObject({
    settled: [reference],
    discrepancies: [],
    receivedToday: 25_000,
    returnedToday: 0,
    reconciledUntil: expect.any(String),
  });
});

it('keeps what a gateway says otherwise of a payment than our ledger until somebody has closed it with what they found', async () => {
  const who = await bed.createCustomer();
  const [reversed, other, right] = [await bed.pay(who), await bed.pay(who), await bed.pay(who)];
  const [paystack] = bed.deps.gateways;
  const wrong: typeof paystack = paystack && {
    ...paystack,
    listSuccesses: async (since) => {
      const list = await paystack.listSuccesses?.(since);
      if (list?.kind !== 'listed') return { kind: 'unknown', reason: 'no list' };
      const successes = list.successes.filter(({ reference }) => reference !== reversed);
      return {
        kind: 'listed',
        successes: successes.map((each) => (each.reference === other ? { ...each, amountKobo: toKobo(100) } : each)),
      };
    },
    confirm: async (payment) =>
      payment.reference === reversed ? { kind: 'held', rawStatus: 'reversed' } : paystack.confirm(payment),
  };
  const compare = async () => {
    bed.wait(16 * 60_000);
    await reconcileWithGateways({ ...bed.deps, gateways: wrong ? [wrong] : [] });
    return (await reconciliation()).discrepancies;
  };
  const found = await compare();
  expect(found).toMatchObject([
    { reference: other, kind: 'other-amount', ledgerAmount: 25_000, gatewayAmount: 1 },
    { reference: reversed, kind: 'not-paid', ledgerAmount: 25_000, gatewayAmount: null, gatewayStatus: 'reversed' },
  ]);
  expect(JSON.stringify(found)).not.toContain(right);
  const close = (id: number, reason = 'The bank took it back; told the customer') =>
    bed.call(staff, 'POST', `/api/staff/gateway-discrepancies/${id}/close`, { reason });
  expect((await close(found[1].id, ' ')).status).toBe(422);
  const closings = await Promise.all([1, 2].map(() => close(found[1].id)));
  expect(closings.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  // Four days later it is not in anybody's list any more, and what was closed is not found anew.
  expect((await compare()).map(({ kind }: { kind: string }) => kind)).toEqual(['other-amount']);
  bed.wait(96 * 3_600_000);
  expect((await compare()).map(({ kind }: { kind: string }) => kind)).toEqual(['other-amount']);
  const audit = await bed.rows('select action from audit_records where subject = $1', [`payment:${reversed}`]);
  expect(audit).toEqual([{ action: 'payment.discrepancy-closed' }]);
});
