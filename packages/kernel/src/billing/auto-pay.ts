import { lagosHour } from '../calendar.ts';

/** Cards are charged when people are awake and can answer their bank. */
const CHARGE_HOUR = 8;
/** Days after the renewal day. */
const TRIES_ON_DAYS = [0, 1, 2, 4];

/**
 * When a saved card is charged for the month that begins at `nextRenewal`: on the morning of that
 * day, before the paid time ends, and, while it is declined, on mornings of the grace period. The
 * first is attempt 1.
 */
export function chargeTimes(nextRenewal: Date, graceEndsAt: Date): Date[] {
  return TRIES_ON_DAYS.map((days) => lagosHour(nextRenewal, days, CHARGE_HOUR))
    .map((at, index) => (index === 0 && at > nextRenewal ? nextRenewal : at))
    .filter((at, index) => index === 0 || at < graceEndsAt);
}
