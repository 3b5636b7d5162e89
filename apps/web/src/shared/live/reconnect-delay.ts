const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
const SURE_PART = 0.3;

/**
 * Milliseconds to wait before reconnecting after so many failures: 1 s, doubling up to 30 s,
 * reduced by a random part, so that thousands of pages do not reconnect at the same moment.
 * `random` is from 0 to 1.
 */
export function reconnectDelay(failures: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(whole * (SURE_PART + (1 - SURE_PART) * random));
}
