import { expect, test } from 'vitest';
import { paidSum } from './paid-sum.ts';

test('a payment from credit shows its credit, not nothing', () => {
  expect(paidSum({ gateway: 'credit', amount: 0, creditUsed: 22_500 })).toBe('credit ₦22,500');
  expect(paidSum({ gateway: 'cash', amount: 20_000, creditUsed: 2500 })).toBe('₦20,000');
  expect(paidSum({ gateway: 'paystack', amount: 10, currency: 'USD' })).toBe('10 USD');
});
