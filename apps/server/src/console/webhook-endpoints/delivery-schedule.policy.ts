const SECOND_MS = 1000;
const HOUR_S = 3600;

/**
 * The gaps after the first, second … failed attempt, in seconds: the schedule that Standard Webhooks
 * recommends, three days in all.
 */
const GAPS_S = [5, 300, 1800, 2 * HOUR_S, 5 * HOUR_S, 10 * HOUR_S, 14 * HOUR_S, 20 * HOUR_S, 24 * HOUR_S];

/** By how much a gap is shorter or longer, so that what failed together does not return together. */
const JITTER = 0.1;

/** An endpoint without a success for so long is switched off. */
export const FAILING_MS = 3 * 24 * HOUR_S * SECOND_MS;

/** When to try again after `attempts` failures; null when it is given up. `random` is from 0 to 1. */
export function nextAttemptAt(attempts: number, now: Date, random: number): Date | null {
  const gapS = GAPS_S[attempts - 1];
  if (gapS === undefined) return null;
  return new Date(now.getTime() + gapS * SECOND_MS * (1 + JITTER * (2 * random - 1)));
}
