import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAccountNumber, isAccountNumber } from './account-number.ts';

/** Nine digits and the digit that makes the number valid. */
const valid = fc.integer({ min: 100_000_000, max: 999_999_999 }).map((body) => {
  const check = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).filter(isAccountNumber);
  expect(check).toHaveLength(1);
  return check[0] ?? '';
});

it('knows a card number’s check digit', () => {
  // The Luhn example of ISO/IEC 7812-1, padded in front to ten digits.
  expect(isAccountNumber('7992739871')).toBe(false);
  expect(['0000000000', '1234567897', '1234 567 897'].map(isAccountNumber)).toEqual([true, true, true]);
});

it('notices a wrong digit', () => {
  fc.assert(
    fc.property(valid, fc.nat(9), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
      const wrong = [...number];
      wrong[place] = String((Number(wrong[place]) + by) % 10);
      return !isAccountNumber(wrong.join(''));
    }),
  );
});

it('notices two neighbours exchanged, but for 0 and 9', () => {
  fc.assert(
    fc.property(valid, fc.nat(8), (number, place) => {
      const [one = '', other = ''] = [number[place], number[place + 1]];
      const same = one === other || `${one}${other}` === '09' || `${one}${other}` === '90';
      return same || !isAccountNumber(number.slice(0, place) + other + one + number.slice(place + 2));
    }),
  );
});

it('reads a number as it shows it, and nothing else', () => {
  fc.assert(fc.property(valid, (number) => isAccountNumber(formatAccountNumber(number))));
  fc.assert(
    fc.property(
      fc.string().filter((text) => !/^[\d ]+$/.test(text)),
      (text) => !isAccountNumber(text),
    ),
  );
});
