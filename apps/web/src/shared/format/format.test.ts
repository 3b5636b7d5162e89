import { expect, test } from 'vitest';
import { formatDate, formatDateTime } from './date.ts';
import { formatExactNaira, formatNaira } from './naira.ts';

test('naira are written without space or decimals', () => {
  expect(formatNaira(18600)).toBe('₦18,600');
  expect(formatNaira(1015850)).toBe('₦1,015,850');
});

test('kobo are shown only where there are some', () => {
  expect(formatExactNaira(18600)).toBe('₦18,600');
  expect(formatExactNaira(16740.5)).toBe('₦16,740.50');
  expect(formatExactNaira(-3720)).toBe('-₦3,720');
});

test('days and hours are those of Lagos', () => {
  expect(formatDate('2025-07-04T23:30:00Z')).toBe('5 July 2025');
  expect(formatDateTime('2025-07-04T07:14:00Z')).toBe('4 July 2025, 08:14');
});
