import { afterEach, expect, test, vi } from 'vitest';
import { formatDate, formatDateTime, formatMoment, formatShortDay, formatTimeOrMoment } from './date.ts';
import { formatFileSize } from './file-size.ts';
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

test('a moment of today, by the calendar of Lagos, needs only the hour', () => {
  vi.useFakeTimers({ now: new Date('2025-07-04T22:59:00Z') });
  expect(formatTimeOrMoment('2025-07-03T23:30:00Z')).toBe('00:30');
  vi.setSystemTime(new Date('2025-07-04T23:00:00Z'));
  expect(formatTimeOrMoment('2025-07-03T23:30:00Z')).toBe('4 July, 00:30');
});

test('file sizes are in a unit that people know', () => {
  expect([0, 850, 2048, 122_880, 1_048_000, 1_468_006, 5_242_880].map(formatFileSize)).toEqual([
    '1 KB',
    '1 KB',
    '2 KB',
    '120 KB',
    '1023 KB',
    '1.4 MB',
    '5.0 MB',
  ]);
});
