import { expect, it } from 'vitest';
import { smsPartsOf } from './sms-parts.policy.ts';

const partsOf = (text: string) => smsPartsOf(text).parts;

it('a text of the GSM alphabet has 160 places, and 153 in each of several parts', () => {
  expect([partsOf(''), partsOf('a'.repeat(160)), partsOf('a'.repeat(161)), partsOf('a'.repeat(306))]).toEqual([
    1, 1, 2, 2,
  ]);
  expect(partsOf('a'.repeat(307))).toBe(3);
  expect(smsPartsOf('Ààé @ £5\n').isUnicode).toBe(true);
  expect(smsPartsOf('àé @ £5\n').isUnicode).toBe(false);
});

it('one letter outside of it leaves 70 places, and 67 in each of several parts', () => {
  for (const letter of ['ẹ', '₦', '’']) {
    expect(smsPartsOf(letter.repeat(70))).toEqual({ parts: 1, isUnicode: true });
    expect([partsOf(letter + 'a'.repeat(70)), partsOf(letter + 'a'.repeat(134))]).toEqual([2, 3]);
  }
});

it('no letter is cut in two', () => {
  expect(partsOf('€'.repeat(80))).toBe(1);
  // 152 places and an escape sequence of two do not fit in a part of 153.
  expect(partsOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(2);
  expect(partsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3);
  expect(partsOf(`${'a'.repeat(66)}😀${'a'.repeat(66)}`)).toBe(3);
});
