import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MONTH = 25_000;
const HOUR_MS = 3_600_000;
/** Fixed by default, so that every run tries the same sequences. */
const SEED = Number(process.env.HISTORIES_SEED ?? 20_261_127);

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
});

let forms = 0;
const newForm = () => `link-form-${forms++}`;
const make = (form: object, of = customer) =>
  bed.call(staff, 'POST', `/api/staff/customers/${of.id}/payment-links`, {
    sendBy: 'screen',
    clientRequestId: newForm(),
    ...form,
  });
const tokenOf = ({ body }: Awaited<ReturnType<typeof make>>): string => body.url.split('#')[1];
const read = async (token: string, check = false) =>
  (await bed.call(null, 'POST', '/api/payment-links/read', { token, check })).body;
const pay = (token: string, amount: number, gateway = 'paystack') =>
  bed.call(null, 'POST', '/api/payment-links/pay', { token, amount, gateway });
const referenceAt = async (gateway: string, of = customer) =>
  String(
    (
      await bed.rows(
        'select reference from payments where user_id = $1 and gateway = $2 and link_id is not null order by created_at desc',
        [of.id, gateway],
      )
    )[0]?.reference,
  );
const approve = async (gateway: string, of = customer) => bed.sandbox.decide(await referenceAt(gateway, of), 'approve');
const charge = async (of = customer) =>
  (await bed.call(staff, 'POST', `/api/staff/customers/${of.id}/charges`, { product: router, quantity: 1 })).body
    .charge;
const counter = async () => (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/counter`)).body;

describe('a payment link', () => {
  it('lets anybody pay a month of a customer, and tells them no more than they need', async () => {
    const made = await make({ planId: bed.planId });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const token = tokenOf(made);
    const shown = await read(token);
    expect(shown).toEqual({
      state: 'open',
      bill: {
        firstName: expect.any(String),
        accountEnding: expect.stringMatching(/^\d{3}$/),
        label: 'Premium Fiber 100Mbps, one month',
        amount: MONTH,
      },
      isUnderWay: false,
      expiresAt: expect.any(String),
    });
    const { status, body } = await pay(token, MONTH);
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await read(token)).isUnderWay).toBe(true);
    await approve('paystack');
    expect(await read(token, true)).toMatchObject({ state: 'paid', isUnderWay: false });
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body).toMatchObject({ status: 'active' });
    const [payment] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    expect(payment).toMatchObject({ status: 'successful', amount: MONTH, receiptNumber: expect.any(String) });
    expect((await pay(token, MONTH)).body.code).toBe('payment-link.closed');
    const [link] = (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/payment-links`)).body;
    expect(link).toMatchObject({ state: 'paid', reference: payment.reference, createdBy: { id: staff.id } });
    expect(await bed.violations()).toEqual([]);
  });

  it('shows the gateway the provider’s address and not the customer’s, and stores no token', async () => {
    const token = tokenOf(await make({ amount: 5000 }));
    const { url } = (await pay(token, 5000)).body;
    const stored = JSON.stringify(await bed.rows('select * from payment_links where user_id = $1', [customer.id]));
    expect(stored).not.toContain(token);
    expect(await (await fetch(url)).text()).not.toContain(customer.email);
    expect(token.length).toBeGreaterThanOrEqual(43);
  });

  it('of a sum pays what is due, oldest first, and the rest is credit', async () => {
    await bed.pay(customer);
    const { invoiceNumber } = await charge();
    const token = tokenOf(await make({ amount: 30_000 }));
    await pay(token, 30_000);
    await approve('paystack');
    await read(token, true);
    await bed.quiet();
    expect((await bed.call(customer, 'GET', `/api/user/invoices/${invoiceNumber}`)).body.status).toBe('paid');
    expect(await counter()).toMatchObject({ due: [], credit: 7500 });
    expect(await bed.violations()).toEqual([]);
  });

  it('has one effect when two people pay it at once at two gateways: the other money becomes credit', async () => {
    await bed.pay(customer);
    const { invoiceNumber } = await charge();
    const token = tokenOf(await make({ invoiceNumber }));
    const opened = await Promise.all([pay(token, 22_500), pay(token, 22_500), pay(token, 22_500, 'flutterwave')]);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(opened[0]?.body.url).toBe(opened[1]?.body.url);
    await Promise.all([approve('paystack'), approve('flutterwave')]);
    await Promise.all([read(token, true), read(token, true)]);
    await bed.quiet();
    expect((await bed.call(customer, 'GET', `/api/user/invoices/${invoiceNumber}`)).body.status).toBe('paid');
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body).toMatchObject({ balance: 22_500 });
    expect(await bed.violations()).toEqual([]);
  });

  it('is closed when it is withdrawn or expired, or what it was for is paid; money on its way still settles', async () => {
    const closed = async (token: string, state: string) => {
      expect(await read(token)).toMatchObject({ state, bill: null });
      expect((await pay(token, 5000)).body.code).toBe('payment-link.closed');
    };
    const withdrawn = await make({ amount: 5000 });
    await pay(tokenOf(withdrawn), 5000);
    const path = `/api/staff/payment-links/${withdrawn.body.link.id}/withdraw`;
    expect((await bed.call(staff, 'POST', path, {})).body.link).toMatchObject({ state: 'withdrawn' });
    expect((await bed.call(staff, 'POST', path, {})).body.code).toBe('payment-link.closed');
    await closed(tokenOf(withdrawn), 'withdrawn');
    await approve('paystack');
    await read(tokenOf(withdrawn), true);
    await bed.quiet();
    expect(await counter()).toMatchObject({ credit: 5000 });
    const month = await make({ planId: bed.planId });
    await bed.pay(customer, 'paystack', MONTH - 5000);
    await closed(tokenOf(month), 'settled');
    const old = await make({ amount: 5000 });
    bed.wait(72 * HOUR_MS);
    await closed(tokenOf(old), 'expired');
    expect(await bed.violations()).toEqual([]);
  });

  it('is made once for a form, and one that was shown to nobody is shown again', async () => {
    const clientRequestId = newForm();
    const first = await make({ amount: 5000, clientRequestId });
    const second = await make({ amount: 5000, clientRequestId });
    expect(second.body.link.id).toBe(first.body.link.id);
    expect((await bed.call(null, 'POST', '/api/payment-links/read', { token: tokenOf(first) })).status).toBe(404);
    expect(await read(tokenOf(second))).toMatchObject({ state: 'open' });
    const other = await make({ amount: 5000, clientRequestId, sendBy: 'mail' });
    expect(other.body.code).toBe('counter.request-reused');
    const mailed = { amount: 5000, clientRequestId: newForm(), sendBy: 'mail' };
    const answers = [await make(mailed), await make(mailed)];
    expect(answers.map(({ body }) => body.url === null)).toEqual([false, true]);
    const mails = await bed.rows(
      "select * from outbox_messages where recipient = $1 and message_key like 'payment-link:%'",
      [customer.email],
    );
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).toContain(answers[0]?.body.url);
  });

  it('is refused in clear words where the form is wrong', async () => {
    for (const form of [{}, { amount: 0 }, { amount: 5000, planId: bed.planId }, { amount: 5000, sendBy: 'pigeon' }]) {
      expect((await make(form)).status, JSON.stringify(form)).toBe(422);
    }
    expect((await make({ planId: 'nothing' })).status).toBe(404);
    expect((await make({ invoiceNumber: 'nothing' })).body.code).toBe('invoice.not-found');
    expect((await make({ amount: 5000, sendBy: 'text' })).body.code).toBe('payment-link.unreachable');
    expect((await make({ amount: 5000 }, { ...customer, id: 2_000_000_000 })).body.code).toBe('customer.not-found');
    expect((await pay('nothing', 5000)).body.code).toBe('payment-link.not-found');
    const token = tokenOf(await make({ amount: 5000 }));
    expect((await pay(token, 4999)).body.code).toBe('payment-link.amount-changed');
    expect((await pay(token, 5000, 'nothing')).body.code).toBe('payment.unknown-gateway');
  });

  it('loses and doubles no money, whoever pays which link when', async () => {
    const step = fc.record({
      link: fc.constantFrom('charge', 'month', 'sum'),
      gateways: fc.subarray(['paystack', 'flutterwave', 'quickteller'], { minLength: 1 }),
      withdraws: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
        customer = await bed.createCustomer();
        await bed.pay(customer);
        let received = MONTH;
        for (const { link, gateways, withdraws } of steps) {
          const form =
            link === 'sum'
              ? { amount: 1000 }
              : link === 'month'
                ? { planId: bed.planId }
                : { invoiceNumber: (await charge()).invoiceNumber };
          const made = await make(form);
          // Credit has paid it already.
          if (made.body.code === 'payment.nothing-due') continue;
          const token = tokenOf(made);
          const { amount } = made.body.link;
          for (const gateway of gateways) {
            expect((await pay(token, amount, gateway)).status).toBe(200);
            received += amount;
          }
          if (withdraws) await bed.call(staff, 'POST', `/api/staff/payment-links/${made.body.link.id}/withdraw`, {});
          for (const gateway of gateways) await approve(gateway);
          await Promise.all([read(token, true), read(token, true)]);
          await bed.quiet();
        }
        const [sums] = await bed.rows(
          `select coalesce(sum(amount) filter (where account like 'gateway:%'), 0)::float as money,
            (select count(*) from payment_links l where l.user_id = $1 and l.status = 'paid')
              = (select count(distinct link_id) from payments p join payment_links l on l.payment_id = p.id where p.user_id = $1) as once
           from ledger_entries where user_id = $1`,
          [customer.id],
        );
        expect(sums).toEqual({ money: received, once: true });
        expect(await bed.violations()).toEqual([]);
      }),
      { numRuns: process.env.FULL_TESTS ? 30 : 4, seed: SEED },
    );
  });
});
