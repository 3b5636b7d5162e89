import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { intakeOf } from '../../testing/billing/open-number.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { openNumbers } from './open-numbers.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed({ paystackBanks: ['wema-bank', 'titan-paystack'] });
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

type Shown = { readonly bank: string; readonly status: string; readonly accountNumber: string | null };

const numbersOf = async (who: Customer): Promise<Shown[]> =>
  (await bed.call(who, 'GET', '/api/user/virtual-accounts')).body;

async function untilReady(who: Customer): Promise<Shown[]> {
  let numbers = await numbersOf(who);
  while (numbers.some(({ status }) => status === 'being-prepared')) {
    await bed.quiet();
    await bed.rows('update virtual_account_requests set next_attempt_at = $1 where next_attempt_at is not null', [
      bed.deps.clock(),
    ]);
    await openNumbers(bed.deps, intakeOf(bed, 'paystack'));
    numbers = await numbersOf(who);
  }
  return numbers;
}

it('each bank’s number is the customer’s once, and each is told once, in whichever order they are opened', async () => {
  const customer = await bed.createCustomer();
  await bed.call(customer, 'POST', '/api/user/virtual-accounts', {});
  const numbers = await untilReady(customer);
  expect(numbers.map(({ bank }) => bank).sort()).toEqual(['Titan Trust Bank', 'Wema Bank']);
  expect(new Set(numbers.map(({ accountNumber }) => accountNumber)).size).toBe(2);
  const told = await bed.rows("select values from notices where user_id = $1 and kind = 'account-number-ready'", [
    customer.id,
  ]);
  expect(told).toHaveLength(2);
});

it('a number of a bank that has stopped does not come back as the new one, which is another bank’s', async () => {
  const customer = await bed.createCustomer();
  await bed.call(customer, 'POST', '/api/user/virtual-accounts', {});
  await bed.rows("delete from virtual_account_requests where account_id = $1 and bank = 'titan-paystack'", [
    customer.id,
  ]);
  const [old] = await untilReady(customer);
  expect(old?.bank).toBe('Wema Bank');
  const form = { provider: 'paystack', bank: 'Wema Bank', reason: 'It takes no transfers any more' };
  await bed.call(staff, 'POST', '/api/staff/virtual-accounts/replace', form);
  const ready = (await untilReady(customer)).filter(({ status }) => status === 'ready');
  expect(ready.map(({ bank }) => bank)).toEqual(['Titan Trust Bank']);
  bed.sandbox.transfer({ accountNumber: String(old?.accountNumber), amountKobo: 100_000, senderName: 'LATE PAYER' });
  await bed.quiet();
  expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(1000);
  expect(await bed.violations()).toEqual([]);
});
