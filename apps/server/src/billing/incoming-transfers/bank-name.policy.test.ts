import { expect, it } from 'vitest';
import { bankNameOf } from './bank-name.policy.ts';

it.each([
  ['044', 'Access Bank'],
  ['50515', 'Moniepoint'],
  ['090405', 'Bank 090405'],
  ['First City Monument Bank', 'First City Monument Bank'],
])('a payer’s bank that is told as “%s” is shown as “%s”', (told, shown) => {
  expect(bankNameOf(told)).toBe(shown);
});
