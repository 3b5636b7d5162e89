import { startOfLagosDay } from '@portal/kernel/calendar';

const DAY_MS = 24 * 3_600_000;
const PAUSE_MS = 3000;
const PER_DAY = 200;

/** What decides whether a result may be kept: how many of this Lagos day there are, and the newest of all. */
export type KeptTests = { readonly today: number; readonly newestAt: Date | null };

/** Whole seconds, at least 1, until a result may be kept: one in 3 s and 200 a Lagos day (threats U3). Null when it may be now. */
export function secondsUntilFree(kept: KeptTests, now: Date): number | null {
  const pauseEnds = kept.newestAt === null ? 0 : kept.newestAt.getTime() + PAUSE_MS;
  const dayEnds = kept.today < PER_DAY ? 0 : startOfLagosDay(now).getTime() + DAY_MS;
  const waitMs = Math.max(pauseEnds, dayEnds) - now.getTime();
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null;
}
