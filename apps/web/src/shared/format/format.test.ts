import { afterEach, expect, test, vi } from 'vitest';
import { formatDate, formatDateTime, formatMoment, formatShortDay } from './date.ts';
import { formatExactNaira, formatNaira } from './naira.ts';

afterEach(() => vi.useRealTimers());

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

test('a moment of this year needs no year, another does', () => {
  vi.useFakeTimers({ now: new Date('2025-12-31T22:59:00Z') });
  expect(formatMoment('2025-07-04T07:14:00Z')).toBe('4 July, 08:14');
  vi.setSystemTime(new Date('2025-12-31T23:00:00Z'));
  expect(formatMoment('2025-07-04T07:14:00Z')).toBe('4 July 2025, 08:14');
  expect(formatShortDay('2025-07-04T23:30:00Z')).toBe('5 Jul');
});
