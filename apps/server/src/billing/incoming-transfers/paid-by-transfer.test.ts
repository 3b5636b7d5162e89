import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openNumber } from '../../testing/billing/open-number.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { runCompanyBilling } from '../companies/run-company-billing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.close();
});

let customer: Customer;
let accountNumber: string;
beforeEach(async () => {
  ({ customer, accountNumber } = await openNumber(bed, 'monnify'));
});

async function send(amountKobo: number, narration?: string): Promise<void> {
  bed.sandbox.transfer({ accountNumber, amountKobo, senderName: 'BISI ADE', ...(narration && { narration }) });
  await bed.quiet();
}

/** From day to day of a month, so that there is one billing day in between whatever day it is now. */
function waitForNextMonth(): void {
  const now = bed.deps.clock();
  bed.wait(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3) - now.getTime());
}

/** Makes the customer a company with two open invoices, and returns these, the oldest first. */
async function billCompany(): Promise<{ number: string; kobo: number }[]> {
  waitForNextMonth();
  const form = { companyName: 'Kano Foods', taxId: '0123456-0001', paymentTermsDays: 30, billingDay: 1 };
  const made = await staff.browser.put(`/api/staff/customers/${customer.id}/company`, form);
  expect(made.statusCode, made.body).toBe(200);
  const products = (await bed.call(staff, 'GET', '/api/staff/charge-products')).body;
  const { id: product } = products.find(({ name }: { name: string }) => name === 'Router');
  for (const quantity of [1, 2]) {
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/charges`, { product, quantity });
    waitForNextMonth();
    await runCompanyBilling(bed.deps);
  }
  const rows = await bed.rows(
    "select invoice_number, (total * 100)::int as kobo from invoices where user_id = $1 and status = 'open' order by due_at",
    [customer.id],
  );
  return rows.map(({ invoice_number, kobo }) => ({ number: String(invoice_number), kobo: Number(kobo) }));
}

async function listOpen(): Promise<string[]> {
  const rows = await bed.rows(
    "select invoice_number from invoices where user_id = $1 and status = 'open' order by due_at",
    [customer.id],
  );
  return rows.map(({ invoice_number }) => String(invoice_number));
}

it('a company’s invoice that the narration names is paid alone where the sum is exactly what is owed of it', async () => {
  const [older, newer] = await billCompany();
  await send(newer?.kobo ?? 0, `NIP/${newer?.number.replaceAll('-', '')}/KANO FOODS`);
  expect(await listOpen()).toEqual([older?.number]);
});

it('a company’s money of another sum pays the oldest invoice first, whatever its narration names', async () => {
  const [older, newer] = await billCompany();
  await send(older?.kobo ?? 0, `for ${newer?.number}`);
  expect(await listOpen()).toEqual([newer?.number]);
});

it('money to the number of an account that was merged is that of the account that it became', async () => {
  const into = await bed.createCustomer();
  await bed.rows('update accounts set merged_into = $2 where id = $1', [customer.id, into.id]);
  await bed.rows('update users set disabled = true where id = $1', [customer.id]);
  await send(300_000);
  expect((await bed.call(into, 'GET', '/api/user/credit')).body.balance).toBe(3000);
});

/** Two lines beside one that is paid, whose first month is due. */
async function addLines(): Promise<readonly [shop: number, kiosk: number]> {
  await bed.pay(customer);
  const addLine = async (label: string): Promise<number> => {
    const form = { label, planId: bed.planId, place: 'Second gate, blue door' };
    return (await bed.call(customer, 'POST', '/api/user/lines', form)).body.line.id;
  };
  return [await addLine('Shop'), await addLine('Kiosk')];
}

const statusesOf = (lines: readonly number[]) =>
  Promise.all(
    lines.map(async (line) => (await bed.call(customer, 'GET', `/api/user/subscription?line=${line}`)).body.status),
  );

it('money for several lines pays one after the other as far as it goes, with one receipt, and the rest is credit', async () => {
  const lines = await addLines();
  await send(1_000_000);
  expect(await statusesOf(lines)).toEqual(['pending', 'pending']);
  await send(4_600_000);
  expect(await statusesOf(lines)).toEqual(['active', 'active']);
  expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(6000);
  const receipts = await bed.rows(
    "select r.receipt_number from receipts r join payments p on p.id = r.payment_id where p.user_id = $1 and p.gateway = 'monnify'",
    [customer.id],
  );
  expect(receipts).toHaveLength(2);
});

it('money to a number of one line pays that line, though another has waited for longer', async () => {
  const [shop, kiosk] = await addLines();
  const identity = { provider: 'monnify', bvn: '22212345678' };
  const asked = await bed.call(customer, 'POST', '/api/user/virtual-accounts', { ...identity, lineId: kiosk });
  const ofKiosk = asked.body.accounts.find(({ line }: { line: object | null }) => line !== null);
  bed.sandbox.transfer({ accountNumber: ofKiosk.accountNumber, amountKobo: 2_500_000, senderName: 'BISI ADE' });
  await bed.quiet();
  expect(await statusesOf([shop, kiosk])).toEqual(['pending', 'active']);
});
