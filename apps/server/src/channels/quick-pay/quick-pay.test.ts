import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCompanyBilling } from '../../billing/companies/run-company-billing.ts';
import {
  type Answer,
  type Customer,
  type PaymentTestbed,
  startPaymentTestbed,
} from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MONTH = 25_000;
const PAYER = 'aunt@payer.example';

let bed: PaymentTestbed;
let router: string;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
  const products = (await bed.call(staff, 'GET', '/api/staff/charge-products')).body;
  router = products.find(({ name }: { name: string }) => name === 'Router').id;
});
afterAll(() => bed.close());

let phones = 0;
type Known = Customer & { readonly accountNumber: string; readonly phone: string };

/** A customer with a verified number and mailbox, who has chosen a plan. */
async function newKnown({ choosesPlan = true } = {}): Promise<Known> {
  const customer = await bed.createCustomer();
  const phone = `+234803${String(1_000_000 + phones++)}`;
  await bed.rows(
    `update users set first_name = 'Adaeze', last_name = 'Balogun', phone = $2, phone_verified_at = now(), email_verified_at = now()
     where id = $1`,
    [customer.id, phone],
  );
  if (choosesPlan) await bed.call(customer, 'POST', '/api/user/subscription', { planId: bed.planId });
  const [account] = await bed.rows('select number from accounts where id = $1', [customer.id]);
  return { ...customer, accountNumber: String(account?.number), phone };
}

let customer: Known;
beforeEach(async () => {
  customer = await newKnown();
});

const lookUp = (text: string) => bed.call(null, 'POST', '/api/quick-pay/lookup', { customer: text });
const tokenOf = async (who = customer): Promise<string> => (await lookUp(who.accountNumber)).body.token;
const initialize = (form: object, gateway = 'paystack') =>
  bed.call(null, 'POST', `/api/quick-pay/${gateway}/initialize`, { email: PAYER, ...form });
const receiptOf = (reference: string, token: string) =>
  bed.call(null, 'POST', '/api/quick-pay/receipt', { reference, token });
const outbox = (to: string) => bed.rows('select subject, text, html from outbox_messages where recipient = $1', [to]);
const paymentsOf = async (who = customer) => (await bed.call(who, 'GET', '/api/user/payments')).body;

/** Opens a payment, and has the gateway approve it. */
async function pay(form: object, who = customer) {
  const token = await tokenOf(who);
  const { status, body } = await initialize({ token, ...form });
  expect(status, JSON.stringify(body)).toBe(200);
  const { reference } = body.data;
  bed.sandbox.decide(reference, 'approve');
  const receipt = await receiptOf(reference, body.receiptToken);
  await bed.quiet();
  return { reference, receipt, receiptToken: body.receiptToken, url: body.data.authorization_url };
}

describe('somebody who wants to pay for another', () => {
  it('finds an account by its number, with the first letters of the name and what is due', async () => {
    const { status, body } = await lookUp(customer.accountNumber);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        token: expect.any(String),
        name: 'A**** B****',
        accountNumber: customer.accountNumber,
        due: MONTH,
        openBills: 1,
        nearestDueAt: null,
      },
    });
  });

  it('finds it by a verified telephone number or mailbox, and is not told its number', async () => {
    for (const typed of [customer.phone, `0${customer.phone.slice(4)}`, customer.email, customer.email.toUpperCase()]) {
      const { body } = await lookUp(typed);
      expect(body, typed).toMatchObject({ name: 'A**** B****', accountNumber: null, due: MONTH });
    }
  });

  it('sees an open charge with its day, and what is left of both after the credit of the account', async () => {
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/charges`, { product: router, quantity: 1 });
    const [charge] = await bed.rows("select total, due_at from invoices where user_id = $1 and status = 'open'", [
      customer.id,
    ]);
    const form = { amount: 1000, reason: 'Two days without light', clientRequestId: `credit-${customer.id}` };
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/credit`, form);
    const { body } = await lookUp(customer.accountNumber);
    expect(body).toMatchObject({ due: MONTH + Number(charge?.total) - 1000, openBills: 2 });
    await pay({ amount: MONTH });
    const paid = (await lookUp(customer.accountNumber)).body;
    expect(paid.openBills).toBe(1);
  });

  it('gets one and the same refusal for whoever is unknown, closed, not verified or not alone', async () => {
    const other = await newKnown();
    const [closed, unverified, shared] = [await newKnown(), await newKnown(), await newKnown()];
    await bed.rows('update users set disabled = true where id = $1', [closed.id]);
    await bed.rows('update users set phone_verified_at = null, email_verified_at = null where id = $1', [
      unverified.id,
    ]);
    await bed.rows('update users set phone = $2 where id = $1', [shared.id, other.phone]);
    const refused = [
      '1000000008',
      '+2348099999999',
      'nobody@nowhere.example',
      'somebody',
      '😀',
      closed.accountNumber,
      closed.phone,
      closed.email,
      unverified.phone,
      unverified.email,
      other.phone,
      staff.email,
    ];
    const said = new Set<string>();
    for (const typed of refused) {
      const answer = await bed.newBrowser().post('/api/quick-pay/lookup', { customer: typed });
      const { requestId: _each, ...body } = answer.json();
      said.add(JSON.stringify([answer.statusCode, Object.keys(answer.headers).sort(), body]));
    }
    expect([...said]).toHaveLength(1);
    expect([...said][0]).toContain('quick-pay.not-found');
  });

  it('makes the same statements for an unknown one as for one that may not be shown', async () => {
    const closed = await newKnown();
    await bed.rows('update users set disabled = true where id = $1', [closed.id]);
    const statements: string[][] = [];
    for (const typed of [closed.email, 'nobody@nowhere.example', closed.phone, '+2348099999999']) {
      const submitted = vi.spyOn(pg.Query.prototype, 'submit');
      await lookUp(typed);
      statements.push(submitted.mock.contexts.map((statement) => String(Reflect.get(Object(statement), 'text'))));
      submitted.mockRestore();
    }
    expect(statements[0]?.length).toBeGreaterThan(3);
    expect(new Set(statements.map((made) => JSON.stringify(made))).size).toBe(1);
  });

  it('finds an account that was merged as the one that it became', async () => {
    const [from, into] = [await newKnown({ choosesPlan: false }), await newKnown()];
    await bed.rows('update accounts set merged_into = $2 where id = $1', [from.id, into.id]);
    await bed.rows('update users set disabled = true where id = $1', [from.id]);
    const { reference } = await pay({ amount: 500 }, from);
    expect(await paymentsOf(into)).toEqual([expect.objectContaining({ reference, amount: 500 })]);
  });
});

describe('a payment by somebody else', () => {
  it('pays what is due, and the people of the account learn of it and of the name that was given', async () => {
    const { reference, receipt } = await pay({ amount: MONTH, payerName: 'Ngozi Eze' });
    expect(receipt.body).toEqual({
      state: 'successful',
      reference,
      amount: MONTH,
      gateway: 'Paystack',
      accountEnding: customer.accountNumber.slice(-3),
      paidAt: expect.any(String),
    });
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body).toMatchObject({ status: 'active' });
    const payments = await paymentsOf();
    expect(payments).toContainEqual(expect.objectContaining({ reference, payerName: 'Ngozi Eze', amount: MONTH }));
    const notices = (await bed.call(customer, 'GET', '/api/user/notices')).body;
    const values = { amount: '₦25,000', payer: 'Ngozi Eze', receipt: expect.any(String) };
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'paid-for-you-by', values }));
    expect(await bed.violations()).toEqual([]);
  });

  it('of more than is due leaves the rest as credit, of less becomes credit whole', async () => {
    await pay({ amount: 30_000 });
    const counter = async () => (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/counter`)).body;
    expect(await counter()).toMatchObject({ due: [], credit: 5000 });
    const other = await newKnown();
    await pay({ amount: 10_000 }, other);
    expect((await lookUp(other.accountNumber)).body).toMatchObject({ due: MONTH - 10_000, openBills: 1 });
    await pay({ amount: MONTH - 10_000 }, other);
    expect((await bed.call(other, 'GET', '/api/user/subscription')).body).toMatchObject({ status: 'active' });
    expect(await bed.violations()).toEqual([]);
  });

  it('is one, however often and in how many tabs the button is pressed', async () => {
    const token = await tokenOf();
    const answers = await Promise.all(Array.from({ length: 5 }, () => initialize({ token, amount: MONTH })));
    const again = await initialize({ token: await tokenOf(), amount: MONTH, payerName: 'Ngozi' });
    const references = new Set([...answers, again].map(({ body }) => body.data?.reference));
    expect(references.size).toBe(1);
    expect(await bed.rows('select id from payments where user_id = $1', [customer.id])).toHaveLength(1);
  });

  it('is another than the customer’s own of the same sum', async () => {
    await bed.open(customer, 'paystack', MONTH);
    await initialize({ token: await tokenOf(), amount: MONTH, email: customer.email });
    expect(await bed.rows('select id from payments where user_id = $1', [customer.id])).toHaveLength(2);
  });

  it('gives the payer a receipt that names nobody, at their address alone', async () => {
    const { reference } = await pay({ amount: MONTH, payerName: 'Ngozi Eze' });
    const mails = await outbox(PAYER);
    const own = mails.filter(({ text }) => String(text).includes(reference));
    expect(own).toHaveLength(1);
    const mail = JSON.stringify(own);
    expect(mail).toContain('₦25,000.00');
    expect(mail).toContain(`ends in ${customer.accountNumber.slice(-3)}`);
    for (const secret of [
      'Adaeze',
      'Balogun',
      customer.email,
      customer.phone,
      customer.accountNumber,
      'Premium',
      'Mbps',
    ])
      expect(mail, secret).not.toContain(secret);
    const theirs = JSON.stringify(await outbox(customer.email));
    expect(theirs).toContain('Premium Fiber 100Mbps is paid from');
    expect(theirs).not.toContain(PAYER);
  });

  it('shows at the gateway the provider’s address, and neither name, plan nor invoice of the customer', async () => {
    const { body } = await initialize({ token: await tokenOf(), amount: MONTH });
    const page = await (await fetch(body.data.authorization_url)).text();
    for (const secret of ['Adaeze', 'Balogun', customer.email, 'Premium', PAYER])
      expect(page, secret).not.toContain(secret);
  });

  it('that the gateway declines has failed, and can be made again', async () => {
    const token = await tokenOf();
    const { body } = await initialize({ token, amount: 700 });
    const { reference } = body.data;
    expect((await receiptOf(reference, body.receiptToken)).body).toMatchObject({ state: 'pending', paidAt: null });
    bed.sandbox.decide(reference, 'decline');
    expect((await receiptOf(reference, body.receiptToken)).body).toMatchObject({ state: 'failed' });
    const again = await initialize({ token, amount: 700 });
    expect(again.body.data.reference).not.toBe(reference);
  });

  it('that does not match what the gateway reports is checked, and the payer is written to, not the customer', async () => {
    const { body } = await initialize({ token: await tokenOf(), amount: 900 });
    await bed.rows('update payments set amount = 901 where reference = $1', [body.data.reference]);
    bed.sandbox.decide(body.data.reference, 'approve');
    expect((await receiptOf(body.data.reference, body.receiptToken)).body.state).toBe('review');
    expect(JSON.stringify(await outbox(PAYER))).toContain(`Your payment ${body.data.reference} is being checked`);
    expect(JSON.stringify(await outbox(customer.email))).not.toContain(body.data.reference);
    await bed.rows('update payments set amount = 900 where reference = $1', [body.data.reference]);
  });
});

describe('a wrong order', () => {
  it('without a token of ours, or with another one’s, opens nothing', async () => {
    const token = await tokenOf();
    const { body } = await initialize({ token, amount: 500 });
    const changed = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
    for (const wrong of ['x', changed, body.receiptToken, token.slice(0, 30), `${token}x`]) {
      const answer = await initialize({ token: wrong, amount: 500 });
      expect([answer.status, answer.body.code], wrong).toEqual([409, 'quick-pay.expired']);
    }
    expect(await bed.rows('select id from payments where user_id = $1', [customer.id])).toHaveLength(1);
  });

  it('with a receipt of another payment, or the token of an account, shows nothing', async () => {
    const one = (await initialize({ token: await tokenOf(), amount: 500 })).body;
    const other = (await initialize({ token: await tokenOf(await newKnown()), amount: 500 })).body;
    const own = await bed.open(customer, 'paystack');
    for (const [reference, token] of [
      [one.data.reference, other.receiptToken],
      [one.data.reference, await tokenOf()],
      [own, one.receiptToken],
      ['P7K2M9Q4X1Z8B3N', one.receiptToken],
    ])
      expect((await receiptOf(String(reference), String(token))).body.code).toBe('payment.not-found');
  });

  it('is refused in words: too little, too much, no number, kobo where naira are meant', async () => {
    const token = await tokenOf();
    const messages: Record<string, string> = {};
    for (const amount of [0, 99.99, -5, 100.001, 1e300, '500', null, Number.NaN, true]) {
      const { status, body } = await initialize({ token, amount });
      expect(status, String(amount)).toBe(422);
      messages[String(amount)] = body.errors.amount;
    }
    expect(messages).toMatchObject({
      0: 'Pay at least ₦100',
      99.99: 'Pay at least ₦100',
      100.001: 'Use at most two decimals',
      500: 'Enter an amount in naira',
    });
    const inKobo = await initialize({ token, amount: MONTH * 100 });
    expect(inKobo.body).toMatchObject({ code: 'quick-pay.in-kobo' });
    expect((await initialize({ token, amount: MONTH * 99 })).status).toBe(200);
  });

  it('with a name that is none, an address that is none, or an unknown gateway opens nothing', async () => {
    const token = await tokenOf();
    for (const payerName of ['Call 0803 123 4567', 'evil.example/win', '<b>you</b>', 'x'.repeat(61), '😀'])
      expect((await initialize({ token, amount: 500, payerName })).body.errors, payerName).toHaveProperty('payerName');
    expect((await initialize({ token, amount: 500, email: 'none' })).body.errors).toHaveProperty('email');
    expect((await initialize({ token, amount: 500 }, 'bank')).body.code).toBe('payment.unknown-gateway');
    for (const payerName of ["Sa'adatu Mu’azu", 'Ọláṣubọ̀mí', 'Abdul-Rahman'])
      expect((await initialize({ token, amount: 500, payerName })).status, payerName).toBe(200);
  });

  it('half an hour later has to look the account up again', async () => {
    const token = await tokenOf();
    bed.wait(30 * 60_000 - 1000);
    expect((await initialize({ token, amount: 500 })).status).toBe(200);
    bed.wait(2000);
    expect((await initialize({ token, amount: 600 })).body.code).toBe('quick-pay.expired');
  });
});

it('whoever pays, whatever they ask, reads nothing of the customer but initials, sums and days', async () => {
  const place = '12 Marina Road';
  await bed.rows("update lines set label = 'Shop', place = $2 where account_id = $1", [customer.id, place]);
  await bed.rows(
    'insert into billing_details (user_id, address, updated_at) values ($1, $2, now()) on conflict do nothing',
    [customer.id, place],
  );
  const secrets = [
    'adaeze',
    'balogun',
    customer.email,
    customer.phone.slice(4),
    'premium',
    'shop',
    'marina',
    '100mbps',
  ];
  const seen: Answer[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(customer.accountNumber, customer.phone, customer.email),
      fc.integer({ min: 100, max: 90_000 }),
      fc.constantFrom('paystack', 'flutterwave', 'quickteller'),
      fc.constantFrom('approve', 'decline', 'none'),
      async (named, amount, gateway, outcome) => {
        const found = await lookUp(named);
        const opened = await initialize({ token: found.body.token, amount }, gateway);
        const { reference, tx_ref, transaction_id } = opened.body.data;
        const ours = reference ?? tx_ref ?? transaction_id;
        if (outcome !== 'none') bed.sandbox.decide(ours, outcome);
        const receipt = await receiptOf(ours, opened.body.receiptToken);
        await bed.quiet();
        seen.push(found, opened, receipt);
        const said = JSON.stringify([found, opened, receipt]).toLowerCase();
        for (const secret of secrets) expect(said).not.toContain(secret.toLowerCase());
        if (named !== customer.accountNumber) expect(said).not.toContain(customer.accountNumber);
      },
    ),
    { numRuns: 12, seed: 20_261_130 },
  );
  expect(seen.some(({ body }) => body.state === 'successful')).toBe(true);
  const mails = JSON.stringify(await outbox(PAYER)).toLowerCase();
  for (const secret of secrets) expect(mails).not.toContain(secret.toLowerCase());
  expect(await bed.violations()).toEqual([]);
});

it('switched off by the operator refuses to look up and to open, and still shows what was paid', async () => {
  const token = await tokenOf();
  const { body } = await initialize({ token, amount: 500 });
  const publish = (isOn: string, basedOn: number) =>
    staff.browser.post('/api/staff/settings/quick-pay/versions', { value: { isOn }, note: 'A test', basedOn });
  const off = await publish('off', 0);
  expect(off.statusCode, off.body).toBe(200);
  try {
    for (const answer of [await lookUp(customer.accountNumber), await initialize({ token, amount: 600 })])
      expect(answer.body.code).toBe('quick-pay.off');
    expect((await bed.call(customer, 'GET', '/api/user/pay-code')).body.code).toBe('quick-pay.off');
    expect((await customer.browser.get('/api/user/pay-card.pdf')).json().code).toBe('quick-pay.off');
    expect((await receiptOf(body.data.reference, body.receiptToken)).status).toBe(200);
  } finally {
    await publish('on', 1);
  }
});

it('a company’s invoices are paid by the sum, the oldest first, and what is too much is its credit', async () => {
  // From day to day of a month, so that there is one billing day in between whatever day it is now.
  const waitForNextMonth = () => {
    const now = bed.deps.clock();
    bed.wait(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3) - now.getTime());
  };
  waitForNextMonth();
  const form = { companyName: 'Kano Foods', taxId: '0123456-0001', paymentTermsDays: 30, billingDay: 1 };
  const made = await staff.browser.put(`/api/staff/customers/${customer.id}/company`, form);
  expect(made.statusCode, made.body).toBe(200);
  for (let month = 0; month < 2; month++) {
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/charges`, { product: router, quantity: 1 });
    waitForNextMonth();
    await runCompanyBilling(bed.deps);
  }
  const found = (await lookUp(customer.accountNumber)).body;
  expect(found).toMatchObject({ name: 'K**** F****', openBills: 2, nearestDueAt: expect.any(String) });
  expect(found.due).toBeGreaterThan(1000);
  const part = await pay({ amount: 500 });
  expect((await lookUp(customer.accountNumber)).body.due).toBe(found.due - 500);
  const mails = JSON.stringify(await outbox(PAYER));
  expect(mails).toContain(part.reference);
  for (const secret of ['INV-', 'Kano']) expect(mails).not.toContain(secret);
  const { receipt } = await pay({ amount: found.due + 1000 });
  expect(receipt.body).toMatchObject({ state: 'successful', amount: found.due + 1000 });
  expect((await lookUp(customer.accountNumber)).body).toMatchObject({ due: 0, openBills: 0 });
  const counter = (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/counter`)).body;
  expect(counter).toMatchObject({ isCompany: true, credit: 1500 });
  expect(await bed.violations()).toEqual([]);
});
