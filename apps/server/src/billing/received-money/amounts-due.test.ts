import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

let bed: PaymentTestbed;
let staff: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

const dueOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/amounts-due')).body;

async function withNumber() {
  const customer = await bed.createCustomer();
  await bed.call(customer, 'POST', '/api/user/virtual-accounts', { provider: 'monnify', bvn: '22212345678' });
  const [number] = (await bed.call(customer, 'GET', '/api/user/virtual-accounts')).body;
  return { customer, accountNumber: String(number.accountNumber) };
}

async function send(accountNumber: string, naira: number) {
  bed.sandbox.transfer({ accountNumber, amountKobo: naira * 100, senderName: 'BISI ADE', provider: 'monnify' });
  await bed.quiet();
}

it('a customer without a plan owes nothing', async () => {
  const customer = await bed.createCustomer();
  expect(await dueOf(customer)).toEqual({ due: [], credit: 0, total: 0, isCompany: false });
});

it('what is due is what a transfer pays: too little stays credit and lessens it, the rest pays it', async () => {
  const { customer, accountNumber } = await withNumber();
  await bed.call(customer, 'POST', '/api/user/subscription', { planId: bed.planId });
  const due = [{ kind: 'month', label: expect.any(String), invoiceNumber: null, dueAt: null, amount: 25_000 }];
  expect(await dueOf(customer)).toEqual({ due, credit: 0, total: 25_000, isCompany: false });
  await send(accountNumber, 10_000);
  expect(await dueOf(customer)).toEqual({ due, credit: 10_000, total: 15_000, isCompany: false });
  await send(accountNumber, 20_000);
  const [paid] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
  expect(paid).toMatchObject({ status: 'successful', amount: 15_000, received: 20_000 });
  expect(await dueOf(customer)).toEqual({ due: [], credit: 5000, total: 0, isCompany: false });
});

it('the payment history, the receipt and staff’s page say that it was a bank transfer, and who sent it', async () => {
  const { customer, accountNumber } = await withNumber();
  await send(accountNumber, 10_000);
  const [payment] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
  expect(payment).toMatchObject({ gateway: 'monnify', channel: 'virtual-account', payerName: 'BISI ADE' });
  const receipt = (await bed.call(customer, 'GET', `/api/user/receipts/${payment.receiptNumber}`)).body;
  expect(receipt).toMatchObject({ gateway: 'monnify', channel: 'virtual-account' });
  const page = (await bed.call(staff, 'GET', `/api/staff/payments/${payment.reference}`)).body;
  expect(page).toMatchObject({ channel: 'virtual-account', payerName: 'BISI ADE' });
});

it('money that nobody is known for, and what waits for a colleague, is open and counted on the console’s home', async () => {
  await send('9900000001', 20_000);
  await send('9900000002', 900_000);
  const waiting = (await bed.call(staff, 'GET', '/api/staff/incoming-transfers?status=waiting')).body;
  const large = waiting.find(({ amount }: { amount: number }) => amount === 900_000);
  await bed.call(staff, 'POST', `/api/staff/incoming-transfers/${large.id}/return`, { note: 'By letter' });
  const open = (await bed.call(staff, 'GET', '/api/staff/incoming-transfers?status=open')).body;
  expect(open.map(({ amount, status }: { amount: number; status: string }) => [amount, status])).toEqual([
    [900_000, 'returning'],
    [20_000, 'waiting'],
  ]);
  const { attention } = (await bed.call(staff, 'GET', '/api/staff/overview')).body;
  expect(attention).toContainEqual({
    kind: 'money-unmatched',
    count: 2,
    amount: 920_000,
    since: expect.stringMatching(/Z$/),
  });
});
