import { expect, test } from 'vitest';
import { referralCodeIn } from './referral-code.ts';

test('the code of a referral link is read from the address', () => {
  expect(referralCodeIn('?ref=AMINA24')).toBe('AMINA24');
  expect(referralCodeIn('?next=/payment&ref=%20AMINA24%20')).toBe('AMINA24');
});

test('a missing, empty or impossible code is ignored', () => {
  expect(referralCodeIn('')).toBeNull();
  expect(referralCodeIn('?ref=')).toBeNull();
  expect(referralCodeIn(`?ref=${'A'.repeat(33)}`)).toBeNull();
});
