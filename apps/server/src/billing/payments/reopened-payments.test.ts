import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { findPaymentByReference } from './payment.repository.ts';
import { settlePayment } from './settlement/settle-payment.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;

let bed: PaymentTestbed;
let customer: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
beforeEach(async () => {
  bed.sandbox.clearFaults();
  for (const gateway of GATEWAYS) bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
  customer = await bed.createCustomer();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

async function listed() {
  const { body } = await bed.call(customer, 'GET', '/api/user/payments');
  return body.map(({ reference, status }: { reference: string; status: string }) => [reference, status]);
}
async function historyOf(reference: string) {
  const events = await bed.rows(
    'select e.kind from payment_events e join payments p on p.id = e.payment_id where p.reference = $1 order by e.id',
    [reference],
  );
  return events.map(({ kind }) => kind);
}
/** The payer chooses a bank transfer, which does not arrive before the faults are cleared. */
function chooseTransfer(gateway: GatewayId, reference: string) {
  bed.sandbox.addFault({ gateway, operation: 'verify', mode: 'late-success', times: 1000, reference });
  bed.sandbox.decide(reference, 'delay');
}
async function declineCard(reference: string) {
  bed.sandbox.decide(reference, 'decline');
  expect((await bed.verify(customer, 'flutterwave', reference)).body.status).toBe('failed');
}

describe('a customer whose card is declined and who then chooses a bank transfer on the page that is still open', () => {
  it('is told to wait, is led back to that page instead of paying twice, and is connected when the money is there', async () => {
    const reference = await bed.open(customer, 'flutterwave');
    await declineCard(reference);
    expect(await listed()).toEqual([[reference, 'failed']]);
    chooseTransfer('flutterwave', reference);
    expect((await bed.verify(customer, 'flutterwave', reference)).body).toMatchObject({
      status: 'pending',
      message: expect.stringContaining('no need to pay again'),
    });
    expect(await listed()).toEqual([[reference, 'pending']]);
    expect(await bed.open(customer, 'flutterwave')).toBe(reference);
    bed.sandbox.clearFaults();
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await listed()).toEqual([[reference, 'successful']]);
    expect(await historyOf(reference)).toEqual(['failed', 'reopened', 'confirmed', 'period-added']);
  });

  it('is notified once, however many processes find out at the same moment', async () => {
    const reference = await bed.open(customer, 'flutterwave');
    await declineCard(reference);
    chooseTransfer('flutterwave', reference);
    const payment = await findPaymentByReference(bed.database, reference);
    if (!payment) throw new Error('no payment');
    await Promise.all(Array.from({ length: 8 }, () => settlePayment(bed.deps, payment, 'polling')));
    expect(await historyOf(reference)).toEqual(['failed', 'reopened']);
  });

  it('is told that it failed when the transfer fails as well, and pays on a new page', async () => {
    const reference = await bed.open(customer, 'flutterwave');
    await declineCard(reference);
    chooseTransfer('flutterwave', reference);
    expect((await bed.verify(customer, 'flutterwave', reference)).body.status).toBe('pending');
    bed.sandbox.clearFaults();
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'verify', mode: 'decline', times: 1 });
    expect((await bed.verify(customer, 'flutterwave', reference)).body.status).toBe('failed');
    const second = await bed.open(customer, 'flutterwave');
    expect(second).not.toBe(reference);
  });

  it('and has opened another payment meanwhile, keeps both as pending, and whichever comes second becomes credit', async () => {
    const first = await bed.open(customer, 'flutterwave');
    await declineCard(first);
    const second = await bed.open(customer, 'flutterwave');
    chooseTransfer('flutterwave', first);
    expect((await bed.verify(customer, 'flutterwave', first)).body.status).toBe('pending');
    expect(await listed()).toEqual([
      [second, 'pending'],
      [first, 'pending'],
    ]);
    expect(await bed.open(customer, 'flutterwave')).toBe(second);
    bed.sandbox.clearFaults();
    bed.sandbox.decide(second, 'approve');
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect((await listed()).map(([, status]: string[]) => status)).toEqual(['successful', 'successful']);
    const balances = await bed.rows('select balance from credit_balances where user_id = $1', [customer.id]);
    expect(balances).toEqual([{ balance: '25000.00' }]);
  });
});

describe('a customer who returns to a page after the payment was abandoned', () => {
  it('and chooses a bank transfer there, is led back to it for half an hour and then still told that it is under way', async () => {
    const reference = await bed.open(customer, 'paystack');
    bed.wait(25 * HOUR);
    expect((await bed.verify(customer, 'paystack', reference)).body.status).toBe('abandoned');
    chooseTransfer('paystack', reference);
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await listed()).toEqual([[reference, 'pending']]);
    expect(await bed.open(customer, 'paystack')).toBe(reference);
    bed.wait(31 * MINUTE);
    const second = await bed.open(customer, 'paystack');
    expect(await listed()).toEqual([
      [second, 'pending'],
      [reference, 'pending'],
    ]);
  });
});

describe('a customer whose bank transfer is slow', () => {
  it('is not told that the payment was not completed, although the gateway says so until the money is there', async () => {
    const reference = await bed.open(customer, 'paystack');
    for (let hour = 0; hour < 23; hour++) {
      bed.wait(HOUR);
      await bed.jobs.pollPendingPayments();
    }
    expect((await bed.verify(customer, 'paystack', reference)).body.status).toBe('pending');
    bed.sandbox.decide(reference, 'approve');
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await listed()).toEqual([[reference, 'successful']]);
  });
});

describe('a payment that the gateway refused to start', () => {
  it.each(GATEWAYS)('stays failed when %s does not know it', async (gateway) => {
    bed.sandbox.addFault({ gateway, operation: 'initialize', mode: 'decline', times: 1 });
    const order = { amount: 25_000, email: customer.email, plan: bed.planId };
    await bed.call(customer, 'POST', `/api/payment/${gateway}/initialize`, order);
    const [[reference]] = await listed();
    expect((await bed.verify(customer, gateway, reference)).body.status).toBe('failed');
    bed.wait(HOUR);
    await bed.jobs.pollPendingPayments();
    expect(await listed()).toEqual([[reference, 'failed']]);
  });
});
