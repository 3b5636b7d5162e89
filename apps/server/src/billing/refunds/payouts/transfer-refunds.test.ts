import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openNumber } from '../../../testing/billing/open-number.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { pollRefunds } from '../poll-refunds.ts';

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
beforeEach(() => bed.sandbox.clearFaults());
afterEach(async () => expect(await bed.violations()).toEqual([]));
afterAll(() => bed.close());

type Provider = 'paystack' | 'monnify' | 'flutterwave';

/** A customer whose money has come to their own number, and the payment's reference. */
async function paidByTransfer(provider: Provider) {
  const { customer, accountNumber } = await openNumber(bed, provider);
  bed.sandbox.transfer({ accountNumber, amountKobo: 900_000, senderName: 'BISI ADE' });
  await bed.quiet();
  const [payment] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
  expect(payment).toMatchObject({ gateway: provider, status: 'successful' });
  return { customer, reference: String(payment.reference) };
}

const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
const credit = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/credit')).body.balance;
const waiting = async (who: Customer) => (await bed.call(staff, 'GET', `/api/staff/payouts?customer=${who.id}`)).body;
const ask = (reference: string) =>
  bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Sent to the wrong company' });
const poll = async () => {
  bed.wait(2 * 3_600_000);
  await pollRefunds(bed.deps);
};
const accountsOf = (reference: string) =>
  bed.rows('select account, amount from ledger_entries where transaction_key = $1 order by amount', [
    `refund:${reference}`,
  ]);

let forms = 0;
async function payOut(refund: string, reference: string, account: string) {
  const number = `NIP-${forms++}`;
  const form = { bankReference: number, clientRequestId: `transfer-refund-${forms}` };
  expect((await bed.call(staff, 'POST', `/api/staff/payouts/${refund}/transfer`, form)).status).toBe(200);
  expect(await page(reference)).toMatchObject({
    status: 'refunded',
    refunds: [{ status: 'done', payout: { method: 'transfer', bankReference: number } }],
  });
  expect((await accountsOf(reference))[0]).toEqual({ account, amount: '-9000.00' });
}

describe('a refund of a transfer to an account number', () => {
  it('of Monnify, which sends nothing back, is paid out by staff from the bank, once', async () => {
    const { customer, reference } = await paidByTransfer('monnify');
    expect((await page(reference)).refundable).toMatchObject({ amount: 9000 });
    const { body } = await ask(reference);
    expect(body.message).toBe('The refund is to be paid out.');
    expect(await credit(customer)).toBe(0);
    const [payout] = await waiting(customer);
    expect(payout).toMatchObject({ payment: reference, gateway: 'monnify', amount: 9000 });
    await payOut(payout.reference, reference, 'bank');
    expect(await waiting(customer)).toEqual([]);
  });

  it.each(['paystack', 'flutterwave'] as const)('of %s is sent back by it', async (provider) => {
    const { customer, reference } = await paidByTransfer(provider);
    expect((await ask(reference)).status).toBe(200);
    await poll();
    expect(await page(reference)).toMatchObject({ status: 'refunded', refunds: [{ status: 'done', payout: null }] });
    expect((await accountsOf(reference))[0]).toEqual({ account: `gateway:${provider}`, amount: '-9000.00' });
    expect(await credit(customer)).toBe(0);
    expect(await waiting(customer)).toEqual([]);
  });

  it.each(['paystack', 'flutterwave'] as const)('that %s does not send back is paid out by staff', async (provider) => {
    const { customer, reference } = await paidByTransfer(provider);
    bed.sandbox.addFault({ gateway: provider, operation: 'refund', mode: 'decline' });
    expect((await ask(reference)).status).toBe(200);
    await poll();
    await poll();
    expect(await page(reference)).toMatchObject({ status: 'successful', refunds: [{ status: 'to-pay-out' }] });
    expect(await credit(customer)).toBe(0);
    const told = await bed.rows("select kind from notices where user_id = $1 and kind like 'refund%'", [customer.id]);
    expect(told).toEqual([{ kind: 'refund-to-pay-out' }]);
    const [payout] = await waiting(customer);
    expect(payout).toMatchObject({ payment: reference, gateway: provider });
    await payOut(payout.reference, reference, 'bank');
  });

  it('that nobody collects is withdrawn, and the money counts again', async () => {
    const { customer, reference } = await paidByTransfer('monnify');
    await ask(reference);
    const withdraw = { approve: false, reason: 'Stays with us' };
    const withdrawn = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund-approval`, withdraw);
    expect(withdrawn.body.payment).toMatchObject({ status: 'successful', refunds: [{ status: 'failed' }] });
    expect(await credit(customer)).toBe(9000);
    expect(await waiting(customer)).toEqual([]);
  });
});
