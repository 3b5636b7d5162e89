import { toKobo } from '@portal/kernel/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOf } from '../../../platform/database/connection.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { doomedPool, Killed } from '../../../testing/pools/doomed-pool.ts';
import { findPaymentByReference } from '../payment.repository.ts';
import { processWebhooks } from '../webhooks/process-webhooks.ts';
import { pollPendingPayments } from './poll-pending-payments.ts';
import { settlePayment } from './settle-payment.ts';

const HOUR = 3_600_000;
const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;

let bed: PaymentTestbed;
let customer: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
beforeEach(async () => {
  bed.sandbox.clearFaults();
  bed.sandbox.clearRequests();
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
async function loseWebhooks() {
  for (const gateway of GATEWAYS) bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
}
async function openAndPay(gateway: (typeof GATEWAYS)[number]): Promise<string> {
  const reference = await bed.open(customer, gateway);
  bed.sandbox.decide(reference, 'approve');
  return reference;
}

describe('a portal that is killed', () => {
  const deaths: [string, RegExp][] = [
    ['numbering the receipt', /^insert into "receipts"/],
    ['writing the mail', /^insert into "outbox_messages"/],
    ['adding the period', /^insert into "subscription_periods"/],
    ['rewarding the referrer', /from "referrals"/],
  ];

  it.each(deaths)('while %s leaves nothing half-written, and the poll repairs it alone', async (_moment, statement) => {
    await loseWebhooks();
    const reference = await openAndPay('paystack');
    const payment = await findPaymentByReference(bed.database, reference);
    if (!payment) throw new Error('no payment');
    const database = databaseOf(doomedPool(bed.pool, statement));
    const settling = settlePayment({ ...bed.deps, database }, payment, 'customer');
    await expect(settling).rejects.toMatchObject({ cause: expect.any(Killed) });
    expect(await statusOf(reference)).toBe('pending');
    expect(await bed.rows('select 1 from payment_events where payment_id = $1', [payment.id])).toEqual([]);
    expect(await bed.violations()).toEqual([]);
    bed.wait(60_000);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('successful');
  });

  it('between storing the payment and the gateway’s answer polls it later and lets the customer try again', async () => {
    const reference = await bed.open(customer, 'paystack');
    // The state of the row when the gateway's answer is lost.
    await bed.rows(
      "update payments set status = 'initialized', authorization_url = null, gateway_reference = null where reference = $1",
      [reference],
    );
    bed.wait(20_000);
    const second = await bed.open(customer, 'paystack');
    expect(second).not.toBe(reference);
    await loseWebhooks();
    bed.sandbox.decide(reference, 'approve');
    bed.wait(60_000);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('successful');
  });

  it('between storing a webhook and processing it does so after its restart', async () => {
    const reference = await openAndPay('flutterwave');
    await bed.sandbox.webhooksSettled();
    expect(await statusOf(reference)).toBe('pending');
    await bed.jobs.processWebhooks();
    expect(await statusOf(reference)).toBe('successful');
  });

  it('while polling leaves a lease, after which another poll takes the payment', async () => {
    await loseWebhooks();
    const reference = await openAndPay('quickteller');
    const leaseEnds = new Date(bed.deps.clock().getTime() + 36_000);
    await bed.rows('update payments set next_check_at = $1 where reference = $2', [leaseEnds, reference]);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('pending');
    bed.wait(37_000);
    await bed.jobs.pollPendingPayments();
    expect(await statusOf(reference)).toBe('successful');
  });
});

describe('reconciling with the gateway’s own list', () => {
  /** A payment that neither webhook nor poll will find any more. */
  async function forget(reference: string) {
    await bed.rows('update payments set next_check_at = null where reference = $1', [reference]);
  }

  it.each(['paystack', 'flutterwave'] as const)(
    'finds and settles what webhook, verify and polling all missed: %s',
    async (gateway) => {
      await loseWebhooks();
      const reference = await openAndPay(gateway);
      await forget(reference);
      bed.wait(HOUR);
      await bed.jobs.pollPendingPayments();
      expect(await statusOf(reference)).toBe('pending');
      const discrepancies = await bed.jobs.reconcileWithGateways();
      expect(discrepancies.find((discrepancy) => discrepancy.gateway === gateway)?.settled).toEqual([reference]);
      expect(await statusOf(reference)).toBe('successful');
      bed.wait(HOUR);
      const again = await bed.jobs.reconcileWithGateways();
      expect(again.find((discrepancy) => discrepancy.gateway === gateway)).toMatchObject({
        settled: [],
        found: [],
      });
    },
  );

  it('reports a payment with our kind of reference that the ledger does not have, and ignores other merchants’ references', async () => {
    const opening = {
      email: customer.email,
      amountKobo: toKobo(500_000),
      customerId: '1',
      customerName: 'A',
      description: 'x',
      returnUrl: 'https://portal.example/',
    };
    const [paystack] = bed.deps.gateways;
    for (const reference of ['PLSTNTHERESTRE0', 'PXXXXXXXXXXXXX0', 'shop-order-17']) {
      await paystack?.initialize({ ...opening, reference });
      bed.sandbox.decide(reference, 'approve');
    }
    bed.wait(HOUR);
    const discrepancies = await bed.jobs.reconcileWithGateways();
    const found = discrepancies.flatMap((discrepancy) =>
      discrepancy.found.map(({ reference, kind }) => [reference, kind]),
    );
    expect(found).toEqual([['PXXXXXXXXXXXXX0', 'unknown-reference']]);
  });

  it('is done by one instance at a time, keeps its interval, and is caught up on when the gateway was down', async () => {
    bed.wait(HOUR);
    const [first, second] = await Promise.all([bed.jobs.reconcileWithGateways(), bed.jobs.reconcileWithGateways()]);
    expect(first.length + second.length).toBe(2);
    expect(await bed.jobs.reconcileWithGateways()).toEqual([]);
    bed.wait(HOUR);
    const [before] = await bed.rows("select reconciled_until from gateway_reconciliations where gateway = 'paystack'");
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'list', mode: 'error' });
    expect((await bed.jobs.reconcileWithGateways()).map((discrepancy) => discrepancy.gateway)).toEqual(['flutterwave']);
    const [after] = await bed.rows("select reconciled_until from gateway_reconciliations where gateway = 'paystack'");
    expect(after).toEqual(before);
  });
});

describe('a portal that is asked to close with a backlog', () => {
  const BACKLOG = 12;

  /** Like the portal, but closed as soon as a gateway is called. */
  function closingDeps() {
    const closing = new AbortController();
    const gateways = bed.deps.gateways.map((gateway) => ({
      ...gateway,
      confirm: (payment: Parameters<typeof gateway.confirm>[0]) => {
        closing.abort();
        return gateway.confirm(payment);
      },
    }));
    return { deps: { ...bed.deps, gateways }, signal: closing.signal };
  }

  beforeEach(async () => {
    await loseWebhooks();
    await bed.rows('update payments set next_check_at = null');
    await bed.rows("update webhook_events set status = 'done'");
    for (let count = 0; count < BACKLOG; count++) {
      customer = await bed.createCustomer();
      await openAndPay('paystack');
    }
  });

  it('finishes the payments that it is polling, begins no others, and continues after the next start', async () => {
    bed.wait(60_000);
    const { deps, signal } = closingDeps();
    expect(await pollPendingPayments(deps, 'paystack', signal)).toBe(10);
    expect(await bed.jobs.pollPendingPayments()).toBe(BACKLOG - 10);
  });

  it('does the same with webhooks', async () => {
    bed.sandbox.clearFaults();
    for (const { reference } of bed.sandbox.transactions().slice(-BACKLOG)) {
      bed.sandbox.sendWebhook({ gateway: 'paystack', reference, claim: 'success' });
    }
    await bed.sandbox.webhooksSettled();
    const { deps, signal } = closingDeps();
    expect(await processWebhooks(deps, 'paystack', signal)).toBe(10);
    expect(await bed.jobs.processWebhooks()).toBe(BACKLOG - 10);
  });
});
