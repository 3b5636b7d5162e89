import { type VatChange, type VatRate, vatIncluded, vatRateAt } from '@portal/kernel/billing/vat';
import { lagosDate, lagosPeriod } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { refundThere } from '../../testing/billing/refund-there.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { judgeIssued } from '../../testing/e-invoices/judge-issued.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { runRenewals } from '../renewals/run-renewals.ts';
import { issueInvoices } from './issue-invoices.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 24 * 3_600_000;

let bed: RenewalTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startRenewalTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

const inDays = (days: number) => new Date(bed.deps.clock().getTime() + days * DAY_MS);

/** Publishes a group of settings with something else in it. */
async function publishIn(group: string, change: object) {
  const { body: setting } = await bed.call(staff, 'GET', `/api/staff/settings/${group}`);
  const body = { basedOn: setting.number, value: { ...setting.current, ...change }, note: 'The new act' };
  return bed.call(staff, 'POST', `/api/staff/settings/${group}/versions`, body);
}

/** Publishes rates of VAT in the place of the ones before. */
const publish = (changes: readonly VatChange[]) => publishIn('vat', { changes });

const latestInvoice = async (who: Customer) => {
  const [{ invoiceNumber }] = (await bed.call(who, 'GET', '/api/user/invoices')).body;
  return (await bed.call(who, 'GET', `/api/user/invoices/${invoiceNumber}`)).body;
};

const receiptOf = async (who: Customer, number: string) =>
  (await bed.call(who, 'GET', `/api/user/receipts/${number}`)).body;

/** The VAT of the journal in kobo, of all months since a day. */
async function journalVat(since: Date): Promise<number> {
  const months = new Set([lagosPeriod(since), lagosPeriod(bed.deps.clock())]);
  let sum = 0;
  for (const month of months) {
    const { body } = await staff.browser.get(`/api/staff/journal.csv?month=${month}&format=plain`);
    const lines: Record<string, string>[] = parse(body, { columns: true, bom: true });
    for (const { account, debit, credit } of lines)
      if (account === 'vat') sum += Math.round(100 * (Number(credit || 0) - Number(debit || 0)));
  }
  return sum;
}

describe('a change of the rate', () => {
  it('is for invoices, receipts and the journal from its day on; credit notes have the rate of what they take back', async () => {
    const begun = bed.deps.clock();
    const [earlier, later] = [await bed.createCustomer(), await bed.createCustomer()];
    const first = await bed.pay(earlier);
    const from = lagosDate(inDays(1));
    expect((await publish([{ from, rate: 1000 }])).body).toMatchObject({ success: true, number: 1 });
    expect(await latestInvoice(earlier)).toMatchObject({ total: 25_000, vat: 1_744.19, vatPercent: 7.5 });
    bed.wait(DAY_MS);
    await bed.pay(later);
    const invoice = await latestInvoice(later);
    expect(invoice).toMatchObject({ total: 25_000, vat: 2_272.73, vatPercent: 10 });
    expect(await receiptOf(later, invoice.receiptNumber)).toMatchObject({ vatIncluded: 2_272.73 });
    await bed.call(staff, 'POST', `/api/staff/payments/${first}/refund`, { reason: 'Moved away' });
    await settleRefunds(bed);
    expect(await bed.rows('select vat, issued_at > $1 as later from credit_notes', [inDays(-1)])).toEqual([
      { vat: '1744.19', later: true },
    ]);
    expect(await journalVat(begun)).toBe(227_273);
    expect(await bed.violations()).toEqual([]);
  });

  it('cannot be taken back once its day has come, nor be of a day that is over', async () => {
    const { body: setting } = await bed.call(staff, 'GET', '/api/staff/settings/vat');
    const upcoming = { from: lagosDate(inDays(3)), rate: 500 };
    expect((await publish([...setting.current.changes, upcoming])).status).toBe(200);
    expect((await publish(setting.current.changes)).status).toBe(200);
    const gone = await publish([]);
    expect([gone.status, gone.body.errors.changes]).toEqual([422, expect.stringContaining('is in force')]);
    const past = await publish([...setting.current.changes, { from: '2020-02-01', rate: 750 }]);
    expect([past.status, past.body.errors.changes]).toEqual([
      422,
      '2020-02-01 is over: a rate can change from today on',
    ]);
    const junk = await publish([...setting.current.changes, { from: '2031-02-30', rate: 3001 }]);
    expect(junk.status).toBe(422);
  });

  it('leaves an open invoice with VAT on top as the customer has received it, and what they pay for it', async () => {
    const customer = await bed.createCustomer();
    await bed.pay(customer);
    let rate: VatRate = 750;
    const deps = {
      ...bed.renewals,
      vatRate: () => rate,
      addedVat: (issuedRate?: VatRate | null) => issuedRate ?? rate,
    };
    bed.wait(25 * DAY_MS);
    await runRenewals(deps);
    const open = await latestInvoice(customer);
    expect(open).toMatchObject({ status: 'open', total: 26_875, vat: 1_875, vatPercent: 7.5 });
    rate = 1000;
    bed.wait(DAY_MS);
    await runRenewals(deps);
    expect(await latestInvoice(customer)).toMatchObject({ invoiceNumber: open.invoiceNumber, status: 'open' });
    const order = { userId: customer.id, lineId: customer.id, planId: bed.planId };
    expect((await quotePayment(deps, bed.database, order)).lines.at(-1)).toEqual({
      label: 'VAT, 7.5%',
      amountKobo: 187_500,
    });
    await bed.creditBy(customer, 26_875);
    bed.wait(5 * DAY_MS);
    await runRenewals(deps);
    const paid = await bed.call(customer, 'GET', `/api/user/invoices/${open.invoiceNumber}`);
    expect(paid.body).toMatchObject({ status: 'paid', total: 26_875, vatPercent: 7.5 });
    expect(await bed.violations()).toEqual([]);
  });
});

it('a month of which parts go back has the VAT of the journal on its documents, to the kobo', async () => {
  const customer = await bed.createCustomer();
  expect((await publishIn('company', { taxId: '01234567-0001' })).status).toBe(200);
  const before = await journalVat(bed.deps.clock());
  const reference = await bed.pay(customer);
  for (const kobo of [333_333, 1_000_001, 7]) {
    await refundThere(bed, reference, toKobo(kobo));
    const [found] = await bed.rows('select max(id) as id from gateway_discrepancies where reference = $1', [reference]);
    const booking = `/api/staff/gateway-discrepancies/${found?.id}/external-refund`;
    expect((await bed.call(staff, 'POST', booking, { reason: 'Goodwill' })).status).toBe(200);
  }
  const { documents, vatKobo } = await judgeIssued(bed, customer.id);
  expect(documents).toBe(4);
  expect((await journalVat(bed.deps.clock())) - before).toBe(vatKobo);
  expect(vatKobo).toBeGreaterThan(0);
});

it('whatever the rates and amounts, an invoice has the rate of its day, and net and VAT are its total to the kobo', async () => {
  const customer = await bed.createCustomer();
  await bed.pay(customer);
  const [line] = await bed.rows('select id, plan_id from user_subscriptions where user_id = $1', [customer.id]);
  const days = fc.integer({ min: 0, max: 400 });
  const changes = fc.array(fc.record({ day: days, rate: fc.integer({ min: 0, max: 3000 }) }), { maxLength: 6 });
  const amounts = fc.array(fc.integer({ min: 1, max: 9_999_999_999 }), { minLength: 1, maxLength: 4 });
  const start = inDays(1);
  const at = (day: number) => new Date(start.getTime() + day * DAY_MS);
  await fc.assert(
    fc.asyncProperty(changes, amounts, days, async (list, totals, day) => {
      const dated = new Map(list.map((change) => [lagosDate(at(change.day)), change.rate]));
      const rates = [...dated].map(([from, rate]) => ({ from, rate }));
      const now = at(day);
      const expected = [...rates]
        .filter(({ from }) => from <= lagosDate(now))
        .sort((a, b) => (a.from < b.from ? 1 : -1));
      const rate = expected[0]?.rate ?? 750;
      const supplies = totals.map((total) => ({
        userId: customer.id,
        subscriptionId: String(line?.id),
        planId: String(line?.plan_id),
        periodNumber: 1,
        kind: 'bundle' as const,
        startsAt: now,
        endsAt: now,
        dueAt: now,
        lines: [{ label: 'Data', amountKobo: total }],
        totalKobo: toKobo(total),
        paid: null,
      }));
      const deps = { ...bed.renewals, vatRate: (moment: Date) => vatRateAt(rates, moment) };
      const numbers = await bed.database.transaction((tx) => issueInvoices(deps, tx, supplies, now));
      const rows = await bed.rows(
        `select (total * 100)::bigint::text as total, (vat * 100)::bigint::text as vat, vat_rate as rate
         from invoices where invoice_number = any($1) order by sequence`,
        [numbers],
      );
      const written = rows.map((row) => ({ total: Number(row.total), vat: Number(row.vat), rate: row.rate }));
      expect(written).toEqual(totals.map((total) => ({ total, vat: vatIncluded(toKobo(total), rate), rate })));
      for (const { total, vat } of written) {
        const net = total - vat;
        // What is charged on the net is the VAT, but for the kobo that rounding the net takes.
        expect(Math.abs((net * rate) / 10_000 - vat)).toBeLessThanOrEqual(0.5 + rate / 20_000 + 1e-6);
      }
    }),
    { numRuns: 25 },
  );
  expect((await bed.violations()).filter(({ rule }) => rule.startsWith('V2'))).toEqual([]);
});
