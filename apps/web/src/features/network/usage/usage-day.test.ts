import { expect, test } from 'vitest';
import { dayTotal, latestMonths, wholeMonth } from './usage-day.ts';

test('a day counts download and upload', () => {
  expect(dayTotal({ day: '2026-11-21', downloaded: 0.1, uploaded: 0.2 }).total).toBe(0.3);
});

test('a month has all its days, in February too, and a day without a record has no usage', () => {
  const days = wholeMonth('2028-02', [{ day: '2028-02-29', downloaded: 2, uploaded: 1 }]);
  expect(days).toHaveLength(29);
  expect(days[0]).toEqual({ day: '2028-02-01', downloaded: 0, uploaded: 0, total: 0 });
  expect(days.at(-1)).toEqual({ day: '2028-02-29', downloaded: 2, uploaded: 1, total: 3 });
});

test('the months before go back over the turn of the year', () => {
  expect(latestMonths('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12']);
});
