import { expect, test } from 'vitest';
import { allowanceSize, formatSize, usedSize } from './data-size.ts';

test('data is shown in gigabytes, and from 1024 on in terabytes', () => {
  expect(formatSize(usedSize(67.5))).toBe('67.5 GB');
  expect(formatSize(usedSize(64))).toBe('64.0 GB');
  expect(formatSize(usedSize(1023.9))).toBe('1,023.9 GB');
  expect(formatSize(usedSize(1024))).toBe('1.0 TB');
  expect(formatSize(usedSize(1740.8))).toBe('1.7 TB');
});

test('an allowance has a decimal only where it needs one', () => {
  expect(formatSize(allowanceSize(100))).toBe('100 GB');
  expect(formatSize(allowanceSize(2048))).toBe('2 TB');
  expect(formatSize(allowanceSize(1536))).toBe('1.5 TB');
});
