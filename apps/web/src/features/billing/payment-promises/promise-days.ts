import { DAY_MS, lagosDate, lagosMidnight } from '@portal/kernel/calendar';

/** A day in Lagos, by the midnight with which it begins. */
export type PromiseDay = { readonly day: string; readonly at: Date };

type Standing = {
  readonly days: { readonly from: string; readonly until: string } | null;
  readonly onUntil: string | null;
};

/**
 * The days that are worth a promise: after today, and not those on which the line is on without one;
 * where only such days are possible, all of them.
 */
export function offeredDays({ days, onUntil }: Standing, now: Date): PromiseDay[] {
  if (!days) return [];
  const all: PromiseDay[] = [];
  for (let at = lagosMidnight(days.from); lagosDate(at) <= days.until; at = new Date(at.getTime() + DAY_MS))
    all.push({ day: lagosDate(at), at });
  const onDay = onUntil === null ? '' : lagosDate(new Date(onUntil));
  const useful = all.filter(({ day }) => day > lagosDate(now) && day >= onDay);
  return useful.length > 0 ? useful : all;
}

/** The first day on which another promise is possible if this one is broken. */
export function nextAfterBroken(day: string, brokenDays: number): Date {
  return new Date(lagosMidnight(day).getTime() + (1 + brokenDays) * DAY_MS);
}
