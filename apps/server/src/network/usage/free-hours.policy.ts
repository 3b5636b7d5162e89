import { DAY_MS, lagosDate, startOfLagosDay } from '@portal/kernel/calendar';

/**
 * Hours of the day in Lagos, 0 to 23, whose data do not count towards the limit of a plan: from the
 * first up to, not including, the second. From 22 until 5 is over midnight.
 */
export type FreeHours = { readonly fromHour: number; readonly untilHour: number };

const HOUR_MS = DAY_MS / 24;
const FREE = 'f';
const PARTS = 'abc';

/**
 * The part of a day in Lagos to which a moment belongs, in a form that sorts by time: the day alone for a plan
 * without free hours, else the day, a letter for its first, second or third part, and "f" where it is free.
 */
export function dayPartOf(at: Date, free: FreeHours | null): string {
  const day = lagosDate(at);
  if (free === null) return day;
  const hour = Math.floor((at.getTime() - startOfLagosDay(at).getTime()) / HOUR_MS);
  const { fromHour, untilHour } = free;
  const isOverMidnight = fromHour > untilHour;
  const part = [Math.min(fromHour, untilHour), Math.max(fromHour, untilHour)].filter((border) => hour >= border).length;
  const isFree = isOverMidnight ? part !== 1 : part === 1;
  return `${day}${PARTS[part]}${isFree ? FREE : ''}`;
}

/** The day of such a part, and whether its data are free. */
export function readDayPart(part: string): { readonly day: string; readonly isFree: boolean } {
  return { day: part.slice(0, 10), isFree: part.endsWith(FREE) };
}
