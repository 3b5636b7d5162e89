import { expect, test } from 'vitest';
import { allowanceSize, inWords, usedSize } from './data-size.ts';

test('data is shown in gigabytes, and from 1024 on in terabytes', () => {
  expect(inWords(usedSize(67.5))).toBe('67.5 GB');
  expect(inWords(usedSize(64))).toBe('64.0 GB');
  expect(inWords(usedSize(1023.9))).toBe('1,023.9 GB');
  expect(inWords(usedSize(1024))).toBe('1.0 TB');
  expect(inWords(usedSize(1740.8))).toBe('1.7 TB');
});

test('an allowance has a decimal only where it needs one', () => {
  expect(inWords(allowanceSize(100))).toBe('100 GB');
  expect(inWords(allowanceSize(2048))).toBe('2 TB');
  expect(inWords(allowanceSize(1536))).toBe('1.5 TB');
});
