import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let imports: ReturnType<typeof createImportTestbed>;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  imports = createImportTestbed(bed.database);
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

let source = '';
let customer: Customer;
beforeEach(async () => {
  source = `old-${randomUUID().slice(0, 8)}`;
  customer = await bed.createCustomer();
  await bed.pay(customer);
});

const HEADER = ['Invoice No', 'Email', 'Total', 'VAT', 'Invoice date', 'Due date', 'Description'];
const row = (number: string, amount: string, vat = '', more: readonly string[] = []) => [
  number,
  customer.email,
  amount,
  vat,
  ...(more.length > 0 ? more : ['03/10/2026', '17/10/2026', 'October, Home 20']),
];
const importRows = (rows: readonly (readonly string[])[], options = {}) =>
  imports.run('invoices', csvFile(HEADER, rows), { source, ...options });

const owed = async () => {
  const [found] = await bed.rows(
    "select coalesce(sum(amount), 0)::text as amount from ledger_entries where account = 'opening-invoices' and user_id = $1",
    [customer.id],
  );
  return Number(found?.amount);
};
const invoicesOf = async () => (await bed.call(customer, 'GET', '/api/user/invoices')).body;
const opened = async () =>
  (await invoicesOf()).filter(({ invoiceNumber }: { invoiceNumber: string }) => /^OPN/.test(invoiceNumber));
const payAtCounter = (amount: number) =>
  bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, {
    amount,
    method: 'cash',
    clientRequestId: randomUUID(),
  });
const payOnline = async (invoiceNumber: string) => {
  const [charge] = await bed.rows('select id from one_off_charges where invoice_number = $1', [invoiceNumber]);
  const order = { amount: 7000, email: customer.email, plan: bed.planId, charge: charge?.id };
  const { reference } = (await bed.call(customer, 'POST', '/api/payment/paystack/initialize', order)).body.data;
  bed.sandbox.decide(reference, 'approve');
  await bed.verify(customer, 'paystack', reference);
  await bed.quiet();
};

describe('an open invoice of the earlier system', () => {
  it('is owed to the kobo until it is paid at the counter, before anything newer', async () => {
    const done = await importRows([
      row('A-17', '12,500.55', '872.13'),
      row('A-18', '100.01', '', ['2026-10-04', '', 'Router']),
    ]);
    expect(done, JSON.stringify(done.rejectedRows)).toMatchObject({
      accepted: 2,
      sums: { file: 12_600.56, booked: 12_600.56, rejected: 0 },
    });
    expect(await owed()).toBe(12_600.56);
    const counter = (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/counter`)).body;
    expect(counter.due[0]).toMatchObject({ label: 'Invoice A-17 of 03/10/2026: October, Home 20' });
    expect(counter.total).toBe(12_600.56);
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    await payAtCounter(12_600.56);
    expect((await opened()).map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid']);
    expect(await owed()).toBe(0);
    expect(await bed.violations()).toEqual([]);
  });

  it('is paid at a gateway, once', async () => {
    await importRows([row('B-1', '7000')]);
    const [{ invoiceNumber }] = await opened();
    await payOnline(invoiceNumber);
    expect(await opened()).toMatchObject([{ invoiceNumber, status: 'paid', total: 7000, vat: 488.37 }]);
    expect(await owed()).toBe(0);
    expect(await bed.violations()).toEqual([]);
  });

  it('is written off as a loss, is no revenue then, and is paid after all', async () => {
    const { id } = await importRows([row('W-1', '7000')]);
    const [{ invoiceNumber }] = await opened();
    const lost = async () =>
      bed.rows(
        `select account, sum(amount)::float as sum from ledger_entries
         where user_id = $1 and account in ('bad-debts', 'receivable', 'opening-invoices') group by 1 having sum(amount) <> 0`,
        [customer.id],
      );
    const revenue = await bed.rows("select sum(amount) from ledger_entries where account = 'revenue'");
    const form = { invoiceNumber, reason: 'Moved away', clientRequestId: randomUUID() };
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/write-offs`, form);
    expect(await lost()).toEqual([{ account: 'bad-debts', sum: 7000 }]);
    expect(await bed.rows("select sum(amount) from ledger_entries where account = 'revenue'")).toEqual(revenue);
    expect(await bed.violations()).toEqual([]);
    await expect(imports.undo(id, staff.id)).rejects.toMatchObject({ code: 'import.built-upon' });
    await payOnline(invoiceNumber);
    expect(await lost()).toEqual([]);
    expect(await bed.violations()).toEqual([]);
  });

  it('comes once, however often its file is imported, and a dry run leaves nothing', async () => {
    const rows = [row('C-1', '10'), row('C-2', '20.20')];
    expect(await importRows(rows, { isDryRun: true })).toMatchObject({ accepted: 2, sums: { booked: 30.2 } });
    expect(await opened()).toEqual([]);
    await importRows(rows);
    expect(await importRows([...rows, row('C-3', '1')])).toMatchObject({ accepted: 1, repeated: 2 });
    expect(await opened()).toHaveLength(3);
    expect(await owed()).toBe(31.2);
    expect(await bed.violations()).toEqual([]);
  });

  it('that is wrong is left out with its reason', async () => {
    const done = await importRows([
      row('D-1', '0'),
      row('D-2', '1000', '75'),
      row('D-3', '1000', '10'),
      row('D-4', '1000', '', ['', '', '']),
      row('D-5', '1000', '', ['2026-10-03', '2026-10-01', '']),
      row('D-6', '1.005'),
      ['D-7', 'nobody@mail.example', '5', '', '2026-10-03', '', ''],
      row('D-8', '5'),
      row('D-8', '6'),
    ]);
    expect(done.rejectedRows.map(({ row: number, reason }) => `${number} ${reason}`)).toEqual([
      '2 Nothing is due on the invoice: import what is open',
      '3 The amount is without VAT: give what is to be paid, VAT included',
      '4 The VAT is not the 7.5 % inside the amount, which is ₦69.77',
      '5 The invoice date is empty',
      '6 The due date is before the invoice date',
      '7 Amount due, with VAT: “1.005” is not an amount of naira with at most two decimals behind a point',
      '8 There is no such customer: import the customers first',
      '10 Row 9 has the same id D-8',
    ]);
    expect(await owed()).toBe(5);
    expect(done.sums).toMatchObject({ booked: 5, rejected: 4011 });
  });

  it('goes with its import while nothing was paid, begun or numbered since, and not afterwards', async () => {
    const before = await bed.rows('select account, sum(amount) from ledger_entries group by 1 order by 1');
    const first = await importRows([row('E-1', '10')]);
    const second = await importRows([row('E-2', '20')]);
    await expect(imports.undo(first.id, staff.id)).rejects.toMatchObject({ code: 'import.built-upon' });
    await imports.undo(second.id, staff.id);
    await imports.undo(first.id, staff.id);
    expect(await opened()).toEqual([]);
    expect(await bed.rows('select account, sum(amount) from ledger_entries group by 1 order by 1')).toEqual(before);
    const again = await importRows([row('E-1', '10')]);
    expect(again).toMatchObject({ accepted: 1 });
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    await payAtCounter(10);
    await expect(imports.undo(again.id, staff.id)).rejects.toMatchObject({ code: 'import.built-upon' });
    expect(await bed.violations()).toEqual([]);
  });
});

describe('a payment of the earlier system', () => {
  it('is kept for reading: no money of the ledger and no payment of the portal', async () => {
    const before = await bed.rows(
      'select (select count(*) from payments) as payments, (select count(*) from ledger_entries) as entries',
    );
    const file = csvFile(
      ['receipt', 'email', 'amount', 'date', 'payment type'],
      [
        ['R-1', customer.email, '15,000.50', '2025-12-01 09:30', 'Cash'],
        ['R-2', customer.email, '-5', '2025-12-01', 'Cash'],
      ],
    );
    const done = await imports.run('payments', file, { source });
    expect(done).toMatchObject({ accepted: 1, rejected: 1, sums: { booked: 15_000.5 } });
    expect(
      await bed.rows('select number, amount::text, method, paid_at from earlier_payments where user_id = $1', [
        customer.id,
      ]),
    ).toEqual([{ number: 'R-1', amount: '15000.50', method: 'Cash', paid_at: new Date('2025-12-01T08:30:00Z') }]);
    expect(
      await bed.rows(
        'select (select count(*) from payments) as payments, (select count(*) from ledger_entries) as entries',
      ),
    ).toEqual(before);
    const shown = await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/earlier-payments`);
    expect(shown.body).toMatchObject([{ number: 'R-1', amount: 15_000.5, paidAt: '2025-12-01T08:30:00.000Z' }]);
    expect((await bed.call(staff, 'GET', '/api/staff/customers/2000000000/earlier-payments')).status).toBe(404);
    expect(await imports.run('payments', file, { source })).toMatchObject({ accepted: 0, repeated: 1 });
    await imports.undo(done.id, staff.id);
    expect(await bed.rows('select 1 from earlier_payments where user_id = $1', [customer.id])).toEqual([]);
  });
});
