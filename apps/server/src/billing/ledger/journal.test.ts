import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';
import { pollRefunds } from '../refunds/poll-refunds.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
let month: string;

/** A month with a referral’s reward, credit spent, a refund, and a balance brought over. */
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
  month = new Date(bed.deps.clock().getTime() + 3_600_000).toISOString().slice(0, 7);
  const referrer = await bed.createCustomer();
  const friend = await bed.createCustomer({ referredBy: referrer });
  await bed.pay(friend, 'paystack', 20_000);
  await bed.pay(referrer, 'flutterwave', 23_000);
  const refunded = await bed.pay(await bed.createCustomer());
  await bed.call(staff, 'POST', `/api/staff/payments/${refunded}/refund`, { reason: 'Moved away' });
  await vi.waitFor(async () => {
    bed.wait(120_000);
    await pollRefunds(bed.deps);
    expect(await bed.rows("select 1 from refunds where status = 'done'")).toHaveLength(1);
  }, 20_000);
  // Of an account without a plan, taken at the counter, and one of them paid out again.
  const walkIn = await bed.createCustomer();
  await bed.call(staff, 'POST', '/api/staff/till/open', {});
  const [product] = (await bed.call(staff, 'GET', '/api/staff/charge-products')).body;
  await bed.call(staff, 'POST', `/api/staff/customers/${walkIn.id}/charges`, { product: product.id, quantity: 1 });
  const taken = await bed.call(staff, 'POST', `/api/staff/customers/${walkIn.id}/counter-payments`, {
    amount: product.price,
    method: 'cash',
    clientRequestId: 'journal-form-1',
  });
  const paid = taken.body.payment.reference;
  await bed.call(await bed.createStaff(), 'POST', `/api/staff/payments/${paid}/refund`, { reason: 'Never installed' });
  const [{ reference }] = (await bed.call(staff, 'GET', '/api/staff/payouts')).body;
  const form = { clientRequestId: 'journal-form-2' };
  expect((await bed.call(staff, 'POST', `/api/staff/payouts/${reference}/cash`, form)).status).toBe(200);
  const balances = csvFile(['customer', 'balance'], [[referrer.email, '333.33']]);
  await createImportTestbed(bed.database).run('balances', balances);
});
afterAll(() => bed.close());

type Line = Readonly<Record<string, string>>;

async function journal(format: string): Promise<Line[]> {
  const { body, statusCode } = await staff.browser.get(`/api/staff/journal.csv?month=${month}&format=${format}`);
  expect(statusCode).toBe(200);
  // The file for a spreadsheet is marked as UTF-8; ERPNext would take the mark for text.
  expect(body.startsWith('\ufeff')).toBe(format === 'plain');
  return parse(body, { columns: true, bom: true });
}

const kobo = (text = '') => Math.round(Number(text || 0) * 100);
const sum = (lines: readonly Line[], column: string) => lines.reduce((total, line) => total + kobo(line[column]), 0);

it('every transaction of the journal balances to the kobo, and its VAT is that of the invoices', async () => {
  const lines = await journal('plain');
  for (const [transaction, entries] of Map.groupBy(lines, (line) => line.transaction)) {
    expect(sum(entries, 'debit'), transaction).toBe(sum(entries, 'credit'));
  }
  const vat = lines.filter(({ account }) => account === 'vat');
  const [invoiced] = await bed.rows(
    `select (select sum(vat) from invoices where status = 'paid') as vat, (select coalesce(sum(vat), 0) from credit_notes) as back`,
  );
  expect(sum(vat, 'credit')).toBe(kobo(String(invoiced?.vat)));
  expect(sum(vat, 'debit')).toBe(kobo(String(invoiced?.back)));
  expect(
    sum(
      lines.filter(({ account }) => account === 'opening-balances'),
      'debit',
    ),
  ).toBe(33_333);
});

it.each([
  [
    'erpnext',
    'Account (Accounting Entries)',
    'Debit (Accounting Entries)',
    'Credit (Accounting Entries)',
    'Posting Date',
  ],
  ['odoo', 'line_ids/account_id', 'line_ids/debit', 'line_ids/credit', 'date'],
])(
  'for %s the days balance, one entry each, and are the same money as the transactions',
  async (format, account, debit, credit, date) => {
    const lines = await journal(format);
    const plain = await journal('plain');
    expect(sum(lines, debit)).toBe(sum(lines, credit));
    expect(lines.filter((line) => line[date] !== '').map((line) => line[date])).toEqual([
      ...new Set(plain.map((line) => line.date)),
    ]);
    for (const [name, entries] of Map.groupBy(plain, (line) => line.account)) {
      const own = lines.filter((line) => line[account] === name);
      expect([sum(own, debit), sum(own, credit)], name).toEqual([sum(entries, 'debit'), sum(entries, 'credit')]);
    }
  },
);

it('a month has what was booked in it by the clock of Lagos, and a wrong month is refused', async () => {
  await bed.pool.query(
    `insert into ledger_entries (transaction_key, account, amount, created_at)
     values ('test:edge', 'gateway:paystack', 1, '2025-05-31T23:00:00Z'), ('test:edge', 'revenue', -1, '2025-05-31T23:00:00Z')`,
  );
  const of = async (named: string) => (await staff.browser.get(`/api/staff/journal.csv?month=${named}`)).body;
  expect(await of('2025-06')).toContain('2025-06-01,test:edge,gateway:paystack,1.00,,NGN,,');
  expect(await of('2025-05')).not.toContain('test:edge');
  expect((await staff.browser.get('/api/staff/journal.csv?month=2025-13')).statusCode).toBe(422);
  await bed.pool.query("delete from ledger_entries where transaction_key = 'test:edge'");
});
