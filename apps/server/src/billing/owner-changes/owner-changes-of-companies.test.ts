import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type OwnerChangeTestbed, startOwnerChangeTestbed } from '../../testing/billing/owner-change-testbed.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { runCompanyBilling } from '../companies/run-company-billing.ts';
import { runRenewals } from '../renewals/run-renewals.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TERMS = { companyName: 'Kano Foods Ltd', taxId: '01234567-0001', paymentTermsDays: 14, billingDay: 1 };

let bed: OwnerChangeTestbed;
let amina: Customer;
let company: Customer;
beforeAll(async () => {
  bed = await startOwnerChangeTestbed();
  await bed.call(bed.staff, 'POST', '/api/staff/till/open', {});
});
beforeEach(async () => {
  [amina, company] = [await bed.createCustomer(), await bed.createCustomer()];
  await bed.staff.browser.put(`/api/staff/customers/${company.id}/company`, TERMS);
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

const runJobs = async () => {
  await runCompanyBilling(bed.deps);
  await runRenewals(bed.deps);
};
const until = (iso: string) => bed.wait(Date.parse(iso) - bed.deps.clock().getTime() + 3_600_000);
const invoicesOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/invoices')).body;

let slips = 0;
const payAtCounter = (who: Customer, form: object) =>
  bed.call(bed.staff, 'POST', `/api/staff/customers/${who.id}/counter-payments`, {
    method: 'deposit',
    outsideReference: `slip ${slips}`,
    clientRequestId: `owner-change-${slips++}`,
    ...form,
  });

async function addPaid(who: Customer, label: string): Promise<number> {
  const { id } = (await bed.call(who, 'POST', '/api/user/lines', { label, planId: bed.planId })).body.line;
  const paid = await payAtCounter(who, { amount: 25_000, planId: bed.planId, lineId: id });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  return id;
}

it('a company takes all lines of an account over at once, and its invoice has them from the end of their paid time', async () => {
  await addPaid(amina, 'Head office');
  await addPaid(amina, 'Depot');
  await bed.call(amina, 'POST', '/api/user/lines', { label: 'Never paid', planId: bed.planId });
  const { offer } = await bed.offer(amina.id, company.email, company.email, { lines: 'all' });
  const { status, body } = await bed.accept(company, offer);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.lines.map(({ label }: { label: string }) => label)).toEqual(['Head office', 'Depot']);
  expect((await bed.linesOf(amina)).map((line) => line.status)).toEqual(['cancelled', 'cancelled', 'pending']);
  const ends = body.lines.map(({ nextBillingDate }: { nextBillingDate: string }) => nextBillingDate);
  await runJobs();
  expect((await bed.linesOf(company)).map((line) => line.nextBillingDate)).toEqual(ends);
  until(ends[1]);
  await runJobs();
  expect((await bed.linesOf(company)).map((line) => line.status)).toEqual(['active', 'active']);
  until((await bed.call(company, 'GET', '/api/user/company')).body.company.nextInvoiceAt);
  await runJobs();
  const [bill] = await invoicesOf(company);
  expect(bill).toMatchObject({ kind: 'monthly', status: 'open', total: 50_000 });
  const charged = await bed.rows(
    'select min(starts_at) as "from" from invoiced_periods where account_id = $1 group by subscription_id order by 1',
    [company.id],
  );
  expect(charged.map(({ from }) => (from as Date).toISOString())).toEqual(ends.toSorted());
});

it('moves all of them or none: one that waits for its bill holds the others', async () => {
  await addPaid(amina, 'Head office');
  const depot = await addPaid(amina, 'Depot');
  const { offer } = await bed.offer(amina.id, company.email, company.email, { lines: 'all' });
  const order = { amount: 25_000, email: amina.email, plan: bed.planId, lineId: depot };
  await bed.call(amina, 'POST', '/api/payment/paystack/initialize', order);
  expect((await bed.accept(company, offer)).body.code).toBe('owner-change.payment-under-way');
  expect((await bed.linesOf(amina)).map((line) => line.status)).toEqual(['active', 'active']);
});

it('a line leaves a company once nothing is owed for it, and its new owner pays for it by the month', async () => {
  await bed.call(company, 'POST', '/api/user/lines', { label: 'Branch', planId: bed.planId });
  await runJobs();
  expect((await bed.ask(company.id, amina.email)).body.code).toBe('company.not-invoiced');
  until((await bed.call(company, 'GET', '/api/user/company')).body.company.nextInvoiceAt);
  await runJobs();
  expect((await bed.ask(company.id, amina.email)).body.code).toBe('company.owes');
  const [{ total }] = await invoicesOf(company);
  expect((await payAtCounter(company, { amount: total })).status).toBe(200);
  const { offer } = await bed.offer(company.id, amina.email);
  const { body } = await bed.accept(amina, offer);
  const [{ nextBillingDate }] = body.lines;
  until(nextBillingDate);
  await runJobs();
  expect(await invoicesOf(amina)).toMatchObject([{ kind: 'period', status: 'open' }]);
  await bed.pay(amina);
  expect((await bed.linesOf(amina))[0]).toMatchObject({ label: 'Branch', status: 'active' });
});
