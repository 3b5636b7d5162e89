/**
 * Africa/Lagos is UTC+1 all year and has had no summer time since 1919, so its calendar is UTC
 * moved by one hour.
 */
const LAGOS_OFFSET_MS = 3_600_000;

/** Days in Lagos always have 24 hours. */
export const DAY_MS = 24 * 3_600_000;

/** The moment this many times 24 hours earlier. */
export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS);
}

/** A calendar day in Lagos. `month` is 1-12. */
export type LagosDay = { readonly year: number; readonly month: number; readonly day: number };

export function lagosDay(at: Date): LagosDay {
  const shifted = new Date(at.getTime() + LAGOS_OFFSET_MS);
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1, day: shifted.getUTCDate() };
}

/** The midnight in Lagos at which the day of a moment begins; the next one is 24 hours later. */
export function startOfLagosDay(at: Date): Date {
  const shifted = at.getTime() + LAGOS_OFFSET_MS;
  return new Date(Math.floor(shifted / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS);
}

/** The midnight in Lagos at which a day such as 2026-11-21 begins. */
export function lagosMidnight(day: string): Date {
  return new Date(`${day}T00:00:00+01:00`);
}

/**
 * The moment at `hour` o'clock in Lagos, `days` after the day of `at`, or before it where `days` is
 * negative.
 */
export function lagosHour(at: Date, days: number, hour: number): Date {
  return new Date(startOfLagosDay(at).getTime() + days * DAY_MS + hour * 3_600_000);
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A moment near the present, in Lagos time: "4 July, 08:14". */
export function formatLagosDateTime(at: Date): string {
  const { month, day } = lagosDay(at);
  const minutes = Math.floor((at.getTime() - startOfLagosDay(at).getTime()) / 60_000);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${day} ${MONTHS[month - 1]}, ${hour}:${minute}`;
}

/** The day of a moment in Lagos: "4 July 2026". */
export function formatLagosDay(at: Date): string {
  const { year, month, day } = lagosDay(at);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** The day of a moment in Lagos, for example "2026-11-21"; days in this form sort by time. */
export function lagosDate(at: Date): string {
  const { year, month, day } = lagosDay(at);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** A moment on the clock of Lagos, as spreadsheets read it: "2026-12-01 00:30:00". */
export function lagosDateTime(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** The accounting period of a moment, for example "2026-11". */
export function lagosPeriod(at: Date): string {
  const { year, month } = lagosDay(at);
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** The first moment of the calendar month in Lagos that is `months` after the month of `at`, or before. */
export function startOfLagosMonth(at: Date, months: number): Date {
  const { year, month } = lagosDay(at);
  return new Date(Date.UTC(year, month - 1 + months, 1) - LAGOS_OFFSET_MS);
}

/** The last moment of the calendar month of `at` in Lagos. */
export function endOfLagosMonth(at: Date): Date {
  const { year, month } = lagosDay(at);
  return new Date(Date.UTC(year, month, 1) - LAGOS_OFFSET_MS - 1);
}

/**
 * The moment one calendar month after `at` in Lagos, at the same time of day, on `anchorDay` or, in
 * a shorter month, on its last day: an anchor of 31 gives 28 February and then 31 March again.
 */
export function addLagosMonth(at: Date, anchorDay: number): Date {
  const shifted = new Date(at.getTime() + LAGOS_OFFSET_MS);
  const year = shifted.getUTCFullYear();
  const nextMonth = shifted.getUTCMonth() + 1;
  const daysInNextMonth = new Date(Date.UTC(year, nextMonth + 1, 0)).getUTCDate();
  const timeOfDay = shifted.getTime() - Date.UTC(year, shifted.getUTCMonth(), shifted.getUTCDate());
  return new Date(Date.UTC(year, nextMonth, Math.min(anchorDay, daysInNextMonth)) + timeOfDay - LAGOS_OFFSET_MS);
}
