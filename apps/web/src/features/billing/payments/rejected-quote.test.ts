import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/api/api-error.ts';
import { rejectedQuote } from './rejected-quote.ts';

const quote = {
  plan: { id: 'p', name: 'Home 10 Mbps' },
  lines: [
    { label: 'Home 10 Mbps', amount: 18_600 },
    { label: 'Referral credit', amount: -2_000 },
  ],
  total: 16_600,
  currency: 'NGN',
};
const body = { success: false, message: 'Changed', code: 'payment.amount-changed', requestId: 'r1' };

test('A refusal because the amount changed contains the new amount', () => {
  const refused = new ApiError(409, 'Conflict', JSON.stringify({ ...body, quote }));
  expect(rejectedQuote(refused)).toEqual(quote);
});

test('Other refusals, broken bodies and lost connections contain none', () => {
  expect(rejectedQuote(new ApiError(409, 'Conflict', JSON.stringify(body)))).toBeNull();
  expect(rejectedQuote(new ApiError(409, 'Conflict', '<html>'))).toBeNull();
  expect(rejectedQuote(new ApiError(503, 'Busy', JSON.stringify({ ...body, quote })))).toBeNull();
  expect(rejectedQuote(new TypeError('Failed to fetch'))).toBeNull();
});
