import { DAY_MS, lagosDay, lagosHour, startOfLagosDay } from '../calendar.ts';

/** Accounts are charged when people are awake and can answer their bank. */
const CHARGE_HOUR = 8;
/** Days after the renewal day. */
const TRIES_ON_DAYS = [0, 1, 2, 4];
/** Days after the salary day: money that comes in the evening is there the next morning. */
const TRIES_AFTER_SALARY = [0, 1, 2];

/** Stands for the last day from Monday to Friday of each month. Public holidays are not known. */
export const LAST_WORKING_DAY = 0;

/** A day of the month from 1 to 31, in a shorter month its last day; or LAST_WORKING_DAY. */
export type SalaryDay = number;

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function lastWorkingDay(year: number, month: number): number {
  const last = daysInMonth(year, month);
  const weekday = new Date(Date.UTC(year, month - 1, last)).getUTCDay();
  return last - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0);
}

function isSalaryDay(at: Date, salaryDay: SalaryDay): boolean {
  const { year, month, day } = lagosDay(at);
  const wanted =
    salaryDay === LAST_WORKING_DAY ? lastWorkingDay(year, month) : Math.min(salaryDay, daysInMonth(year, month));
  return day === wanted;
}

/** How many days after the renewal day the salary comes, within the grace period; null where it does not. */
function salaryAfter(nextRenewal: Date, graceEndsAt: Date, salaryDay: SalaryDay): number | null {
  const first = startOfLagosDay(nextRenewal);
  for (let days = 1; lagosHour(nextRenewal, days, CHARGE_HOUR) < graceEndsAt; days++) {
    if (isSalaryDay(new Date(first.getTime() + days * DAY_MS), salaryDay)) return days;
  }
  return null;
}

/**
 * When the month that begins at `nextRenewal` is charged automatically: on the morning of that day,
 * before the paid time ends, and, while that is declined, on mornings of the grace period. Where the
 * customer's salary comes within it, those are the salary day and the two days after it. At most one
 * moment a day in Lagos.
 */
export function chargeTimes(nextRenewal: Date, graceEndsAt: Date, salaryDay: SalaryDay | null = null): Date[] {
  const salary = salaryDay === null ? null : salaryAfter(nextRenewal, graceEndsAt, salaryDay);
  const days = salary === null ? TRIES_ON_DAYS : [0, ...TRIES_AFTER_SALARY.map((after) => salary + after)];
  return days
    .map((after) => lagosHour(nextRenewal, after, CHARGE_HOUR))
    .map((at, index) => (index === 0 && at > nextRenewal ? nextRenewal : at))
    .filter((at, index) => index === 0 || at < graceEndsAt);
}
