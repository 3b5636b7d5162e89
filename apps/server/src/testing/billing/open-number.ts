import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { expect } from 'vitest';
import { openNumbers } from '../../billing/virtual-accounts/open-numbers.ts';
import type { Customer, PaymentTestbed } from './payment-testbed.ts';

/** The provider's adapter. Throws for one that is not switched on. */
export function intakeOf(bed: PaymentTestbed, provider: IntakeProvider) {
  const intake = bed.deps.intakes?.find(({ id }) => id === provider);
  if (!intake) throw new Error(`no ${provider}`);
  return intake;
}

/** A customer with a number at a provider, and its first number. */
export async function openNumber(bed: PaymentTestbed, provider: IntakeProvider, who?: Customer) {
  const customer = who ?? (await bed.createCustomer());
  const read = async () => (await bed.call(customer, 'GET', '/api/user/virtual-accounts')).body;
  const identity = provider === 'paystack' ? {} : { bvn: '22212345678' };
  const asked = await bed.call(customer, 'POST', '/api/user/virtual-accounts', { provider, ...identity });
  expect(asked.status).toBe(200);
  if (provider === 'paystack') {
    await openNumbers(bed.deps, intakeOf(bed, 'paystack'));
    while ((await read())[0]?.status !== 'ready') await bed.quiet();
  }
  const number = (await read()).find((each: { provider: string }) => each.provider === provider);
  return { customer, accountNumber: String(number.accountNumber) };
}
