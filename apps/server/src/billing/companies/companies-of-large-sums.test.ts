import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vatIncluded } from '@portal/kernel/billing/vat';
import { daysBefore, lagosDate } from '@portal/kernel/calendar';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadArchive } from '../../console/archive/load-archive.ts';
import { writeArchive } from '../../console/archive/write-archive.ts';
import { createFileStore } from '../../platform/files/create-file-store.ts';
import {
  type Answer,
  type Customer,
  type PaymentTestbed,
  startPaymentTestbed,
} from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { runCompanyBilling } from './run-company-billing.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const LINES = 200;
const PRICE_KOBO = 9_999_999_999;
const OWED_KOBO = LINES * PRICE_KOBO;
/** What the gateway takes at once. */
const LARGEST_KOBO = 500_000_000_000;
const naira = (kobo: number) => nairaFromKobo(toKobo(kobo));

let folder = '';
let bed: PaymentTestbed;
let moved: PaymentTestbed;
let staff: Customer;
let second: Customer;
let owner: Customer;
let invoiceNumber = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-sums-'));
  [bed, moved] = await Promise.all([
    startPaymentTestbed({ wrap: (gateway) => ({ ...gateway, largestKobo: toKobo(LARGEST_KOBO) }) }),
    startPaymentTestbed(),
  ]);
  [staff, second, owner] = [await bed.createStaff(), await bed.createStaff(), await bed.createCustomer()];
  await bed.call(staff, 'POST', '/api/staff/till/open', {});
  await billCompany();
});
afterAll(async () => {
  await Promise.all([bed?.close(), moved?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const ask = (url: string, who: Customer = staff) => bed.call(who, 'GET', url);
const invoice = async () => (await ask(`/api/user/invoices/${invoiceNumber}`, owner)).body;
const textOf = async (url: string, who: Customer = staff) => (await who.browser.get(url)).body;

async function put(url: string, payload: object): Promise<Answer> {
  const answer = await staff.browser.put(url, payload);
  return { status: answer.statusCode, body: answer.json() };
}

async function waitForBillingDay(): Promise<void> {
  const { nextInvoiceAt } = (await ask('/api/user/company', owner)).body.company;
  bed.wait(Date.parse(nextInvoiceAt) - bed.deps.clock().getTime() + 3_600_000);
  await runCompanyBilling(bed.deps);
}

/** A company with 200 lines of the dearest plan, billed on a day with a whole month ahead. */
async function billCompany(): Promise<void> {
  const plan = {
    region: 'lagos',
    name: 'Dearest',
    downloadMbps: 10_000,
    dataLimitGb: null,
    type: 'enterprise',
    features: [],
  };
  const made = await bed.call(staff, 'POST', '/api/staff/plans', { ...plan, price: naira(PRICE_KOBO) });
  for (let line = 1; line <= LINES; line++) {
    const order = { label: `Branch ${line}`, planId: made.body.plan.id };
    expect((await bed.call(owner, 'POST', '/api/user/lines', order)).status).toBe(200);
  }
  const form = { companyName: 'Kano Foods Ltd', taxId: '01234567-0001', paymentTermsDays: 30, billingDay: 1 };
  await put(`/api/staff/customers/${owner.id}/company`, form);
  // The days until the first billing day, and the month from there on.
  await waitForBillingDay();
  const [first] = (await ask('/api/user/invoices', owner)).body;
  await payAtCounter(first.total);
  await waitForBillingDay();
  invoiceNumber = (await ask('/api/user/invoices', owner)).body[0].invoiceNumber;
}

let forms = 0;
const payAtCounter = (amount: number, withheld = 0) =>
  bed.call(staff, 'POST', `/api/staff/customers/${owner.id}/counter-payments`, {
    amount,
    withheld,
    method: 'deposit',
    outsideReference: `slip ${forms}`,
    clientRequestId: `large-sum-${forms++}`,
  });

async function payPart(kobo: number): Promise<string> {
  const order = { amount: naira(kobo), email: owner.email, plan: bed.planId, charge: invoiceNumber, part: true };
  const { status, body } = await bed.call(owner, 'POST', '/api/payment/paystack/initialize', order);
  expect(status, JSON.stringify(body)).toBe(200);
  const { reference } = body.data;
  bed.sandbox.decide(reference, 'approve');
  await bed.verify(owner, 'paystack', reference);
  await bed.quiet();
  return reference;
}

it('a month of 200 lines of the dearest plan is on one invoice, with its VAT', async () => {
  const { total, vat, lines, outstanding } = await invoice();
  expect(total).toBe(naira(OWED_KOBO));
  expect(vat).toBe(naira(vatIncluded(toKobo(OWED_KOBO), 750)));
  expect(outstanding).toBe(total);
  expect(lines.filter(({ amount }: { amount: number }) => amount === naira(PRICE_KOBO))).toHaveLength(LINES);
  const pdf = await owner.browser.get(`/api/user/invoices/${invoiceNumber}/pdf`);
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(await bed.violations()).toEqual([]);
});

it('what is more than the gateway takes is refused whole, and taken in parts', async () => {
  const order = { amount: naira(OWED_KOBO), email: owner.email, plan: bed.planId, charge: invoiceNumber };
  const initialize = (change: object) =>
    bed.call(owner, 'POST', '/api/payment/paystack/initialize', { ...order, ...change });
  expect((await bed.call(null, 'GET', '/api/payment/gateways')).body[0]).toMatchObject({
    largest: naira(LARGEST_KOBO),
  });
  expect(await initialize({})).toMatchObject({ status: 409, body: { code: 'payment.too-large' } });
  const above = { amount: naira(LARGEST_KOBO + 1), part: true };
  expect(await initialize(above)).toMatchObject({ status: 409, body: { code: 'payment.too-large' } });
  for (const amount of [0, -1, naira(OWED_KOBO + 1)])
    expect(await initialize({ amount, part: true })).toMatchObject({ body: { code: 'payment.amount-changed' } });
  await payPart(LARGEST_KOBO);
  expect((await invoice()).outstanding).toBe(naira(OWED_KOBO - LARGEST_KOBO));
  expect(await bed.violations()).toEqual([]);
});

it('deposits and withheld tax pay the rest, a refund makes a credit note, and the statement adds it all up', async () => {
  const before = OWED_KOBO - LARGEST_KOBO;
  const withheld = 93_023_255_814;
  const reference = await payPart(LARGEST_KOBO);
  const paid = await payAtCounter(naira(before - LARGEST_KOBO - withheld), naira(withheld));
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  expect(await invoice()).toMatchObject({ status: 'paid', outstanding: 0 });
  const refund = { reason: 'Paid twice' };
  const asked = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, refund);
  expect(asked.body.payment.refunds[0], JSON.stringify(asked.body)).toMatchObject({ amount: naira(LARGEST_KOBO) });
  const decided = { approve: true, reason: 'Right' };
  await bed.call(second, 'POST', `/api/staff/payments/${reference}/refund-approval`, decided);
  await settleRefunds(bed);
  expect((await invoice()).creditNotes).toMatchObject([{ total: naira(LARGEST_KOBO) }]);
  const today = bed.deps.clock();
  const range = `from=${lagosDate(daysBefore(today, 300))}&to=${lagosDate(today)}`;
  const statement = (await ask(`/api/user/account-statement?${range}`, owner)).body;
  const sum = statement.entries.reduce(
    (kobo: number, { amount }: { amount: number }) => kobo + Math.round(amount * 100),
    0,
  );
  expect([naira(sum), statement.closing]).toEqual([0, 0]);
  expect(statement.entries).toContainEqual(expect.objectContaining({ kind: 'invoice', amount: naira(OWED_KOBO) }));
  const csv = await textOf(`/api/user/account-statement/csv?${range}`, owner);
  expect(csv).toContain('19999999998.00');
  expect((await owner.browser.get(`/api/user/account-statement/pdf?${range}`)).statusCode).toBe(200);
  expect(await bed.violations()).toEqual([]);
});

it('exports have the sums to the kobo', async () => {
  expect(await textOf('/api/staff/exports/invoices.csv')).toContain('19999999998.00');
  expect(await textOf('/api/staff/exports/payments.csv')).toContain('5000000000.00');
  expect(await textOf('/api/staff/exports/ledger.csv')).toContain('19999999998.00');
});

it('an archive takes them along, and the portal that loads it has the same', async () => {
  const path = join(folder, 'portal.tar.gz');
  const on = async <T>(
    to: PaymentTestbed,
    name: string,
    work: (deps: Parameters<typeof loadArchive>[0]) => Promise<T>,
  ) => {
    const client = await to.pool.connect();
    try {
      return await work({ client, files: createFileStore(join(folder, name)), release: '1.2.3' });
    } finally {
      client.release(true);
    }
  };
  const written = await on(bed, 'source', (deps) => writeArchive(deps, createWriteStream(path)));
  const loaded = await on(moved, 'target', (deps) => loadArchive(deps, path));
  expect(loaded.totals).toEqual(written.totals);
  const sums = 'select account, sum(amount)::text as sum from ledger_entries group by 1 order by 1';
  expect(await moved.rows(sums)).toEqual(await bed.rows(sums));
  expect(await moved.rows('select total::text from invoices where invoice_number = $1', [invoiceNumber])).toEqual([
    { total: '19999999998.00' },
  ]);
  expect(await moved.violations()).toEqual([]);
});
