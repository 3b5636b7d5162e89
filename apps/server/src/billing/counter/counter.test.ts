import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

let cashier: Customer;
let customer: Customer;
beforeEach(async () => {
  [cashier, customer] = [await bed.createStaff(), await bed.createCustomer()];
  await bed.call(cashier, 'POST', '/api/staff/till/open', {});
});

let forms = 0;
const newForm = () => `form-number-${forms++}`;

/** Cash for the first plan, unless told otherwise. */
const take = (form: object, by = cashier, from = customer) =>
  bed.call(by, 'POST', `/api/staff/customers/${from.id}/counter-payments`, {
    amount: 25_000,
    method: 'cash',
    planId: bed.planId,
    clientRequestId: newForm(),
    ...form,
  });
const due = async (who = customer) => (await bed.call(cashier, 'GET', `/api/staff/customers/${who.id}/counter`)).body;
const till = async (who = cashier) => (await bed.call(who, 'GET', '/api/staff/till')).body;
const credit = async () => (await due()).credit;
const subscription = async () => (await bed.call(customer, 'GET', '/api/user/subscription')).body;

describe('money at the counter', () => {
  it('activates the line of a customer who chooses a plan there, with invoice and receipt', async () => {
    expect(await due()).toMatchObject({ needsPlan: true, due: [], total: 0 });
    const { status, body } = await take({ amount: 25_000 });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ payment: { gateway: 'cash', status: 'successful', amount: 25_000 } });
    expect(await subscription()).toMatchObject({ status: 'active' });
    const [payment] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    expect(payment).toMatchObject({ gateway: 'cash', receiptNumber: body.receiptNumber });
    expect(await bed.rows('select status from invoices where user_id = $1', [customer.id])).toEqual([
      { status: 'paid' },
    ]);
    expect(await due()).toMatchObject({ due: [], total: 0, credit: 0 });
    expect(await bed.violations()).toEqual([]);
  });

  it('becomes credit where it is too much or too little, and the month is paid once the credit covers it', async () => {
    await take({ amount: 10_000 });
    expect(await due()).toMatchObject({ credit: 10_000, total: 15_000, due: [{ amount: 25_000 }] });
    expect(await subscription()).toMatchObject({ status: 'pending' });
    await take({ amount: 15_500, method: 'pos', outsideReference: newForm() });
    expect(await subscription()).toMatchObject({ status: 'active' });
    expect(await credit()).toBe(500);
    await take({ amount: 1000 });
    expect(await credit()).toBe(1500);
    expect(await bed.violations()).toEqual([]);
  });

  it('is always taken: without a plan it is kept as credit, which pays for the plan that is chosen later', async () => {
    const { status, body } = await take({ amount: 30_000, planId: undefined });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.lines).toEqual([{ label: 'Account credit', amount: 30_000 }]);
    expect(await due()).toMatchObject({ needsPlan: true, credit: 30_000, due: [] });
    expect(await subscription()).toBeNull();
    expect((await bed.call(customer, 'GET', '/api/user/lines')).body).toMatchObject([{ planId: null, status: null }]);
    await take({ amount: 100 });
    expect(await subscription()).toMatchObject({ status: 'active' });
    expect(await credit()).toBe(5100);
    expect(await bed.violations()).toEqual([]);
  });

  it('pays the installation of a customer without a plan, with every document, and no plan is made up', async () => {
    const products = (await bed.call(cashier, 'GET', '/api/staff/charge-products')).body;
    const { id: product } = products.find(({ name }: { name: string }) => name === 'Installation');
    const charged = await bed.call(cashier, 'POST', `/api/staff/customers/${customer.id}/charges`, {
      product,
      quantity: 1,
    });
    expect(charged.status, JSON.stringify(charged.body)).toBe(200);
    const { total, invoiceNumber } = charged.body.charge;
    expect(await due()).toMatchObject({ needsPlan: true, total, due: [{ kind: 'charge', invoiceNumber }] });
    const paid = await take({ amount: total + 100, planId: undefined, method: 'pos', outsideReference: newForm() });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    await take({ amount: 50, planId: undefined });
    await take({ amount: 25, planId: undefined, method: 'deposit', outsideReference: newForm() });
    expect(await due()).toMatchObject({ needsPlan: true, credit: 175, due: [], total: 0 });
    expect(await bed.rows('select 1 from user_subscriptions where user_id = $1', [customer.id])).toEqual([]);
    const { receiptNumber } = paid.body;
    for (const path of [
      `/api/user/receipts/${receiptNumber}`,
      `/api/staff/receipts/${receiptNumber}`,
      `/api/staff/receipts/${receiptNumber}/pdf`,
      `/api/user/invoices/${invoiceNumber}`,
      `/api/user/invoices/${invoiceNumber}/page`,
      `/api/user/invoices/${invoiceNumber}/pdf`,
      `/api/user/statements/${new Date(bed.deps.clock().getTime() + 3_600_000).toISOString().slice(0, 7)}`,
      `/api/staff/payments/${paid.body.payment.reference}`,
    ]) {
      const by = path.startsWith('/api/staff') ? cashier : customer;
      expect((await by.browser.get(path)).statusCode, path).toBe(200);
    }
    expect((await bed.call(customer, 'GET', `/api/user/invoices/${invoiceNumber}`)).body).toMatchObject({
      status: 'paid',
      total,
    });
    expect((await bed.call(customer, 'GET', '/api/user/payments')).body).toHaveLength(3);
    expect(await bed.violations()).toEqual([]);
  });

  it('pays a month that the credit of before covers, and keeps the money as credit', async () => {
    await take({ amount: 24_999.5 });
    await bed.rows('update service_plans set price = 20000 where id = $1', [bed.planId]);
    await take({ amount: 100 });
    await bed.rows('update service_plans set price = 25000 where id = $1', [bed.planId]);
    expect(await subscription()).toMatchObject({ status: 'active' });
    expect(await credit()).toBe(5099.5);
    expect(await bed.violations()).toEqual([]);
  });

  it('is recorded once for a form, however often and at once it is sent', async () => {
    const form = { amount: 25_000, clientRequestId: newForm() };
    const answers = await Promise.all([take(form), take(form), take(form)]);
    const again = await take(form);
    expect(new Set([...answers, again].map(({ body }) => body.receiptNumber)).size).toBe(1);
    expect(await till()).toMatchObject({ balance: 25_000 });
    expect((await take({ ...form, amount: 24_000 })).body.code).toBe('counter.request-reused');
    const other = await bed.createCustomer();
    expect((await take(form, cashier, other)).body.code).toBe('counter.request-reused');
  });

  it('is refused with the number of a slip that was used before, however it is written', async () => {
    const slip = newForm();
    await take({ method: 'deposit', outsideReference: `zb/${slip}` });
    const repeats = [
      `ZB/${slip.toUpperCase()}`,
      ` zb/ ${slip} `,
      `'zb/${slip}`,
      `zb\u200b/\u00a0${slip.replaceAll('-', '–')}`,
    ];
    for (const outsideReference of repeats) {
      const { status, body } = await take({ method: 'pos', outsideReference });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'counter.reference-used', errors: { outsideReference: expect.any(String) } });
    }
    const [first, second] = [newForm(), newForm()];
    const race = await Promise.all(
      [first, second].map((clientRequestId) => take({ method: 'pos', outsideReference: 'RACE', clientRequestId })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await till()).toMatchObject({ balance: 0, shift: { deposits: 25_000, pos: 25_000, cash: 0 } });
  });

  it('is refused in clear words where the form is wrong', async () => {
    const wrong: readonly [object, number][] = [
      [{ amount: 0 }, 422],
      [{ amount: -5 }, 422],
      [{ amount: 10.001 }, 422],
      [{ amount: 1e12 }, 422],
      [{ amount: '5' }, 422],
      [{ method: 'cheque' }, 422],
      [{ method: 'pos' }, 422],
      [{ method: 'pos', outsideReference: '   ' }, 422],
      [{ clientRequestId: 'short' }, 422],
      [{ planId: 'nothing' }, 404],
      [{ slipId: 'nothing' }, 404],
    ];
    for (const [form, status] of wrong) {
      expect((await take(form)).status, JSON.stringify(form)).toBe(status);
    }
    expect((await take({}, cashier, { ...customer, id: 2_000_000_000 })).body.code).toBe('customer.not-found');
    expect((await take({}, await bed.createStaff())).body.code).toBe('till.not-open');
    expect(await till()).toMatchObject({ balance: 0 });
  });

  it('goes back above the operator’s sum only when a second person approves', async () => {
    const { body } = await take({ amount: 400_000, planId: undefined });
    const path = `/api/staff/payments/${body.payment.reference}`;
    const asked = await bed.call(cashier, 'POST', `${path}/refund`, { reason: 'Paid for somebody else' });
    expect(asked.body.payment).toMatchObject({ status: 'successful' });
    const decide = (by: Customer) =>
      bed.call(by, 'POST', `${path}/refund-approval`, { approve: true, reason: 'Seen the slip' });
    expect((await decide(cashier)).body.code).toBe('refund.second-person');
    expect((await decide(await bed.createStaff())).body.payment).toMatchObject({
      status: 'successful',
      refunds: [{ status: 'to-pay-out' }],
    });
    expect(await credit()).toBe(0);
    expect(await bed.violations()).toEqual([]);
  });
});

describe('the photograph of a deposit slip', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  const upload = (bytes: Buffer) =>
    bed.app.inject({
      method: 'POST',
      url: '/api/staff/deposit-slips?name=slip.pdf',
      headers: {
        'content-type': 'application/pdf',
        'sec-fetch-site': 'same-origin',
        cookie: `session=${cashier.browser.cookies.get('session')}`,
      },
      payload: bytes,
    });

  it('belongs to one payment and is read by staff', async () => {
    const { slip } = (await upload(pdf)).json();
    const form = { method: 'deposit', slipId: slip.id };
    const taken = await take({ ...form, outsideReference: newForm() });
    expect(taken.status).toBe(200);
    const page = await bed.call(cashier, 'GET', `/api/staff/payments/${taken.body.payment.reference}`);
    expect(page.body.counter).toMatchObject({ takenBy: { id: cashier.id }, slipId: slip.id, withheld: 0 });
    expect((await take({ ...form, outsideReference: newForm() })).body.code).toBe('counter.reference-used');
    const read = await cashier.browser.get(`/api/staff/deposit-slips/${slip.id}`);
    expect(read.rawPayload).toEqual(pdf);
    expect((await upload(Buffer.from('a program'))).json().code).toBe('file.not-accepted');
  });
});

describe('a till', () => {
  it('is closed with what was counted, and the difference is booked and seen by others', async () => {
    await take({ amount: 25_000 });
    const { shift } = await till();
    const close = (closing: object) =>
      bed.call(cashier, 'POST', '/api/staff/till/close', { shiftId: shift.id, counted: 24_500, ...closing });
    expect((await close({})).body).toMatchObject({ code: 'till.note-needed', errors: { note: expect.any(String) } });
    const closed = await close({ note: 'A note was torn' });
    expect(closed.body.shift).toMatchObject({ expected: 25_000, counted: 24_500, difference: -500 });
    expect((await close({ note: 'A note was torn' })).status).toBe(200);
    expect((await close({ counted: 1, note: 'x' })).body.code).toBe('till.not-open');
    expect(await till()).toEqual({ balance: 24_500, shift: null });
    const seen = (await bed.call(await bed.createStaff(), 'GET', '/api/staff/till-shifts')).body;
    expect(seen[0]).toMatchObject({ id: shift.id, difference: -500, note: 'A note was torn', payments: 1 });
    expect((await take({})).body.code).toBe('till.not-open');
    expect(await bed.violations()).toEqual([]);
  });

  it('hands cash over to the bank once, never more than is in it', async () => {
    await take({ amount: 25_000 });
    const order = { amount: 20_000, bankReference: newForm(), clientRequestId: newForm() };
    const handOver = (change: object = {}) =>
      bed.call(cashier, 'POST', '/api/staff/till/hand-overs', { ...order, ...change });
    const answers = await Promise.all([handOver(), handOver()]);
    expect(answers.map(({ body }) => body.till.balance)).toEqual([5000, 5000]);
    const another = { clientRequestId: newForm() };
    expect((await handOver({ ...another, amount: 100 })).body.code).toBe('counter.reference-used');
    expect((await handOver({ ...another, bankReference: newForm() })).body.code).toBe('till.too-little');
    expect((await handOver({ amount: 1 })).body.code).toBe('counter.request-reused');
    expect(await till()).toMatchObject({ balance: 5000, shift: { handedOver: 20_000 } });
    expect(await bed.violations()).toEqual([]);
  });
});
