import type { CollectionAge } from '@portal/contract/console/collections';
import { DAY_MS } from '@portal/kernel/calendar';

/** For how long nobody else can take an account that somebody works on. */
export const CLAIM_MS = 15 * 60_000;

/**
 * For how many days after its due day the desk calls about a line that is off. It costs its customer
 * nothing while it is off; who has not come back by then is not called any more.
 */
export const CALLED_DAYS = 90;

const FURTHEST_CALL_MS = 90 * DAY_MS;

/** Whether a call can be arranged for a moment. */
export function isAhead(at: Date, now: Date): boolean {
  return at > now && at.getTime() <= now.getTime() + FURTHEST_CALL_MS;
}

/** Whole days since a due day, which itself is day 0. */
export function daysSince(since: Date, now: Date): number {
  return Math.floor((now.getTime() - since.getTime()) / DAY_MS);
}

/** The first and the last whole day of an age. */
export const AGE_DAYS: Readonly<Record<Exclude<CollectionAge, 'not-off'>, readonly [number, number]>> = {
  '1-7': [0, 7],
  '8-30': [8, 30],
  '31-60': [31, 60],
  'over-60': [61, 100_000],
};
