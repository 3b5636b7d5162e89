import { expect, test } from 'vitest';
import { monthName, renewalDay, shortMonthName } from './usage-month.ts';

test('a month has its name, long and short', () => {
  expect(monthName('2025-04')).toBe('April 2025');
  expect(shortMonthName('2025-04')).toBe('Apr');
});

test('the allowance starts anew on the first of the next month, also at the end of a year', () => {
  expect(renewalDay('2025-04')).toBe('1 May');
  expect(renewalDay('2025-12')).toBe('1 January');
});
