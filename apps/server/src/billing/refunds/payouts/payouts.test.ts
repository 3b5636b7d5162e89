import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

let cashier: Customer;
let colleague: Customer;
let customer: Customer;
beforeEach(async () => {
  [cashier, colleague, customer] = [await bed.createStaff(), await bed.createStaff(), await bed.createCustomer()];
  await bed.call(cashier, 'POST', '/api/staff/till/open', {});
});

let forms = 0;
const newForm = () => `payout-form-${forms++}`;
const take = async (form: object = {}) => {
  const path = `/api/staff/customers/${customer.id}/counter-payments`;
  const order = { amount: 26_000, method: 'cash', planId: bed.planId, clientRequestId: newForm(), ...form };
  const { status, body } = await bed.call(cashier, 'POST', path, order);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.payment.reference);
};
const page = async (reference: string) => (await bed.call(cashier, 'GET', `/api/staff/payments/${reference}`)).body;
/** Asks for a refund and returns its reference. */
const refund = async (reference: string, by = colleague) => {
  const { body } = await bed.call(by, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });
  expect(body.payment.refunds[0], JSON.stringify(body)).toMatchObject({ status: 'to-pay-out' });
  return String(body.payment.refunds[0].reference);
};
const cash = (reference: string, by = cashier, clientRequestId = newForm()) =>
  bed.call(by, 'POST', `/api/staff/payouts/${reference}/cash`, { clientRequestId });
const transfer = (reference: string, bankReference: string, clientRequestId = newForm()) =>
  bed.call(colleague, 'POST', `/api/staff/payouts/${reference}/transfer`, { bankReference, clientRequestId });
const waiting = async (who = customer) =>
  (await bed.call(cashier, 'GET', `/api/staff/payouts?customer=${who.id}`)).body;
const till = async () => (await bed.call(cashier, 'GET', '/api/staff/till')).body;
const line = async () => (await bed.call(customer, 'GET', '/api/user/subscription')).body?.status ?? null;
const mails = async () =>
  (await bed.rows('select subject, text from outbox_messages where recipient = $1', [customer.email])).map(
    ({ subject, text }) => `${subject}\n${text}`,
  );

it('a refund of cash waits, with what it bought, until the cashier pays it out of the till, once', async () => {
  const payment = await take();
  const reference = await refund(payment);
  expect(await waiting()).toMatchObject([{ reference, payment, gateway: 'cash', amount: 26_000, approvedBy: null }]);
  expect([await line(), (await till()).balance]).toEqual(['active', 26_000]);
  expect((await mails()).some((mail) => mail.includes('Your refund is ready'))).toBe(true);

  const form = newForm();
  const taps = await Promise.all([cash(reference, cashier, form), cash(reference, cashier, form)]);
  const again = await cash(reference, cashier, form);
  expect([...taps, again].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await till()).toMatchObject({ balance: 0, shift: { cash: 26_000, paidOut: 26_000 } });
  expect(await waiting()).toEqual([]);
  expect(await line()).toBe('suspended');
  expect(await page(payment)).toMatchObject({
    status: 'refunded',
    refunds: [{ status: 'done', payout: { method: 'cash', by: { id: cashier.id } } }],
  });
  expect((await mails()).some((mail) => mail.includes('was paid back to you in cash'))).toBe(true);
  expect((await cash(reference)).body.code).toBe('payout.not-found');

  const { shift } = await till();
  const closed = await bed.call(cashier, 'POST', '/api/staff/till/close', { shiftId: shift.id, counted: 0 });
  expect(closed.body.shift).toMatchObject({ expected: 0, difference: 0 });
});

it.each([
  ['POS', 'pos'],
  ['a deposit', 'deposit'],
  ['cash', 'cash'],
])('a refund of %s goes by a transfer whose number at the bank is used once', async (_name, method) => {
  const slip = method === 'cash' ? {} : { outsideReference: newForm() };
  const [first, second] = [await take({ method, ...slip }), await take({ amount: 500 })];
  const number = `nip/${newForm()}`;
  const latest = await refund(second);
  expect((await transfer(latest, number)).status).toBe(200);
  const reference = await refund(first);
  const used = await transfer(reference, ` ${number.toUpperCase()} `);
  expect(used).toMatchObject({
    status: 409,
    body: { code: 'counter.reference-used', errors: { bankReference: expect.any(String) } },
  });
  const form = newForm();
  const taps = await Promise.all([1, 2].map(() => transfer(reference, `${number}-2`, form)));
  expect(taps.map(({ status }) => status)).toEqual([200, 200]);
  expect((await transfer(latest, `${number}-2`, form)).body.code).toBe('counter.request-reused');
  expect((await page(first)).status).toBe('refunded');
  expect((await mails()).some((mail) => mail.includes('goes to your bank account'))).toBe(true);
});

it('cash is not handed out without an open till, more than is in it, or by who asked for it alone', async () => {
  const payment = await take({ method: 'pos', outsideReference: newForm() });
  const reference = await refund(payment, cashier);
  expect((await cash(reference)).body.code).toBe('payout.second-person');
  expect((await cash(reference, colleague)).body.code).toBe('till.not-open');
  await bed.call(colleague, 'POST', '/api/staff/till/open', {});
  expect((await cash(reference, colleague)).body.code).toBe('till.too-little');
  expect((await cash('R-nothing')).body.code).toBe('payout.not-found');
  expect((await page(payment)).status).toBe('successful');
});

it('of a sum that needs approval nothing is to be paid out before it, and its requester may hand it out then', async () => {
  const payment = await take({ amount: 400_000, planId: undefined });
  const path = `/api/staff/payments/${payment}`;
  await bed.call(cashier, 'POST', `${path}/refund`, { reason: 'Paid for somebody else' });
  expect(await waiting()).toEqual([]);
  const approval = { approve: true, reason: 'Seen the slip' };
  await bed.call(colleague, 'POST', `${path}/refund-approval`, approval);
  const [{ reference, approvedBy }] = await waiting();
  expect(approvedBy.id).toBe(colleague.id);
  expect((await cash(reference)).status).toBe(200);
  expect(await till()).toMatchObject({ balance: 0 });
});

it('one that nobody collects is withdrawn, and the money counts again', async () => {
  const payment = await take({ amount: 900, planId: undefined });
  const reference = await refund(payment);
  const credit = async () => (await bed.call(customer, 'GET', '/api/user/credit')).body.balance;
  expect(await credit()).toBe(0);
  const withdraw = { approve: false, reason: 'Stays with us' };
  const withdrawn = await bed.call(colleague, 'POST', `/api/staff/payments/${payment}/refund-approval`, withdraw);
  expect(withdrawn.body.payment).toMatchObject({ status: 'successful', refunds: [{ status: 'failed' }] });
  expect(await credit()).toBe(900);
  expect((await cash(reference)).body.code).toBe('payout.not-found');
  expect((await mails()).some((mail) => mail.includes('Your refund was withdrawn'))).toBe(true);
  expect(await refund(payment)).not.toBe(reference);
});

it('one that waits for more than a day needs attention', async () => {
  const kinds = async () =>
    (await bed.call(cashier, 'GET', '/api/staff/overview')).body.attention.map(({ kind }: { kind: string }) => kind);
  await refund(await take());
  bed.wait(20 * 3_600_000);
  const before = await kinds();
  bed.wait(5 * 3_600_000);
  expect([before.includes('refunds-to-pay-out'), (await kinds()).includes('refunds-to-pay-out')]).toEqual([
    false,
    true,
  ]);
});
