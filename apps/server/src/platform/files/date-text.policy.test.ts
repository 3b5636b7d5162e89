import { expect, it } from 'vitest';
import { dateText } from './date-text.policy.ts';

it.each([
  ['2026-11-30', '2026-11-30'],
  ['2026/11/30', '2026-11-30'],
  ['2026-11-30T09:30:15.123Z', '2026-11-30 09:30:15Z'],
  ['30/11/2026', '2026-11-30'],
  ['30.11.26', '2026-11-30'],
  ['30-Nov-2026', '2026-11-30'],
  ['30 November 2026', '2026-11-30'],
  ['30-Nov-26', '2026-11-30'],
  ['Nov 30, 2026', '2026-11-30'],
  ['November 30th 2026 6:05 PM', '2026-11-30 18:05:00'],
  ['30 Sept. 2026', '2026-09-30'],
  ['5/6/2026', '2026-06-05'],
  ['30/11/2026 12:30:00 AM', '2026-11-30 00:30:00'],
  ['46356', '2026-11-30'],
  ['46356.5', '2026-11-30 12:00:00'],
])('%s is %s', (cell, text) => {
  expect(dateText(cell, 'day-first')).toBe(text);
});

it('the month may come first', () => {
  expect(dateText('5/6/2026', 'month-first')).toBe('2026-05-06');
  expect(dateText('11/30/2026 9:30 AM', 'month-first')).toBe('2026-11-30 09:30:00');
  expect(dateText('30/11/2026', 'month-first')).toBeNull();
});

it.each(['11/30/2026', '30 Novembre 2026', '30/11', '2026-13-01', '30/11/2026 13:00 PM', '12345', '99999', 'soon', ''])(
  '%s is no date',
  (cell) => {
    expect(dateText(cell, 'day-first')).toBeNull();
  },
);
