import type { TestConditions } from '@portal/contract/network/speed-tests';
import { startOfLagosDay } from '@portal/kernel/calendar';

const DAY_MS = 24 * 3_600_000;
const PAUSE_MS = 3000;
const PER_DAY = 200;

/**
 * What decides whether a result may be saved: the number of results on this Lagos day, and the
 * newest of all.
 */
export type SavedTests = { readonly today: number; readonly newestAt: Date | null };

/**
 * Whole seconds, at least 1, until a result may be saved: one in 3 s and 200 a Lagos day (threats
 * U3). Null when it may be now.
 */
export function secondsUntilFree(saved: SavedTests, now: Date): number | null {
  const pauseEnds = saved.newestAt === null ? 0 : saved.newestAt.getTime() + PAUSE_MS;
  const dayEnds = saved.today < PER_DAY ? 0 : startOfLagosDay(now).getTime() + DAY_MS;
  const waitMs = Math.max(pauseEnds, dayEnds) - now.getTime();
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null;
}

/**
 * The server's own count of a test: the most bytes within any stretch of so many ms, in each
 * direction.
 */
type CountedFlow = { readonly mostWithin: (stretchMs: number) => number };
export type CountedTest = { readonly down: CountedFlow; readonly up: CountedFlow };

/**
 * Figures are line rates, some 4 % above the payload that is counted; the rest is for differences
 * between two clocks.
 */
const TOLERANCE = 1.1;

/**
 * The server keeps to its maximum rate on average: after a stall it catches up, so that a short
 * stretch may carry what belongs to a long one.
 */
const CATCHING_UP = 3;

/**
 * A figure is the mean of a longer stretch of the test, in ms, and no mean is above the best part
 * of its stretch. A device that was busy leaves little of a phase.
 */
const PART_MS = { full: 400, least: 200 } as const;

function covers(counted: CountedFlow, mbps: number, partMs: number): boolean {
  return counted.mostWithin(partMs) * TOLERANCE >= ((mbps * 1e6) / 8) * (partMs / 1000);
}

/**
 * False for figures that no test can have given: faster than our own server sends, above the best
 * moments that it counted for that test, or measured against a server that the portal does not use.
 * Results from elsewhere, or without details, cannot be checked further.
 */
export function isPossible(
  measured: { readonly downloadSpeed: number; readonly uploadSpeed: number; readonly how: TestConditions | null },
  server: {
    readonly counted: CountedTest | null;
    readonly fastestMbps: number;
    readonly foreignHost: string | null;
  },
): boolean {
  const { downloadSpeed, uploadSpeed, how } = measured;
  const { counted, fastestMbps, foreignHost } = server;
  if (counted !== null) {
    const downMs = how?.mode === 'full' && !how.busy ? PART_MS.full : PART_MS.least;
    return covers(counted.down, downloadSpeed, downMs) && covers(counted.up, uploadSpeed, PART_MS.least);
  }
  if (how === null) return true;
  if (how.foreignServer !== null) return how.foreignServer === foreignHost;
  return Math.max(downloadSpeed, uploadSpeed) <= fastestMbps * CATCHING_UP;
}
