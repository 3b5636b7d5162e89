import { expect, it } from 'vitest';
import { lastExpired, lastMonthIn, monthAfter, monthsBetween, partitionOf } from './month.policy.ts';

it('counts months over the end of a year', () => {
  expect(monthAfter('2026-11', 3)).toBe('2027-02');
  expect(monthAfter('2026-01', -13)).toBe('2024-12');
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-12', '2027-01', '2027-02']);
  expect(monthsBetween('2027-02', '2026-11')).toEqual([]);
});

it('a row is kept for whole months after its own, by the calendar in Lagos', () => {
  // 23:30 in London is the next month in Lagos.
  expect(lastExpired(new Date('2026-10-31T23:30:00Z'), 24)).toBe('2024-10');
  expect(lastExpired(new Date('2026-10-31T22:30:00Z'), 24)).toBe('2024-09');
});

it('reads the month from the name of a partition, and from no other name', () => {
  expect(lastMonthIn('usage_days', partitionOf('usage_days', '2026-11'))).toBe('2026-11');
  expect(lastMonthIn('usage_days', 'usage_days_to_2026_11')).toBe('2026-11');
  for (const other of ['usage_days', 'usage_days_old', 'usage_days_2026_11_copy', 'usage_2026_11'])
    expect(lastMonthIn('usage_days', other)).toBeNull();
});
