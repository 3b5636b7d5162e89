import { lagosPeriod } from '@portal/kernel/calendar';

/** A month in Lagos, "2026-11". */
export type Month = string;

/** The month that is `count` months after this one. */
export function monthAfter(month: Month, count: number): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

/** The months after `last` up to and including `until`, in order. */
export function monthsBetween(last: Month, until: Month): Month[] {
  const months: Month[] = [];
  for (let month = monthAfter(last, 1); month <= until; month = monthAfter(month, 1)) months.push(month);
  return months;
}

/** Where a month begins, as PostgreSQL reads it for a date and for a timestamp. */
export const beginningOf = (month: Month): string => `${month}-01 00:00:00+01`;

/** The name of a month's partition: usage_days_2026_11. */
export const partitionOf = (table: string, month: Month): string => `${table}_${month.replace('-', '_')}`;

/**
 * The last month in a partition of that name: `usage_days_2026_11` has this month,
 * `usage_days_to_2026_11` all up to it. Null for another name.
 */
export function lastMonthIn(table: string, partition: string): Month | null {
  const found = /^(?:_to)?_(\d{4})_(\d{2})$/.exec(partition.startsWith(table) ? partition.slice(table.length) : '');
  return found ? `${found[1]}-${found[2]}` : null;
}

/** The last month whose rows go when they are kept for so many whole months. */
export const lastExpired = (now: Date, months: number): Month => monthAfter(lagosPeriod(now), -months - 1);
