import { randomBytes } from 'node:crypto';
import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { formatNaira, LARGEST_ENTRY_KOBO, LARGEST_SUM_KOBO, nairaFromKobo, toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { runCompanyBilling } from '../billing/companies/run-company-billing.ts';
import { type Answer, type Customer, type PaymentTestbed, startPaymentTestbed } from './billing/payment-testbed.ts';
import { createInRole } from './billing/voucher-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
};
type Field = { readonly name: string; readonly least: number; readonly largest: number | undefined };

/** Numbers with a fraction that are no money; everything else with a fraction is. */
const NO_MONEY =
  /^(POST \/api\/user\/speedtest|\w+ \/api\/staff\/settings\/\S+ basedOn$|POST \/api\/staff\/voucher-batches discount$|\w+ \/api\/staff\/sales-agents\S* commission$)/;
const MONEY_WORD = /amount|price|total|sum|fee|credit|naira|kobo|counted|withheld/i;

/** The fields of money in a schema: numbers that may have a fraction, or that money is a word for. */
function moneyIn(schema: Schema, name: string): Field[] {
  const branches = schema.anyOf ?? schema.oneOf ?? [];
  const isAny = Object.keys(schema).length === 0;
  const isMoney = schema.type === 'number' || ((schema.type === 'integer' || isAny) && MONEY_WORD.test(name));
  return [
    ...(isMoney ? [{ name, least: schema.minimum ?? 0.01, largest: schema.maximum }] : []),
    ...branches.flatMap((branch) => moneyIn(branch, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => moneyIn(inner, `${name}.${field}`)),
    ...(schema.items ? moneyIn(schema.items, name) : []),
  ];
}

const fields: Field[] = endpoints
  .flatMap((entry: Endpoint) =>
    [entry.params, entry.query, entry.body].flatMap((part) =>
      part === undefined
        ? []
        : moneyIn(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Schema, '').map((field) => ({
            ...field,
            name: `${entry.method} ${entry.path} ${field.name.slice(1)}`,
          })),
    ),
  )
  .filter(({ name }) => !NO_MONEY.test(name));

let bed: PaymentTestbed;
let staff: Customer;
let second: Customer;
let customer: Customer;
let company: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  [staff, second] = [await bed.createStaff(), await bed.createStaff()];
  [customer, company] = [await bed.createCustomer(), await bed.createCustomer()];
  await post('/api/staff/till/open', {});
  await billCompany();
});
afterAll(() => bed.close());

const post = (url: string, payload: object, who = staff) => bed.call(who, 'POST', url, payload);
const get = (url: string, who = staff) => bed.call(who, 'GET', url);
const fresh = () => randomBytes(16).toString('hex');

async function put(url: string, payload: object): Promise<Answer> {
  const answer = await staff.browser.put(url, payload);
  return { status: answer.statusCode, body: answer.json() };
}

/** An answer, and the amount as the portal shows it afterwards; undefined where it takes none. */
type Sent = { readonly answer: Answer; readonly shown?: unknown };

const takeCash = (amount: number, who = customer) =>
  post(`/api/staff/customers/${who.id}/counter-payments`, { amount, method: 'cash', clientRequestId: fresh() });
const sumLink = (amount: number) =>
  post(`/api/staff/customers/${customer.id}/payment-links`, { amount, sendBy: 'screen', clientRequestId: fresh() });
const planOf = (price: number) => ({
  region: 'lagos',
  name: `Plan ${fresh()}`,
  downloadMbps: 100,
  dataLimitGb: null,
  price,
  type: 'business',
  features: [],
});
const openShiftId = async () => (await get('/api/staff/till')).body.shift.id;
const creditAction = (amount: number) => ({
  action: { kind: 'credit', amount, reason: 'Ours' },
  target: { ids: [customer.id] },
});

async function giveCredit(amount: number): Promise<Sent> {
  const who = await bed.createCustomer();
  const answer = await post(`/api/staff/customers/${who.id}/credit`, { amount, reason: 'Ours' });
  if (answer.status === 202) {
    const { id } = answer.body.adjustment;
    await post(`/api/staff/adjustments/${id}/decision`, { approve: true, reason: 'Right' }, second);
  }
  return { answer, shown: (await get('/api/user/credit', who)).body.balance };
}

async function handOver(amount: number): Promise<Sent> {
  await takeCash(amount);
  const before = (await get('/api/staff/till')).body.shift?.handedOver;
  const order = { amount, bankReference: fresh(), clientRequestId: fresh() };
  const answer = await post('/api/staff/till/hand-overs', order);
  const kobo = Math.round(answer.body.till?.shift.handedOver * 100) - Math.round(before * 100);
  return { answer, shown: kobo / 100 };
}

async function closeShift(counted: number): Promise<Sent> {
  const order = { shiftId: await openShiftId(), counted, note: 'Counted again' };
  const answer = await post('/api/staff/till/close', order);
  await post('/api/staff/till/open', {});
  return { answer, shown: answer.body.shift?.counted };
}

/** A plan of that price, which a customer pays for. */
async function payMonth(amount: number): Promise<Sent> {
  const price = Math.min(Math.max(1, Math.floor(amount * 100) / 100), 99_999_999.99);
  const { plan } = (await post('/api/staff/plans', planOf(price))).body;
  const who = await bed.createCustomer();
  const answer = await post('/api/payment/paystack/initialize', { amount, email: who.email, plan: plan.id }, who);
  const { reference } = answer.body.data ?? {};
  return { answer, shown: reference && (await get(`/api/staff/payments/${reference}`)).body.amount };
}

async function payByLink(amount: number): Promise<Sent> {
  const made = await sumLink(amount);
  const { url } = made.status === 200 ? made.body : (await sumLink(1000)).body;
  const token = new URL(url).hash.slice(1);
  const answer = await post('/api/payment-links/pay', { token, gateway: 'paystack', amount });
  return { answer, shown: (await post('/api/payment-links/read', { token })).body.bill.amount };
}

/** Of an account that is found by its number. */
async function payForOther(amount: number): Promise<Sent> {
  const { accountNumber } = (await get('/api/user/account', customer)).body;
  const { token } = (await post('/api/quick-pay/lookup', { customer: accountNumber })).body;
  const answer = await post('/api/quick-pay/paystack/initialize', { token, amount, email: 'aunt@payer.example' });
  const { reference } = answer.body.data ?? {};
  return { answer, shown: reference && (await get(`/api/staff/payments/${reference}`)).body.amount };
}

/** A company with an invoice of ₦500 billion, for fifty charges. */
async function billCompany(): Promise<void> {
  const form = { companyName: 'Kano Foods', taxId: '0123456-0001', paymentTermsDays: 90, billingDay: 1 };
  await put(`/api/staff/customers/${company.id}/company`, form);
  const offer = { name: fresh(), price: 99_999_999.99, bearsVat: true };
  const product = (await post('/api/staff/charge-products', offer)).body.product.id;
  for (let count = 0; count < 50; count++)
    await post(`/api/staff/customers/${company.id}/charges`, { product, quantity: 100 });
  bed.wait(31 * 86_400_000);
  await runCompanyBilling(bed.deps);
}

async function withhold(withheld: number): Promise<Sent> {
  const answer = await post(`/api/staff/customers/${company.id}/counter-payments`, {
    amount: 1,
    method: 'deposit',
    outsideReference: fresh(),
    withheld,
    clientRequestId: fresh(),
  });
  const taxes = (await get(`/api/staff/withholding-taxes?customer=${company.id}`)).body;
  const { reference } = answer.body.payment ?? {};
  return { answer, shown: taxes.find((tax: { reference: string }) => tax.reference === reference)?.amount ?? 0 };
}

const AGENT = { name: 'Kiosk', limit: null, commission: 0 };

async function addAgent(): Promise<number> {
  return (await post('/api/staff/sales-agents', AGENT)).body.agent.id;
}

async function sellAtAgent(amount: number): Promise<Sent> {
  const seller = await createInRole(bed, 'agent');
  await post('/api/staff/sales-agents', { ...AGENT, email: seller.email });
  const payer = await bed.createCustomer();
  const [account] = await bed.rows('select number from accounts where id = $1', [payer.id]);
  const order = { customer: account?.number, amount, clientRequestId: fresh() };
  const answer = await post('/api/staff/agent-counter/sales', order, seller);
  return { answer, shown: answer.body.sale?.amount };
}

/** How each field of money is sent in a request that is right otherwise. A new one needs a line here. */
const SEND: Readonly<Record<string, (amount: number) => Promise<Sent>>> = {
  // The specification sends it, and the portal ignores it.
  'POST /api/user/subscription price': async (price) => ({
    answer: await post('/api/user/subscription', { planId: bed.planId, price }, await bed.createCustomer()),
    shown: price,
  }),
  'POST /api/payment/:gateway/initialize amount': payMonth,
  'POST /api/staff/customers/:id/counter-payments amount': async (amount) => {
    const answer = await takeCash(amount, await bed.createCustomer());
    return { answer, shown: answer.body.payment?.amount };
  },
  'POST /api/staff/customers/:id/counter-payments withheld': withhold,
  'POST /api/staff/till/close counted': closeShift,
  'POST /api/staff/till/hand-overs amount': handOver,
  'POST /api/staff/charge-products price': async (price) => {
    const answer = await post('/api/staff/charge-products', { name: fresh(), price, bearsVat: true });
    return { answer, shown: answer.body.product?.price };
  },
  'PUT /api/staff/charge-products/:id price': async (price) => {
    const [{ id }] = (await get('/api/staff/charge-products')).body;
    const answer = await put(`/api/staff/charge-products/${id}`, { name: fresh(), price, bearsVat: true });
    return { answer, shown: answer.body.product?.price };
  },
  'POST /api/staff/voucher-batches amount': async (amount) => {
    const answer = await post('/api/staff/voucher-batches', { count: 1, amount });
    return { answer, shown: answer.body.batch?.amount };
  },
  'POST /api/staff/sales-agents limit': async (limit) => {
    const answer = await post('/api/staff/sales-agents', { name: fresh(), limit, commission: 3 });
    return { answer, shown: answer.body.agent?.limit };
  },
  'PUT /api/staff/sales-agents/:id limit': async (limit) => {
    const answer = await put(`/api/staff/sales-agents/${await addAgent()}`, { ...AGENT, limit, isOn: true });
    return { answer, shown: answer.body.agent?.limit };
  },
  'POST /api/staff/sales-agents/:id/settlements amount': async (amount) => {
    const order = { amount, method: 'transfer', bankReference: fresh(), clientRequestId: fresh() };
    const answer = await post(`/api/staff/sales-agents/${await addAgent()}/settlements`, order);
    return { answer, shown: -answer.body.agent?.owes };
  },
  'POST /api/staff/agent-counter/sales amount': sellAtAgent,
  'POST /api/payment-links/pay amount': payByLink,
  'POST /api/quick-pay/:gateway/initialize amount': payForOther,
  'POST /api/staff/customers/:id/payment-links amount': async (amount) => {
    const answer = await sumLink(amount);
    return { answer, shown: answer.body.link?.amount };
  },
  'POST /api/staff/customers/:id/credit amount': giveCredit,
  'POST /api/staff/plans price': async (price) => {
    const answer = await post('/api/staff/plans', planOf(price));
    return { answer, shown: answer.body.plan?.price };
  },
  'PUT /api/staff/plans/:id price': async (price) => {
    const { plan } = (await post('/api/staff/plans', planOf(1))).body;
    const answer = await put(`/api/staff/plans/${plan.id}`, planOf(price));
    return { answer, shown: answer.body.plan?.price };
  },
  'POST /api/staff/data-bundles price': async (price) => {
    const answer = await post('/api/staff/data-bundles', { name: fresh(), gigabytes: 1, price });
    return { answer, shown: answer.body.bundle?.price };
  },
  'PUT /api/staff/data-bundles/:id price': async (price) => {
    const [{ id }] = (await get('/api/staff/data-bundles')).body;
    const answer = await put(`/api/staff/data-bundles/${id}`, { name: fresh(), price });
    return { answer, shown: answer.body.bundle?.price };
  },
  'POST /api/staff/bulk-action-previews action.amount': async (amount) => {
    const answer = await post('/api/staff/bulk-action-previews', creditAction(amount));
    return { answer, shown: answer.body.sum };
  },
  'POST /api/staff/bulk-actions action.amount': async (amount) => {
    const answer = await post('/api/staff/bulk-actions', { ...creditAction(amount), formId: fresh(), expected: 1 });
    return { answer, shown: answer.body.bulkAction?.sum };
  },
  'POST /api/staff/bank-accounts openingBalance': async (openingBalance) => {
    const account = { name: fresh(), bank: 'Zenith Bank', accountNumber: fresh(), openingDay: '2026-11-20' };
    const answer = await post('/api/staff/bank-accounts', { ...account, openingBalance });
    return { answer, shown: answer.body.account?.openingBalance };
  },
};

it('every field of money of the contract is tried', () => {
  expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(SEND).toSorted());
});

/** A field without a limit of its own is compared with what is due: what that may be at most. */
const LARGEST_DUE: Readonly<Record<string, number>> = {
  'POST /api/payment/:gateway/initialize amount': 99_999_999.99,
  'POST /api/payment-links/pay amount': nairaFromKobo(LARGEST_ENTRY_KOBO),
  'POST /api/user/subscription price': Number.MAX_VALUE,
};

it.each(fields)('$name: what is accepted is booked to the kobo, and what is too much is refused', async (field) => {
  const { name, least } = field;
  const send = SEND[name] as (typeof SEND)[string];
  const largest = field.largest ?? LARGEST_DUE[name] ?? 0;
  const tried = Math.min(largest, nairaFromKobo(LARGEST_SUM_KOBO));
  const kobo = { min: Math.max(100, Math.ceil(least * 100)), max: Math.round(tried * 100) };
  const random = fc.sample(fc.integer(kobo), { seed: 20_261_129, numRuns: 3 }).map((amount) => amount / 100);
  for (const amount of [tried, Math.round(tried * 100 - 1) / 100, kobo.min / 100, ...random]) {
    const { answer, shown } = await send(amount);
    expect(answer.status, `${amount}: ${JSON.stringify(answer.body)}`).toBeOneOf([200, 202]);
    expect(shown, `${amount}`).toBe(amount);
  }
  if (name === 'POST /api/user/subscription price') return;
  const above = [Math.round(tried * 100 + 1) / 100, tried * 2, 2 ** 53, 1e15, 1e300];
  // A balance may be overdrawn.
  const below = least < 0 ? [-tried - 0.01] : [-0.01, -tried];
  for (const amount of [...above, ...below, tried / 3 + 0.001]) {
    const { answer } = await send(amount);
    expect(answer.status, `${amount}: ${JSON.stringify(answer.body)}`).toBeOneOf([409, 422]);
    if (field.largest === undefined || !above.includes(amount)) continue;
    const most = `Enter at most ${formatNaira(toKobo(Math.round(field.largest * 100)))}`;
    expect(Object.values(answer.body.errors), `${amount}`).toContain(most);
  }
  expect(await bed.violations()).toEqual([]);
});

it('a charge costs up to a hundred times the largest price, with its VAT', async () => {
  const form = { name: 'Fibre ring', price: 5_000_000, bearsVat: true };
  const { product } = (await post('/api/staff/charge-products', form)).body;
  const charge = (quantity: number) =>
    post(`/api/staff/customers/${customer.id}/charges`, { product: product.id, quantity });
  expect(await charge(20)).toMatchObject({ status: 200, body: { charge: { total: 100_000_000 } } });
  await put(`/api/staff/charge-products/${product.id}`, { ...form, price: 99_999_999.99 });
  expect(await charge(100)).toMatchObject({ status: 200, body: { charge: { total: 9_999_999_999 } } });
  expect(await charge(101)).toMatchObject({ status: 422, body: { errors: { quantity: 'Enter at most 100' } } });
  expect(await bed.violations()).toEqual([]);
});

it('credit that would be above the largest sum is refused, and what was booked before is shown to the kobo', async () => {
  const who = await bed.createCustomer();
  const amount = nairaFromKobo(LARGEST_ENTRY_KOBO);
  const deposit = () => {
    const order = { amount, method: 'deposit', outsideReference: fresh(), clientRequestId: fresh() };
    return post(`/api/staff/customers/${who.id}/counter-payments`, order);
  };
  for (let count = 0; count < 99; count++) expect((await deposit()).status).toBe(200);
  const refused = await deposit();
  expect([refused.status, refused.body.code]).toEqual([422, 'request.sum-too-large']);
  expect(refused.body.message).toContain('₦9,999,999,999,999.99');
  expect((await get('/api/user/credit', who)).body.balance).toBe(99 * amount);
  const pages = [
    `/api/staff/customers/${who.id}`,
    `/api/staff/customers/${who.id}/counter`,
    `/api/staff/customers/${who.id}/account-statement?from=2026-01-01&to=2026-12-31`,
    '/api/staff/overview',
    '/api/staff/trial-balance',
    '/api/staff/till',
    '/api/staff/till-shifts',
    '/api/staff/payments',
  ];
  for (const page of pages) expect((await get(page)).status, page).toBe(200);
  expect(await bed.violations()).toEqual([]);
});
