import { DAY_MS, lagosDate, startOfLagosDay } from '../calendar.ts';

/** In the order of Date.getUTCDay. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Of each day of the week as "08:00-17:00" in Lagos, empty on a day off; support is closed on holidays. */
export type SupportHours = Readonly<Record<Weekday, string>> & {
  readonly holidays: readonly { readonly day: string; readonly name: string }[];
};

const ALWAYS = '00:00-24:00';

/** Support that never closes. */
export const aroundTheClock: SupportHours = {
  monday: ALWAYS,
  tuesday: ALWAYS,
  wednesday: ALWAYS,
  thursday: ALWAYS,
  friday: ALWAYS,
  saturday: ALWAYS,
  sunday: ALWAYS,
  holidays: [],
};

/** Whether support never closes. */
export function isAroundTheClock(hours: SupportHours): boolean {
  return hours.holidays.length === 0 && weekdays.every((day) => hours[day] === ALWAYS);
}

const MINUTE_MS = 60_000;

const minuteOf = (time = '') => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When a day's hours begin and end, in ms after its midnight; null on a day off. */
export function openingOf(hours: string): { readonly opens: number; readonly closes: number } | null {
  if (hours === '') return null;
  const [opens, closes] = hours.split('-').map((time) => minuteOf(time) * MINUTE_MS);
  return { opens: opens ?? 0, closes: closes ?? 0 };
}

/** How long support is there in a week without holidays, in ms. */
export function openMsPerWeek(hours: Readonly<Record<Weekday, string>>): number {
  return weekdays.reduce((sum, day) => {
    const opening = openingOf(hours[day]);
    return sum + (opening ? opening.closes - opening.opens : 0);
  }, 0);
}

/**
 * The moment by which support has been there for this many hours since another. There must be a day of
 * the week on which it opens.
 */
export function supportHoursLater(from: Date, count: number, hours: SupportHours): Date {
  const holidays = new Set(hours.holidays.map(({ day }) => day));
  let leftMs = count * 60 * MINUTE_MS;
  for (let midnight = startOfLagosDay(from).getTime(); ; midnight += DAY_MS) {
    // Noon is the same day in Lagos and in UTC.
    const noon = new Date(midnight + DAY_MS / 2);
    const weekday = weekdays[noon.getUTCDay()];
    const opening = weekday && openingOf(hours[weekday]);
    if (!opening || holidays.has(lagosDate(noon))) continue;
    const starts = Math.max(from.getTime(), midnight + opening.opens);
    const openMs = Math.max(0, midnight + opening.closes - starts);
    if (openMs > 0 && leftMs <= openMs) return new Date(starts + leftMs);
    leftMs -= openMs;
  }
}
