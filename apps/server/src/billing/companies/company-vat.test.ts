import { lagosPeriod } from '@portal/kernel/calendar';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { judgeIssued } from '../../testing/e-invoices/judge-issued.ts';
import { runCompanyBilling } from './run-company-billing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let cashier: Customer;
let second: Customer;
let owner: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  [cashier, second, owner] = [await bed.createStaff(), await bed.createStaff(), await bed.createCustomer()];
  await bed.call(cashier, 'POST', '/api/staff/till/open', {});
});
afterAll(() => bed.close());

/** Offers a product and charges the company for it. */
async function charge(name: string, price: number, tax: object): Promise<void> {
  const { body } = await bed.call(cashier, 'POST', '/api/staff/charge-products', { name, price, ...tax });
  expect(body).toMatchObject({ success: true, product: { name, ...tax } });
  const order = { product: body.product.id, quantity: 1 };
  expect((await bed.call(cashier, 'POST', `/api/staff/customers/${owner.id}/charges`, order)).status).toBe(200);
}

/** The VAT of the journal of a month in kobo. */
async function journalVat(month: string): Promise<number> {
  const { body } = await second.browser.get(`/api/staff/journal.csv?month=${month}&format=plain`);
  const lines: Record<string, string>[] = parse(body, { columns: true, bom: true });
  return lines
    .filter(({ account }) => account === 'vat')
    .reduce((sum, { debit, credit }) => sum + Math.round(100 * (Number(credit || 0) - Number(debit || 0))), 0);
}

describe('a company that is charged for what is taxed, zero-rated and exempt', () => {
  it('has one invoice with each rate by itself, a receipt and a journal with its VAT, and credit notes that add up', async () => {
    const form = { companyName: 'Kano Foods Ltd', taxId: '01234567-0001', paymentTermsDays: 14, billingDay: 1 };
    await cashier.browser.put(`/api/staff/customers/${owner.id}/company`, form);
    await charge('Second router', 1_000.04, { bearsVat: true });
    await charge('Export of a line', 500, { bearsVat: false, untaxedAs: 'zero-rated' });
    await charge('Training', 250.5, { bearsVat: false, untaxedAs: 'exempt' });
    const { nextInvoiceAt } = (await bed.call(owner, 'GET', '/api/user/company')).body.company;
    bed.wait(Date.parse(nextInvoiceAt) - bed.deps.clock().getTime() + 3_600_000);
    await runCompanyBilling(bed.deps);
    const open = (await bed.call(owner, 'GET', '/api/user/invoices')).body.find(
      ({ status }: { status: string }) => status === 'open',
    );
    expect(open).toMatchObject({ kind: 'monthly', total: 1_750.54, vat: 69.77 });
    const page = (await owner.browser.get(`/api/user/invoices/${open.invoiceNumber}/page`)).body.replace(
      /<[^>]*>/g,
      ' ',
    );
    for (const [label, value] of [
      ['Net', '₦1,680.77'],
      ['Taxable at 7.5%', '₦930.27'],
      ['Zero-rated', '₦500.00'],
      ['Exempt from VAT', '₦250.50'],
      ['VAT, 7.5%', '₦69.77'],
      ['Total, VAT included', '₦1,750.54'],
    ])
      expect(page.replace(/\s+/g, ' ')).toContain(`${label} ${value}`);
    const order = { amount: 1_750.54, method: 'deposit', outsideReference: 'slip 1', clientRequestId: 'company-vat-1' };
    const paid = await bed.call(cashier, 'POST', `/api/staff/customers/${owner.id}/counter-payments`, order);
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    const { receiptNumber, payment } = paid.body;
    expect((await bed.call(owner, 'GET', `/api/user/receipts/${receiptNumber}`)).body.vatIncluded).toBe(69.77);
    const month = lagosPeriod(bed.deps.clock());
    expect(await journalVat(month)).toBe(6_977);
    expect(await judgeIssued(bed, owner.id)).toEqual({ documents: 1, vatKobo: 6_977 });
    await bed.call(second, 'POST', `/api/staff/payments/${payment.reference}/refund`, { reason: 'Returned' });
    await settleRefunds(bed);
    const [payout] = (await bed.call(cashier, 'GET', `/api/staff/payouts?customer=${owner.id}`)).body;
    const transfer = { bankReference: 'TRF 1', clientRequestId: 'company-vat-2' };
    await bed.call(second, 'POST', `/api/staff/payouts/${payout.reference}/transfer`, transfer);
    expect(await bed.rows('select total::text, vat::text, vat_breakdown from credit_notes')).toEqual([
      {
        total: '1750.54',
        vat: '69.77',
        vat_breakdown: [
          { category: 'standard', rate: 750, grossKobo: 100_004, taxableKobo: 93_027, vatKobo: 6_977 },
          { category: 'zero-rated', rate: 0, grossKobo: 50_000, taxableKobo: 50_000, vatKobo: 0 },
          { category: 'exempt', rate: 0, grossKobo: 25_050, taxableKobo: 25_050, vatKobo: 0 },
        ],
      },
    ]);
    expect(await journalVat(month)).toBe(0);
    expect(await judgeIssued(bed, owner.id)).toEqual({ documents: 2, vatKobo: 0 });
    expect(await bed.violations()).toEqual([]);
  });
});
