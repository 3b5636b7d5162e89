import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let customer: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

async function payMonth(who: Customer, gateway = 'paystack' as const) {
  const { body: quote } = await bed.call(who, 'GET', `/api/user/payment-quote?plan=${bed.planId}`);
  const reference = await bed.open(who, gateway, quote.total);
  bed.sandbox.decide(reference, 'approve');
  expect((await bed.verify(who, gateway, reference)).body.status).toBe('success');
  return reference;
}
const listOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/invoices')).body;

describe('an invoice', () => {
  it('is issued with the month that a payment buys, with seller, buyer, VAT, time and payment on it', async () => {
    customer = await bed.createCustomer();
    await customer.browser.put('/api/user/billing-details', {
      companyName: 'Ọlá & Sons',
      address: '3 Allen Avenue, Ikeja',
      taxId: '12345678-0001',
    });
    const reference = await payMonth(customer);
    const [summary] = await listOf(customer);
    expect(summary).toMatchObject({ kind: 'period', status: 'paid', total: 25_000, vat: 1_744.19, creditNotes: [] });
    expect(summary.invoiceNumber).toMatch(/^INV-20\d\d-\d{6}$/);
    const { body } = await bed.call(customer, 'GET', `/api/user/invoices/${summary.invoiceNumber}`);
    expect(body).toMatchObject({
      customerNumber: customer.id,
      seller: { name: 'Waya Fibre Limited', address: '14 Moshood Abiola Way, Garki, Abuja' },
      buyer: { name: 'Ọlá & Sons', address: '3 Allen Avenue, Ikeja', taxId: '12345678-0001', email: customer.email },
      lines: [{ label: 'Premium Fiber 100Mbps, one month', amount: 25_000 }],
      vatPercent: 7.5,
      paidBy: { gateway: 'paystack', reference },
      electronicReference: null,
    });
    expect(body.receiptNumber).toMatch(/^RCT-/);
  });

  it('shows a discount as an item, and no credit: credit is a way to pay', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    await payMonth(friend);
    const [{ invoiceNumber, total }] = await listOf(friend);
    expect(total).toBe(20_000);
    const { body } = await bed.call(friend, 'GET', `/api/user/invoices/${invoiceNumber}`);
    expect(body.lines.map(({ amount }: { amount: number }) => amount)).toEqual([25_000, -5_000]);
    await payMonth(customer);
    const [latest] = await listOf(customer);
    expect(latest).toMatchObject({ status: 'paid', total: 25_000 });
    const { body: credit } = await bed.call(customer, 'GET', '/api/user/credit');
    expect(credit).toMatchObject({
      balance: 0,
      entries: [
        { label: 'Paid with credit', amount: -2_000, balanceAfter: 0 },
        { label: 'Referral reward', amount: 2_000, balanceAfter: 2_000 },
      ],
    });
  });

  it('is a page that runs no script and shows every value as plain text', async () => {
    const who = await bed.createCustomer();
    await who.browser.put('/api/user/billing-details', { companyName: '<script>alert(1)</script>' });
    await payMonth(who);
    const [{ invoiceNumber }] = await listOf(who);
    const page = await who.browser.get(`/api/user/invoices/${invoiceNumber}/page`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.body).toContain('₦25,000.00');
    expect(page.body).not.toContain('<script');
  });

  it('is a PDF', async () => {
    const [{ invoiceNumber }] = await listOf(customer);
    const answer = await customer.browser.get(`/api/user/invoices/${invoiceNumber}/pdf`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('can be read by its owner alone', async () => {
    const [{ invoiceNumber }] = await listOf(customer);
    const otherCustomer = await bed.createCustomer();
    for (const end of ['', '/page', '/pdf']) {
      expect((await otherCustomer.browser.get(`/api/user/invoices/${invoiceNumber}${end}`)).statusCode).toBe(404);
    }
  });
});

describe('the statement of a month', () => {
  it('adds up what was invoiced, paid and credited', async () => {
    const who = await bed.createCustomer();
    await payMonth(who);
    await payMonth(who);
    const month = new Date(bed.deps.clock().getTime() + 3_600_000).toISOString().slice(0, 7);
    const { body } = await bed.call(who, 'GET', `/api/user/statements/${month}`);
    expect(body).toMatchObject({
      month,
      invoiced: 50_000,
      paid: 50_000,
      refunded: 0,
      openingCredit: 0,
      closingCredit: 0,
    });
    expect(body.invoices).toHaveLength(2);
    expect((await bed.call(who, 'GET', '/api/user/statements/2026-13')).status).toBe(404);
  });
});

describe('staff', () => {
  let staff: Customer;
  beforeAll(async () => {
    staff = await bed.createStaff();
  });

  it('export all invoices as CSV that no spreadsheet executes, and the export is audited', async () => {
    const who = await bed.createCustomer();
    await who.browser.put('/api/user/billing-details', { companyName: '=HYPERLINK("http://bad.example")' });
    await payMonth(who);
    const csv = await staff.browser.get('/api/staff/invoices.csv?from=2020-01-01&to=2099-12-31');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = csv.body.trimEnd().split('\r\n');
    const [{ count }] = (await bed.rows('select count(*)::int from invoices')) as [{ count: number }];
    expect(lines[0]).toMatch(/^\ufeffInvoice number,.*,Issued at,Issued at Lagos time,/);
    expect(lines).toHaveLength(count + 1);
    expect(csv.body).toContain(`"'=HYPERLINK(""http://bad.example"")"`);
    expect(await bed.rows("select action from audit_records where action = 'invoice.exported'")).toHaveLength(1);
  });

  it('refund a month, and its invoice gets a credit note with a number of its own', async () => {
    const who = await bed.createCustomer();
    const reference = await payMonth(who);
    const asked = await staff.browser.post(`/api/staff/payments/${reference}/refund`, {
      reason: 'Never connected',
      keepService: false,
    });
    expect(asked.statusCode, asked.body).toBe(200);
    await settleRefunds(bed);
    const [
      {
        creditNotes: [creditNote],
        status,
      },
    ] = await listOf(who);
    expect({ status, total: creditNote.total }).toEqual({ status: 'paid', total: 25_000 });
    const page = await who.browser.get(`/api/user/invoices/${creditNote.creditNoteNumber}/page`);
    expect(page.body).toContain('-₦25,000.00');
  });

  it('find the ledger consistent', async () => {
    expect(await bed.violations()).toEqual([]);
  });
});

describe('a refund in a later month', () => {
  it('is on the statement of the month in which it was made, as credit note, refund or chargeback, and negative in the export of that month', async () => {
    const staff = await bed.createStaff();
    const [who, disputed] = [await bed.createCustomer(), await bed.createCustomer()];
    const [refunded, lost] = [await payMonth(who), await payMonth(disputed)];
    const monthNow = () => new Date(bed.deps.clock().getTime() + 3_600_000).toISOString().slice(0, 7);
    const paidIn = monthNow();
    bed.wait(32 * 24 * 3_600_000);
    const [payer, victim, clerk] = await Promise.all([who, disputed, staff].map(bed.signInAgain));
    if (!payer || !victim || !clerk) throw new Error('nobody');
    const refund = { reason: 'Never connected', keepService: true };
    expect((await bed.call(clerk, 'POST', `/api/staff/payments/${refunded}/refund`, refund)).status).toBe(200);
    bed.sandbox.dispute(lost, 'resolve');
    await bed.quiet();
    await settleRefunds(bed);
    const statement = async (of: Customer, month: string) =>
      (await bed.call(of, 'GET', `/api/user/statements/${month}`)).body;
    const none = { corrected: 0, refunded: 0, chargedBack: 0, creditNotes: [], chargebacks: [] };
    expect(await statement(payer, paidIn)).toMatchObject({ invoiced: 25_000, paid: 25_000, ...none });
    const [
      {
        invoiceNumber,
        creditNotes: [creditNote],
      },
    ] = await listOf(payer);
    expect(await statement(payer, monthNow())).toMatchObject({
      invoiced: 0,
      corrected: 25_000,
      paid: 0,
      refunded: 25_000,
      chargedBack: 0,
      creditNotes: [{ invoiceNumber, creditNoteNumber: creditNote.creditNoteNumber, total: 25_000 }],
    });
    expect(await statement(victim, monthNow())).toMatchObject({
      corrected: 25_000,
      refunded: 0,
      chargedBack: 25_000,
      chargebacks: [{ reference: lost, amount: 25_000 }],
    });
    const csv = await clerk.browser.get(`/api/staff/invoices.csv?from=${monthNow()}-01&to=2099-12-31`);
    const rows = csv.body
      .trimEnd()
      .split('\r\n')
      .filter((row) => row.includes(creditNote.creditNoteNumber));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(new RegExp(`^${invoiceNumber},credit-note,.*,-23255.81,-1744.19,-25000.00,`));
  });
});
