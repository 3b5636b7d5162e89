import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';

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
const newForm = () => `charge-form-${forms++}`;
const charge = (change: object = {}, who = customer) =>
  bed.call(staff, 'POST', `/api/staff/customers/${who.id}/charges`, { product: router, quantity: 1, ...change });
const counter = async () => (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/counter`)).body;
const invoice = async (number: string) => (await bed.call(customer, 'GET', `/api/user/invoices/${number}`)).body;
const payAtCounter = (amount: number) =>
  bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, {
    amount,
    method: 'cash',
    clientRequestId: newForm(),
  });

describe('a one-off charge', () => {
  it('is on an invoice with VAT at once, and is paid at the counter before anything newer', async () => {
    const { status, body } = await charge({ quantity: 2 });
    expect(status, JSON.stringify(body)).toBe(200);
    const { invoiceNumber, total } = body.charge;
    expect(total).toBe(2 * ROUTER);
    expect(await invoice(invoiceNumber)).toMatchObject({ kind: 'charge', status: 'open', total: 45_000, vat: 3139.53 });
    expect(await counter()).toMatchObject({ total: 45_000, due: [{ invoiceNumber, label: 'Router, 2 times' }] });
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    await payAtCounter(40_000);
    expect(await invoice(invoiceNumber)).toMatchObject({ status: 'open' });
    const paid = (await payAtCounter(6000)).body;
    expect(paid.lines).toContainEqual({ label: 'Router, 2 times', amount: 45_000 });
    expect(await invoice(invoiceNumber)).toMatchObject({ status: 'paid' });
    expect(await counter()).toMatchObject({ total: 0, credit: 1000, due: [] });
    expect(await bed.violations()).toEqual([]);
  });

  it('one sum pays several, oldest first, with the credit that it leaves', async () => {
    const numbers = [];
    for (let count = 0; count < 3; count++) numbers.push((await charge()).body.charge.invoiceNumber);
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    await payAtCounter(2 * ROUTER + 100);
    const statuses = await Promise.all(numbers.map(async (number) => (await invoice(number)).status));
    expect(statuses).toEqual(['paid', 'paid', 'open']);
    expect(await counter()).toMatchObject({ credit: 100, total: ROUTER - 100 });
    expect(await bed.violations()).toEqual([]);
  });

  it('is paid at a gateway, once, and refunded with a credit note', async () => {
    const { id, invoiceNumber } = (await charge()).body.charge;
    const quote = (await bed.call(customer, 'GET', `/api/user/charge-quote?charge=${invoiceNumber}`)).body;
    expect(quote).toMatchObject({ total: ROUTER, lines: [{ label: 'Router', amount: ROUTER }] });
    const order = { amount: ROUTER, email: customer.email, plan: bed.planId, charge: id };
    const opened = await bed.call(customer, 'POST', '/api/payment/paystack/initialize', order);
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    const { reference } = opened.body.data;
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(customer, 'paystack', reference);
    await bed.quiet();
    expect(await invoice(invoiceNumber)).toMatchObject({ status: 'paid' });
    const again = await bed.call(customer, 'POST', '/api/payment/paystack/initialize', order);
    expect(again.body.code).toBe('charge.paid');
    const page = (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
    expect(page).toMatchObject({ description: 'Router', period: { kind: 'charge' }, refundable: { amount: ROUTER } });
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Sent back' });
    await settleRefunds(bed);
    expect(await invoice(invoiceNumber)).toMatchObject({ creditNotes: [{ total: ROUTER }] });
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body).toMatchObject({ status: 'active' });
    expect(await bed.violations()).toEqual([]);
  });

  it('is paid with credit, and a second payment for it becomes credit', async () => {
    const { id } = (await charge()).body.charge;
    const order = { amount: ROUTER, email: customer.email, plan: bed.planId, charge: id };
    const { reference } = (await bed.call(customer, 'POST', '/api/payment/paystack/initialize', order)).body.data;
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/credit`, { amount: ROUTER, reason: 'Ours' });
    const paid = await bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId, charge: id });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(customer, 'paystack', reference);
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body).toMatchObject({ balance: ROUTER });
    expect(await bed.violations()).toEqual([]);
  });

  it('of an account without a plan is paid at a gateway, by its customer or by a link, and refunded', async () => {
    customer = await bed.createCustomer();
    const { id, invoiceNumber } = (await charge()).body.charge;
    const quote = await bed.call(customer, 'GET', `/api/user/charge-quote?charge=${invoiceNumber}`);
    expect(quote.body).toMatchObject({ total: ROUTER, plan: { name: 'Router' } });
    const order = { amount: ROUTER, email: customer.email, plan: bed.planId, charge: id };
    const { reference } = (await bed.call(customer, 'POST', '/api/payment/paystack/initialize', order)).body.data;
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(customer, 'paystack', reference);
    await bed.quiet();
    expect(await invoice(invoiceNumber)).toMatchObject({ status: 'paid' });
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Sent back' });
    await settleRefunds(bed);
    expect(await invoice(invoiceNumber)).toMatchObject({ creditNotes: [{ total: ROUTER }] });

    const second = (await charge()).body.charge.invoiceNumber;
    for (const what of [{ invoiceNumber: second }, { amount: 700 }]) {
      const form = { sendBy: 'screen', clientRequestId: newForm(), ...what };
      const { body } = await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/payment-links`, form);
      const token = body.url.split('#')[1];
      const { bill } = (await bed.call(null, 'POST', '/api/payment-links/read', { token, check: false })).body;
      const paying = { token, amount: bill.amount, gateway: 'paystack' };
      expect((await bed.call(null, 'POST', '/api/payment-links/pay', paying)).status).toBe(200);
      const [opened] = await bed.rows(
        'select reference from payments where user_id = $1 order by created_at desc limit 1',
        [customer.id],
      );
      bed.sandbox.decide(String(opened?.reference), 'approve');
      await bed.quiet();
    }
    expect(await invoice(second)).toMatchObject({ status: 'paid' });
    expect(await counter()).toMatchObject({ needsPlan: true, credit: 700, due: [] });
    expect(await bed.violations()).toEqual([]);
  });

  it('stays open when the line is suspended, and is nobody else’s', async () => {
    const { id, invoiceNumber } = (await charge()).body.charge;
    const other = await bed.createCustomer();
    await bed.pay(other);
    const order = { amount: ROUTER, email: other.email, plan: bed.planId, charge: id };
    expect((await bed.call(other, 'POST', '/api/payment/paystack/initialize', order)).body.code).toBe(
      'charge.not-found',
    );
    expect((await bed.call(other, 'GET', `/api/user/invoices/${invoiceNumber}`)).status).toBe(404);
    const [month] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    await bed.call(staff, 'POST', `/api/staff/payments/${month.reference}/refund`, { reason: 'Moved' });
    await bed.quiet();
    expect(await invoice(invoiceNumber)).toMatchObject({ status: 'open' });
  });

  it('is made once for a form, and refused in clear words where the form is wrong', async () => {
    const clientRequestId = newForm();
    const answers = await Promise.all([charge({ clientRequestId }), charge({ clientRequestId })]);
    expect(new Set(answers.map(({ body }) => body.charge.invoiceNumber)).size).toBe(1);
    expect((await charge({ clientRequestId, quantity: 2 })).body.code).toBe('counter.request-reused');
    for (const quantity of [0, -1, 1.5, 1000, '2'])
      expect((await charge({ quantity })).status, `${quantity}`).toBe(422);
    expect((await charge({ product: 'nothing' })).body.code).toBe('charge-product.not-found');
    expect((await charge({}, { ...customer, id: 2_000_000_000 })).body.code).toBe('customer.not-found');
  });
});

describe('what is charged', () => {
  const products = async () => (await bed.call(staff, 'GET', '/api/staff/charge-products/all')).body;
  const put = async (url: string, payload: object) => {
    const answer = await staff.browser.put(url, payload);
    return { status: answer.statusCode, body: answer.json() };
  };

  it('costs another sum from now on, with or without VAT; invoices keep theirs', async () => {
    const name = `Cable ${newForm()}`;
    const made = await bed.call(staff, 'POST', '/api/staff/charge-products', { name, price: 10_000, bearsVat: true });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { id } = made.body.product;
    const first = (await charge({ product: id })).body.charge;
    const path = `/api/staff/charge-products/${id}`;
    expect((await put(path, { name, price: 12_000, bearsVat: false })).body.product).toMatchObject({
      price: 12_000,
      bearsVat: false,
      prices: [
        { price: 12_000, bearsVat: false, setBy: expect.any(String) },
        { price: 10_000, bearsVat: true },
      ],
    });
    const second = (await charge({ product: id })).body.charge;
    expect(await invoice(first.invoiceNumber)).toMatchObject({ total: 10_000, vat: 697.67 });
    expect(await invoice(second.invoiceNumber)).toMatchObject({ total: 12_000, vat: 0 });
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    const paid = [(await payAtCounter(10_000)).body, (await payAtCounter(12_000)).body];
    const vats = await bed.rows(
      'select vat_included::float as vat from receipts where receipt_number = any($1) order by 1 desc',
      [paid.map(({ receiptNumber }) => receiptNumber)],
    );
    expect(vats).toEqual([{ vat: 697.67 }, { vat: 0 }]);
    const [{ month } = {}] = await bed.rows("select to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM') as month");
    const journal = await staff.browser.get(`/api/staff/journal.csv?month=${month}`);
    expect(journal.statusCode, journal.body).toBe(200);
    expect(
      await bed.rows('select 1 from ledger_entries where account = $1 and amount = -12000', ['revenue']),
    ).toHaveLength(1);
    expect(journal.body).toMatch(/revenue,,12000\.00,/);
    expect((await put(`${path}/active`, { active: false })).body.product).toMatchObject({ active: false });
    expect((await charge({ product: id })).body.code).toBe('charge-product.not-found');
    expect((await products()).find((each: { id: string }) => each.id === id)).toMatchObject({ active: false });
    expect(await bed.violations()).toEqual([]);
  });

  it('keeps the price that it began with in its history', async () => {
    const visit = (await products()).find(({ name }: { name: string }) => name === 'Visit of a technician');
    expect(visit).toMatchObject({ bearsVat: true, prices: [{ price: 7500, setBy: null }] });
  });

  it('is refused in clear words where the form is wrong', async () => {
    const good = { name: 'Splitter', price: 100, bearsVat: true };
    for (const form of [{ name: ' ' }, { price: 0 }, { price: 1.001 }, { bearsVat: 'yes' }]) {
      const made = await bed.call(staff, 'POST', '/api/staff/charge-products', { ...good, ...form });
      expect(made.status, JSON.stringify(form)).toBe(422);
    }
    const taken = await bed.call(staff, 'POST', '/api/staff/charge-products', { ...good, name: 'Router' });
    expect(taken.body.code).toBe('charge-product.name-taken');
    expect((await put('/api/staff/charge-products/nothing', good)).body.code).toBe('charge-product.not-found');
  });
});
