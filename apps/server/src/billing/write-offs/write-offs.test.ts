import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const ROUTER = 22_500;

let bed: PaymentTestbed;
let router: string;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  const products = (await bed.call(await bed.createStaff(), 'GET', '/api/staff/charge-products')).body;
  router = products.find(({ name }: { name: string }) => name === 'Router').id;
});
afterAll(() => bed.close());

let staff: Customer;
let customer: Customer;
beforeEach(async () => {
  [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
  await bed.pay(customer);
});

let forms = 0;
const newForm = () => `write-off-form-${forms++}`;
const charge = async (quantity = 1) =>
  (await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/charges`, { product: router, quantity })).body
    .charge;
const writeOff = (form: object, by = staff) =>
  bed.call(by, 'POST', `/api/staff/customers/${customer.id}/write-offs`, {
    reason: 'Moved away, router lost',
    clientRequestId: newForm(),
    ...form,
  });
const counter = async () => (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/counter`)).body;
const balances = async () =>
  Object.fromEntries(
    (
      await bed.rows(
        `select account, sum(amount)::float as sum from ledger_entries
         where user_id = $1 and account in ('bad-debts', 'receivable', 'revenue') group by account`,
        [customer.id],
      )
    ).map(({ account, sum }) => [account, sum]),
  );

describe('an unpaid invoice', () => {
  it('is written off once: a loss in the ledger, due no more, and to be paid after all', async () => {
    const { invoiceNumber } = await charge();
    const clientRequestId = newForm();
    const answers = await Promise.all([
      writeOff({ invoiceNumber, clientRequestId }),
      writeOff({ invoiceNumber, clientRequestId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.writeOff).toMatchObject({
      status: 'booked',
      amount: ROUTER,
      requestedBy: { id: staff.id },
    });
    expect((await writeOff({ invoiceNumber })).body.code).toBe('write-off.under-way');
    expect(await counter()).toMatchObject({ due: [], total: 0 });
    const bill = async () => (await bed.call(customer, 'GET', `/api/user/invoices/${invoiceNumber}`)).body;
    expect(await bill()).toMatchObject({ status: 'open', writtenOff: ROUTER });
    const page = async () => (await customer.browser.get(`/api/user/invoices/${invoiceNumber}/page`)).body;
    for (const shown of ['Written off', 'Nothing is owed', 'any more.']) expect(await page()).toContain(shown);
    expect(await balances()).toEqual({ 'bad-debts': ROUTER, receivable: 0, revenue: -25_000 - ROUTER });
    const { id } = answers[0]?.body.writeOff ?? {};
    const order = { amount: ROUTER, email: customer.email, plan: bed.planId, charge: invoiceNumber };
    const { reference } = (await bed.call(customer, 'POST', '/api/payment/paystack/initialize', order)).body.data;
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(customer, 'paystack', reference);
    await bed.quiet();
    expect(await balances()).toEqual({ 'bad-debts': 0, receivable: 0, revenue: -25_000 - ROUTER });
    expect(await bill()).not.toHaveProperty('writtenOff');
    expect(await page()).not.toContain('Written off');
    const [row] = (await bed.call(staff, 'GET', `/api/staff/write-offs?customer=${customer.id}`)).body;
    expect(row).toMatchObject({ id, status: 'reversed', reversedAt: expect.any(String) });
    expect(await bed.violations()).toEqual([]);
  });

  it('above the operator’s sum waits for a second person, and is due until then', async () => {
    const { invoiceNumber } = await charge(100);
    const asked = await writeOff({ invoiceNumber });
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    expect(await counter()).toMatchObject({ total: 100 * ROUTER });
    const decide = (by: Customer, approve: boolean) =>
      bed.call(by, 'POST', `/api/staff/write-offs/${asked.body.writeOff.id}/decision`, { approve, reason: 'Seen' });
    expect((await decide(staff, true)).body.code).toBe('write-off.second-person');
    const others = [await bed.createStaff(), await bed.createStaff()];
    const answers = await Promise.all(others.map((other) => decide(other, true)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await counter()).toMatchObject({ total: 0 });
    expect(await balances()).toMatchObject({ 'bad-debts': 100 * ROUTER });
    expect(await bed.violations()).toEqual([]);
  });

  it('is due again when staff take the write-off back, and can be written off again', async () => {
    const { invoiceNumber } = await charge();
    const { id } = (await writeOff({ invoiceNumber })).body.writeOff;
    const path = `/api/staff/write-offs/${id}/reversal`;
    expect((await bed.call(staff, 'POST', path, { reason: 'Came back' })).body.writeOff.status).toBe('reversed');
    expect((await bed.call(staff, 'POST', path, { reason: 'Again' })).body.code).toBe('write-off.not-found');
    expect(await counter()).toMatchObject({ total: ROUTER });
    expect((await writeOff({ invoiceNumber })).status).toBe(200);
    expect(await balances()).toMatchObject({ 'bad-debts': ROUTER, receivable: 0 });
    expect(await bed.violations()).toEqual([]);
  });

  it('cannot be written off when it is paid, a month’s, somebody else’s or not there', async () => {
    const { invoiceNumber } = await charge();
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    const cash = { amount: ROUTER, method: 'cash', clientRequestId: newForm() };
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, cash);
    expect((await writeOff({ invoiceNumber })).body.code).toBe('write-off.not-possible');
    const [{ number } = {}] = await bed.rows(
      "select invoice_number as number from invoices where user_id = $1 and kind = 'period'",
      [customer.id],
    );
    expect((await writeOff({ invoiceNumber: number })).body.code).toBe('write-off.not-possible');
    expect((await writeOff({ invoiceNumber: 'nothing' })).body.code).toBe('invoice.not-found');
    expect((await writeOff({ invoiceNumber, reason: ' ' })).status).toBe(422);
  });
});
