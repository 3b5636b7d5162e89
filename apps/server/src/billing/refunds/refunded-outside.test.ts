import { toKobo } from '@portal/kernel/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { askRefundThere, refundThere as refundOnDashboard } from '../../testing/billing/refund-there.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { findPaymentByReference } from '../payments/payment.repository.ts';
import { recordRefundedOutside } from './record-refunded-outside.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Gateway = 'paystack' | 'flutterwave';
const TEN_THOUSAND = toKobo(1_000_000);
const FIVE_THOUSAND = toKobo(500_000);
const ALL = toKobo(2_500_000);

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

const pay = (gateway?: Gateway) => bed.pay(customer, gateway);
const isAnnounced = (reference: string, eventName: string) =>
  bed.sandbox.webhooks().some(({ body }) => body.includes(reference) && body.includes(eventName));

const refundThere = (reference: string, amountKobo = TEN_THOUSAND) => refundOnDashboard(bed, reference, amountKobo);

const loseWebhooks = () => {
  for (const gateway of ['paystack', 'flutterwave'] as const) {
    bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
  }
};
async function compare() {
  bed.wait(16 * 60_000);
  const compared = await bed.jobs.reconcileWithGateways();
  return compared.flatMap(({ found }) => found.map(({ reference, kind }) => [reference, kind]));
}
async function discrepanciesOf(reference: string) {
  const { body } = await bed.call(staff, 'GET', '/api/staff/gateway-reconciliations');
  const all = body.flatMap(({ discrepancies }: { discrepancies: object[] }) => discrepancies);
  return all.filter((discrepancy: { reference: string }) => discrepancy.reference === reference);
}
const counted = async () => (await bed.call(staff, 'GET', '/api/staff/payment-counts')).body.discrepancies;
const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
const told = async (reference: string) =>
  (await page(reference)).events.filter(({ kind }: { kind: string }) => kind === 'refunded-outside');
const close = (id: number) =>
  bed.call(staff, 'POST', `/api/staff/gateway-discrepancies/${id}/close`, { reason: 'Goodwill, in our accounts' });
/** The webhooks of a payment once more, the last first. */
async function repeatNotices(reference: string): Promise<void> {
  await bed.rows(
    `insert into webhook_events (gateway, event_key, event_name, reference, raw_body, next_attempt_at)
     select gateway, event_key || ' again ' || random(), event_name, reference, raw_body, next_attempt_at
     from webhook_events where reference = $1 and event_name like 'refund.%' order by id desc`,
    [reference],
  );
  bed.wait(1000);
  await bed.jobs.processWebhooks();
}

describe('a part of a payment that is refunded on the gateway’s own dashboard', () => {
  beforeEach(async () => {
    // What the tests before have left is nobody's concern here, and is known to the reconciliation.
    await compare();
  });

  it('is shown to staff once, with both sums, however often and in whatever order the gateway tells of it', async () => {
    const before = await counted();
    const reference = await pay();
    await refundThere(reference);
    expect(isAnnounced(reference, 'refund.pending')).toBe(true);
    expect(isAnnounced(reference, 'refund.processed')).toBe(true);
    const expected = {
      kind: 'refunded-outside',
      ledgerAmount: 25_000,
      gatewayAmount: 10_000,
      gatewayStatus: expect.stringMatching(/^refund \d+$/),
    };
    expect(await discrepanciesOf(reference)).toMatchObject([expected]);
    await repeatNotices(reference);
    expect(await compare()).toEqual([]);
    expect(await discrepanciesOf(reference)).toMatchObject([expected]);
    expect(await told(reference)).toMatchObject([{ source: 'webhook', details: { amountKobo: TEN_THOUSAND } }]);
    expect(await counted()).toBe(before + 1);
    expect((await page(reference)).status).toBe('successful');
  });

  it('stays closed once staff have closed it, until more of it is refunded', async () => {
    const reference = await pay();
    await refundThere(reference);
    const [first] = await discrepanciesOf(reference);
    await close(first.id);
    await repeatNotices(reference);
    await compare();
    expect(await discrepanciesOf(reference)).toEqual([]);
    await refundThere(reference, FIVE_THOUSAND);
    expect(await discrepanciesOf(reference)).toMatchObject([{ id: first.id, gatewayAmount: 15_000 }]);
    expect(await told(reference)).toHaveLength(2);
  });

  it.each(['paystack', 'flutterwave'] as const)(
    'is found by the reconciliation when every webhook was lost: %s',
    async (gateway) => {
      const reference = await pay(gateway);
      loseWebhooks();
      await refundThere(reference);
      expect(await discrepanciesOf(reference)).toEqual([]);
      expect(await compare()).toEqual([[reference, 'refunded-outside']]);
      expect(await discrepanciesOf(reference)).toMatchObject([
        { kind: 'refunded-outside', ledgerAmount: 25_000, gatewayAmount: 10_000 },
      ]);
      expect(await compare()).toEqual([]);
      // Four days later the first is in no list any more, and still counts.
      bed.wait(96 * 3_600_000);
      await refundThere(reference, FIVE_THOUSAND);
      expect(await compare()).toEqual([[reference, 'refunded-outside']]);
      expect(await discrepanciesOf(reference)).toMatchObject([{ gatewayAmount: 15_000 }]);
      expect(await told(reference)).toHaveLength(2);
    },
  );

  it('is not shown any more when the gateway could not send it', async () => {
    const reference = await pay();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'refund', mode: 'decline', reference });
    await askRefundThere(bed, reference, TEN_THOUSAND);
    await vi.waitFor(() => expect(isAnnounced(reference, 'refund.failed')).toBe(true), { timeout: 10_000 });
    await bed.quiet();
    const [paystack] = bed.deps.gateways;
    const payment = await findPaymentByReference(bed.database, reference);
    if (!paystack || !payment) throw new Error('no payment');
    const transaction = payment.gatewayReference ?? '';
    const onItsWay = { refundId: '1', transaction, amountKobo: TEN_THOUSAND, hasFailed: false };
    const earlier = { ...paystack, listRefunds: async () => ({ kind: 'listed' as const, refunds: [onItsWay] }) };
    await recordRefundedOutside(bed.deps, earlier, payment, 'webhook');
    expect(await discrepanciesOf(reference)).toMatchObject([{ gatewayAmount: 10_000 }]);
    expect(await compare()).toEqual([]);
    expect(await discrepanciesOf(reference)).toEqual([]);
  });

  it('is asked about again while the gateway does not say how much it is, and the reconciliation does not pass it over', async () => {
    const reference = await pay();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'list', mode: 'drop', reference });
    await refundThere(reference);
    expect(await discrepanciesOf(reference)).toEqual([]);
    const until = "select reconciled_until from gateway_reconciliations where gateway = 'paystack'";
    const before = await bed.rows(until);
    expect(await compare()).toEqual([]);
    expect(await bed.rows(until)).toEqual(before);
    bed.sandbox.clearFaults();
    bed.wait(3_600_000);
    await bed.jobs.processWebhooks();
    expect(await discrepanciesOf(reference)).toMatchObject([{ gatewayAmount: 10_000 }]);
  });
});

describe('all of a payment refunded', () => {
  it('on Paystack’s dashboard is taken into the ledger, and nothing is left to look at', async () => {
    const reference = await pay();
    await refundThere(reference, ALL);
    expect((await page(reference)).status).toBe('disputed');
    expect(await discrepanciesOf(reference)).toEqual([]);
  });

  it('on Flutterwave’s dashboard, which calls it paid all the same, is shown until staff note it', async () => {
    const reference = await pay('flutterwave');
    await refundThere(reference, ALL);
    await compare();
    expect(await discrepanciesOf(reference)).toMatchObject([{ kind: 'refunded-outside', gatewayAmount: 25_000 }]);
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Refunded there' });
    expect(await discrepanciesOf(reference)).toEqual([]);
  });

  it.each(['paystack', 'flutterwave'] as const)('by staff with the portal is no discrepancy: %s', async (gateway) => {
    const reference = await pay(gateway);
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });
    const paid = await findPaymentByReference(bed.database, reference);
    const asked = bed.deps.gateways.find(({ id }) => id === gateway);
    if (!paid || !asked) throw new Error('no payment');
    expect(await recordRefundedOutside(bed.deps, asked, paid, 'webhook')).toEqual({ kind: 'noted', found: null });
    await compare();
    await bed.quiet();
    await settleRefunds(bed);
    await compare();
    expect((await page(reference)).status).toBe('refunded');
    expect(await told(reference)).toEqual([]);
    const kinds = (await discrepanciesOf(reference)).map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('refunded-outside');
  });
});

describe('a dispute that brings the payer’s bank a part', () => {
  it('is lost, not won, and shows staff how much went', async () => {
    const reference = await pay();
    bed.sandbox.dispute(reference, 'create');
    await bed.quiet();
    expect(await discrepanciesOf(reference)).toEqual([]);
    bed.sandbox.dispute(reference, 'resolve', TEN_THOUSAND);
    await bed.quiet();
    expect(await page(reference)).toMatchObject({ status: 'successful', dispute: { outcome: 'lost' } });
    expect(await discrepanciesOf(reference)).toMatchObject([
      { kind: 'refunded-outside', ledgerAmount: 25_000, gatewayAmount: 10_000, gatewayStatus: 'dispute' },
    ]);
    const kinds = (await page(reference)).events.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('dispute-won');
  });
});
