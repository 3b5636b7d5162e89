import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Bundle = { id: string; name: string; gigabytes: number; price: number };

let bed: PaymentTestbed;
let customer: Customer;
let small: Bundle;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());
beforeEach(async () => {
  customer = await bed.createCustomer();
  const reference = await bed.open(customer, 'paystack');
  bed.sandbox.decide(reference, 'approve');
  await bed.verify(customer, 'paystack', reference);
  await bed.quiet();
  [small] = (await offer()).bundles;
});
afterEach(async () => {
  await bed.quiet();
  expect(await bed.violations()).toEqual([]);
});

const offer = async (who = customer) => (await bed.call(who, 'GET', '/api/user/data-bundles')).body;
const order = (amount = small.price, bundle = small.id) => ({
  amount,
  email: customer.email,
  plan: bed.planId,
  bundle,
});
const initialize = (body: object = order(), gateway = 'paystack') =>
  bed.call(customer, 'POST', `/api/payment/${gateway}/initialize`, body);
const usage = async () => (await bed.call(customer, 'GET', '/api/user/usage')).body;
const period = () => new Date(bed.deps.clock().getTime() + 3_600_000).toISOString().slice(0, 7);
const bought = () =>
  bed.rows('select * from data_bundle_purchases where user_id = $1 order by bought_at', [customer.id]);
const invoices = async () => (await bed.call(customer, 'GET', '/api/user/invoices')).body;

async function use(gigabytes: number, alerted = 0): Promise<void> {
  await bed.rows(
    `insert into usage_data (user_id, period, data_used, data_limit, alerted_percent) values ($1, $2, $3, 100, $4)
     on conflict (user_id, period) do update set data_used = excluded.data_used, alerted_percent = excluded.alerted_percent`,
    [customer.id, period(), gigabytes, alerted],
  );
}
const setLine = (status: string) =>
  bed.rows('update user_subscriptions set status = $2 where user_id = $1', [customer.id, status]);
async function buy(): Promise<string> {
  const { body } = await initialize();
  bed.sandbox.decide(body.data.reference, 'approve');
  expect((await bed.verify(customer, 'paystack', body.data.reference)).body.status).toBe('success');
  return body.data.reference;
}

describe('a data bundle', () => {
  it('is offered for an active, paid subscription, with its price, up to the last moment of the month', async () => {
    expect(await offer()).toMatchObject({
      standing: 'available',
      bundles: [
        { name: 'Small bundle', gigabytes: 20, price: 3000 },
        { name: 'Medium bundle', gigabytes: 50, price: 6500 },
        { name: 'Large bundle', gigabytes: 100, price: 12_000 },
      ],
    });
    const quote = await bed.call(customer, 'GET', `/api/user/bundle-quote?bundle=${small.id}`);
    expect(quote.body).toMatchObject({
      total: 3000,
      lines: [{ label: 'Small bundle: 20 GB of extra data', amount: 3000 }],
    });
  });

  it('is paid like every product, and then counts in this month, with its receipt, its invoice and a notice', async () => {
    await use(90);
    const reference = await buy();
    expect(await usage()).toMatchObject({ dataUsed: 90, dataLimit: 120, sample: false });
    expect((await invoices())[0]).toMatchObject({ kind: 'bundle', status: 'paid', total: 3000 });
    const [notice] = (await bed.call(customer, 'GET', '/api/user/notices')).body;
    expect(notice).toMatchObject({ kind: 'bundle-added', values: { bundle: 'Small bundle: 20 GB of extra data' } });
    const mail = await bed.rows("select text from outbox_messages where recipient = $1 and text like '%extra data%'", [
      customer.email,
    ]);
    expect(mail).toHaveLength(1);
    const subscription = (await bed.call(customer, 'GET', '/api/user/subscription')).body;
    expect(subscription.status).toBe('active');
    const payments = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    expect(payments[0]).toMatchObject({
      reference,
      description: 'Small bundle: 20 GB of extra data',
      status: 'successful',
    });
    expect(
      await bed.rows(
        'select 1 from subscription_periods s join payments p on p.id = s.payment_id where p.user_id = $1',
        [customer.id],
      ),
    ).toHaveLength(1);
  });

  it('is added once, whoever confirms the payment first: the customer’s check, the gateway’s webhooks and the poll, all at once', async () => {
    const { body } = await initialize();
    const { reference } = body.data;
    bed.sandbox.decide(reference, 'approve');
    bed.wait(600_000);
    await Promise.all([
      ...Array.from({ length: 8 }, () => bed.verify(customer, 'paystack', reference)),
      bed.quiet(),
      bed.jobs.pollPendingPayments(),
    ]);
    await bed.quiet();
    expect(await bought()).toHaveLength(1);
    expect((await invoices()).filter(({ kind }: { kind: string }) => kind === 'bundle')).toHaveLength(1);
  });

  it('clicked twice is one payment, bought twice it is twice the data', async () => {
    const answers = await Promise.all([initialize(), initialize(), initialize()]);
    expect(new Set(answers.map(({ body }) => body.data.reference)).size).toBe(1);
    bed.sandbox.decide(answers[0].body.data.reference, 'approve');
    await bed.verify(customer, 'paystack', answers[0].body.data.reference);
    await buy();
    expect(await usage()).toMatchObject({ dataUsed: 0, dataLimit: 140 });
    expect(await bought()).toHaveLength(2);
  });

  it('counts in the month in which it is paid, not in the one in which the page was opened', async () => {
    const { body } = await initialize();
    bed.wait(27 * 86_400_000);
    bed.sandbox.decide(body.data.reference, 'approve');
    await bed.verify(customer, 'paystack', body.data.reference);
    const [row] = await bought();
    expect(row?.period).toBe(period());
  });

  it('costs what the catalogue says, whatever a client sends', async () => {
    expect(await initialize(order(1))).toMatchObject({ status: 409, body: { code: 'payment.amount-changed' } });
    expect(await initialize(order(3000, 'nothing'))).toMatchObject({ status: 404, body: { code: 'bundle.not-found' } });
    expect(await bought()).toEqual([]);
  });

  it('becomes credit when the subscription is suspended by the time the money arrives', async () => {
    const { body } = await initialize();
    await setLine('suspended');
    bed.sandbox.decide(body.data.reference, 'approve');
    await bed.verify(customer, 'paystack', body.data.reference);
    expect(await bought()).toEqual([]);
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(3000);
  });

  it('can be paid from credit alone, once per click, and does not prevent paying for the month', async () => {
    const { body } = await initialize();
    await setLine('suspended');
    bed.sandbox.decide(body.data.reference, 'approve');
    await bed.verify(customer, 'paystack', body.data.reference);
    await setLine('active');
    const pay = (fields: object) =>
      bed.call(customer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId, ...fields });
    const answers = await Promise.all(Array.from({ length: 3 }, () => pay({ bundle: small.id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await bought()).toHaveLength(1);
    expect((await pay({})).body.code).toBe('payment.credit-too-low');
  });
});

describe('no data bundle', () => {
  it.each([
    ['without a plan', 'delete', 'not-running', 'subscription.not-running'],
    [
      'in the days of grace',
      "update user_subscriptions set next_renewal = now() - interval '1 hour' where user_id = $1",
      'not-running',
      'subscription.not-running',
    ],
    [
      'on a plan without a limit',
      "update user_subscriptions set plan_id = (select id from service_plans where name = 'Home Max 150 Mbps') where user_id = $1",
      'unlimited',
      'bundle.unlimited',
    ],
  ])('is sold to a customer %s', async (_who, statement, standing, code) => {
    if (statement === 'delete') customer = await bed.createCustomer();
    else await bed.rows(statement, [customer.id]);
    expect(await offer()).toMatchObject({ standing, bundles: [] });
    expect((await initialize()).body.code).toBe(code);
    if (standing === 'unlimited') {
      await bed.rows('update user_subscriptions set plan_id = $2 where user_id = $1', [customer.id, bed.planId]);
    }
  });
});

describe('alerts', () => {
  it('are sent again for the larger month, and only those that it does not reach yet', async () => {
    await use(100, 100);
    await buy();
    const alerted = async () =>
      (await bed.rows('select alerted_percent from usage_data where user_id = $1', [customer.id]))[0];
    expect(await alerted()).toEqual({ alerted_percent: 75 });
    await buy();
    await buy();
    expect(await alerted()).toEqual({ alerted_percent: 0 });
  });
});

describe('a payment for extra data', () => {
  const refund = (reference: string, fields: object = {}) =>
    bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'By mistake', ...fields });
  const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;

  it('can be refunded while the data is unused, which is then removed', async () => {
    await use(100);
    const reference = await buy();
    expect(await page(reference)).toMatchObject({
      period: { kind: 'bundle' },
      refundable: { amount: 3000, bundleUsed: false, laterMonthPaid: false },
    });
    expect((await refund(reference)).status).toBe(200);
    await settleRefunds(bed);
    expect((await page(reference)).status).toBe('refunded');
    expect(await usage()).toMatchObject({ dataUsed: 100, dataLimit: 100 });
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body.status).toBe('active');
    expect((await invoices())[0]).toMatchObject({ kind: 'bundle', creditNotes: [{ total: 3000 }] });
  });

  it('cannot be refunded once the data is used, unless it is left to the customer', async () => {
    const reference = await buy();
    await use(100.01);
    expect((await page(reference)).refundable).toMatchObject({ bundleUsed: true });
    expect((await refund(reference)).body).toMatchObject({ code: 'refund.bundle-used' });
    expect((await refund(reference, { keepService: true })).status).toBe(200);
    await settleRefunds(bed);
    expect((await page(reference)).status).toBe('refunded');
    expect(await usage()).toMatchObject({ dataLimit: 120 });
  });

  it('that the bank takes back is named to the customer as extra data', async () => {
    const reference = await buy();
    bed.sandbox.dispute(reference, 'resolve');
    await bed.quiet();
    const [notice] = await bed.rows(
      "select values ->> 'plan' as named from notices where user_id = $1 and kind = 'payment-charged-back'",
      [customer.id],
    );
    expect(notice?.named).toContain('GB of extra data');
    expect(await usage()).toMatchObject({ dataLimit: 100 });
  });
});

describe('staff', () => {
  const form = { name: 'Weekend bundle', gigabytes: 30, price: 3999.5 };
  const change = async (id: string, fields: object) =>
    (await staff.browser.put(`/api/staff/data-bundles/${id}`, fields)).json();

  it('offer a bundle, change its name and price, and withdraw it, each audited', async () => {
    const { body } = await bed.call(staff, 'POST', '/api/staff/data-bundles', form);
    expect(body.bundle).toMatchObject({ ...form, active: true, sold: 0 });
    const { id } = body.bundle;
    expect((await offer()).bundles).toContainEqual({ id, ...form });
    expect(await change(id, { name: 'Small bundle', price: 4000 })).toMatchObject({ code: 'bundle.name-taken' });
    expect(await change(id, { name: 'Family bundle', price: 4500 })).toMatchObject({ bundle: { gigabytes: 30 } });
    expect(await change(`${id}/active`, { active: false })).toMatchObject({ bundle: { active: false } });
    expect((await offer()).bundles).toHaveLength(3);
    expect((await initialize(order(4500, id))).body).toMatchObject({ code: 'bundle.not-found' });
    expect(await change(crypto.randomUUID(), { name: 'X', price: 1 })).toMatchObject({ code: 'bundle.not-found' });
    const audit = (await bed.call(staff, 'GET', `/api/staff/audit?subject=bundle:${id}`)).body;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'bundle.retire',
      'bundle.edit',
      'bundle.create',
    ]);
  });

  it('cannot withdraw a bundle or raise its price while somebody is paying for it', async () => {
    const { body } = await initialize();
    await change(small.id, { name: small.name, price: 9000 });
    await change(`${small.id}/active`, { active: false });
    bed.sandbox.decide(body.data.reference, 'approve');
    expect((await bed.verify(customer, 'paystack', body.data.reference)).body.data.amount).toBe(3000);
    expect(await bought()).toMatchObject([{ gigabytes: 20 }]);
    await change(`${small.id}/active`, { active: true });
    const back = await change(small.id, { name: small.name, price: small.price });
    expect(back.bundle).toMatchObject({ price: 3000 });
    expect(back.bundle.sold).toBeGreaterThan(0);
  });
});
