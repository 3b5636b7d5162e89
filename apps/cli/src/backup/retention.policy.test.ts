import { expect, it } from 'vitest';
import { type RetentionRules, selectKept } from './retention.policy.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-25T12:00:00Z');
const RULES: RetentionRules = { days: 2, daily: 14, weekly: 8, monthly: 12 };

/** A backup every six hours, back through two years. */
const moments = Array.from({ length: 4 * 730 }, (_, index) => new Date(NOW.getTime() - index * 6 * HOUR_MS));

const keptDays = (kept: ReadonlySet<Date>) =>
  [...kept]
    .map((moment) => moment.toISOString().slice(0, 10))
    .toSorted()
    .toReversed();

it('keeps every backup of two days, then one a day, one a week and one a month', () => {
  const kept = selectKept(moments, RULES, NOW);
  expect(moments.slice(0, 9).every((moment) => kept.has(moment))).toBe(true);
  const days = [...new Set(keptDays(kept))];
  expect(days.slice(0, 14).at(-1)).toBe('2026-11-12');
  // Sundays of eight weeks, the last one the running week.
  expect(days).toEqual(expect.arrayContaining(['2026-11-08', '2026-11-01', '2026-10-11']));
  expect(days).not.toContain('2026-10-04');
  // Ends of twelve months, in Lagos: the last backup of 30 September there is of 18:00 in London.
  expect(days).toEqual(expect.arrayContaining(['2026-10-31', '2026-09-30', '2025-12-31']));
  expect(days.at(-1)).toBe('2025-12-31');
});

it('never deletes the newest backup, however old it is and whatever the rules say', () => {
  const [old] = [new Date('2024-01-01T00:00:00Z')];
  expect(selectKept([old], { days: 0, daily: 0, weekly: 0, monthly: 0 }, NOW)).toEqual(new Set([old]));
});

it('keeps nothing twice and everything where there is little', () => {
  expect(selectKept(moments.slice(0, 3), RULES, NOW).size).toBe(3);
  expect(selectKept([], RULES, NOW).size).toBe(0);
});
