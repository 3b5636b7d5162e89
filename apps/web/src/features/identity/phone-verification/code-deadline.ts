/** Specification section 9: a code counts for 300 seconds. */
export const CODE_LIFETIME_MS = 300_000;

/**
 * When a code sent just now stops counting, in ms of this device's clock. `expiresAt` is the
 * server's; where the device's clock is so far from the server's that it would leave no time, or
 * more than a code ever has, the known lifetime is counted from now.
 */
export function codeDeadline(expiresAt: string, now: Date): number {
  const deadline = Date.parse(expiresAt);
  const left = deadline - now.getTime();
  return left > 0 && left <= CODE_LIFETIME_MS ? deadline : now.getTime() + CODE_LIFETIME_MS;
}

/** Whole seconds until `deadline`, never below 0. */
export function secondsUntil(deadline: number, now: Date): number {
  return Math.max(0, Math.ceil((deadline - now.getTime()) / 1000));
}

/** Seconds as 'm:ss': 252 is '4:12'. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
