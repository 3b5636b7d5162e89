import { startOfLagosDay } from '@portal/kernel/calendar';

/** All backups of so many days; then the last one of each day, week and month, for so many of them. */
export type RetentionRules = {
  readonly days: number;
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
};

const DAY_MS = 24 * 3_600_000;
/** 1 January 1970 was a Thursday: weeks begin on Monday. */
const MONDAY_SHIFT_DAYS = 3;

const dayOf = (moment: Date): number => Math.floor((startOfLagosDay(moment).getTime() + DAY_MS / 2) / DAY_MS);
const weekOf = (moment: Date): number => Math.floor((dayOf(moment) + MONDAY_SHIFT_DAYS) / 7);
const monthOf = (moment: Date): string => new Date(dayOf(moment) * DAY_MS).toISOString().slice(0, 7);

/** The newest moment of each of the newest `count` groups. */
function lastOfEach(newestFirst: readonly Date[], groupOf: (moment: Date) => number | string, count: number): Date[] {
  return [...Map.groupBy(newestFirst, groupOf).values()].slice(0, count).flatMap(([newest]) => newest ?? []);
}

/** Since when every backup is kept, and with them the log that leads to any moment. */
export function keepAllSince(rules: RetentionRules, now: Date): Date {
  return new Date(now.getTime() - rules.days * DAY_MS);
}

/**
 * Which of these backups are kept, in Lagos days. The newest always is: rules never leave an
 * operator without one.
 */
export function selectKept(moments: readonly Date[], rules: RetentionRules, now: Date): Set<Date> {
  const newestFirst = moments.toSorted((one, other) => other.getTime() - one.getTime());
  const since = keepAllSince(rules, now);
  return new Set([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter((moment) => moment >= since),
    ...lastOfEach(newestFirst, dayOf, rules.daily),
    ...lastOfEach(newestFirst, weekOf, rules.weekly),
    ...lastOfEach(newestFirst, monthOf, rules.monthly),
  ]);
}
