import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { finishRun, startRun } from '../../platform/backup/backup-run.repository.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { awaitsReconciliation } from './awaits-reconciliation.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterEach(async () => {
  bed.sandbox.clearFaults();
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

/** A payment at the gateway whose row the database has lost with a restore, before it knew of success. */
async function loseAfterPaying(who: Customer, gateway: 'paystack' | 'flutterwave'): Promise<string> {
  bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
  const reference = await bed.open(who, gateway);
  bed.sandbox.decide(reference, 'approve');
  await bed.rows('delete from payments where reference = $1', [reference]);
  return reference;
}

async function reconcile() {
  bed.wait(16 * 60_000);
  return bed.jobs.reconcileWithGateways();
}

const creditOf = async (who: Customer) =>
  Number((await bed.rows('select balance from credit_balances where user_id = $1', [who.id]))[0]?.balance ?? 0);

it.each(['paystack', 'flutterwave'] as const)(
  'a payment at %s that the database lost becomes its customer’s credit, once, with a receipt',
  async (gateway) => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    const reference = await loseAfterPaying(who, gateway);
    const results = await reconcile();
    expect(results.find((result) => result.gateway === gateway)).toMatchObject({ settled: [reference], found: [] });
    await reconcile();
    expect(await creditOf(who)).toBe(25_000);
    const receipts = await bed.rows(
      'select total from receipts r join payments p on p.id = r.payment_id where p.reference = $1',
      [reference],
    );
    expect(receipts).toEqual([{ total: '25000.00' }]);
  },
);

it('a lost payment of a customer’s first month pays for that month', async () => {
  const who = await bed.createCustomer();
  await loseAfterPaying(who, 'paystack');
  await reconcile();
  expect((await bed.call(who, 'GET', '/api/user/subscription')).body.status).toBe('active');
  expect(await creditOf(who)).toBe(0);
});

it('a lost payment that names no customer of ours by number and address is for staff, and leaves their list once it is known', async () => {
  const [payer, other] = [await bed.createCustomer(), await bed.createCustomer()];
  const reference = await loseAfterPaying(payer, 'paystack');
  const { email } = payer;
  // After a restore somebody else may have the number that the payer had.
  await bed.rows('update users set email = $2, email_key = $2 where id = $1', [payer.id, 'moved@example.com']);
  const found = (await reconcile()).flatMap((result) => result.found);
  expect(found).toMatchObject([{ reference, kind: 'unknown-reference', gatewayAmount: 2_500_000 }]);
  expect([await creditOf(payer), await creditOf(other)]).toEqual([0, 0]);
  await bed.rows('update users set email = $2, email_key = $2 where id = $1', [payer.id, email]);
  await reconcile();
  expect((await bed.call(payer, 'GET', '/api/user/subscription')).body.status).toBe('active');
  const open = await bed.rows('select 1 from gateway_discrepancies where reference = $1 and closed_at is null', [
    reference,
  ]);
  expect(open).toEqual([]);
});

it('after a restore no saved card is charged before every gateway with a list was compared', async () => {
  expect(await awaitsReconciliation(bed.deps)).toBe(false);
  bed.wait(60_000);
  const now = bed.deps.clock();
  const id = await startRun(bed.database, { kind: 'restore', location: '/backup', startedAt: now });
  await finishRun(bed.database, id, { outcome: 'succeeded', finishedAt: now });
  expect(await awaitsReconciliation(bed.deps)).toBe(true);
  await reconcile();
  expect(await awaitsReconciliation(bed.deps)).toBe(false);
});
