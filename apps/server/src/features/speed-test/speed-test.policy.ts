import type { TestConditions } from '@portal/contract/speed-test';
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

/** What a test moved by the server's own count. */
export type CountedBytes = { readonly down: number; readonly up: number };

/** Figures are line rates, some 4 % above the payload that is counted; the rest is for what no two clocks agree on. */
const TOLERANCE = 1.1;

/** The server sends at its fastest on the whole: after a stall it catches up, so that a short stretch may carry what belongs to a long one. */
const CATCHING_UP = 3;

/** The shortest stretch whose mean a figure may be, in ms. A device that was busy, or a line whose first byte took long, leaves little of a phase. */
const STRETCH_MS = { full: 800, light: 400, least: 200 } as const;

function covers(bytes: number, mbps: number, stretchMs: number): boolean {
  return bytes * TOLERANCE >= ((mbps * 1e6) / 8) * (stretchMs / 1000);
}

/**
 * False for figures that a test against our own server cannot have given: faster than it sends, or more than the bytes that it counted for that test carry. Of what was
 * measured elsewhere, or by whom nobody told, nothing can be said.
 */
export function isPossible(
  measured: { readonly downloadSpeed: number; readonly uploadSpeed: number; readonly how: TestConditions | null },
  server: { readonly counted: CountedBytes | null; readonly fastestMbps: number },
): boolean {
  const { downloadSpeed, uploadSpeed, how } = measured;
  const { counted, fastestMbps } = server;
  if (how === null || how.foreignServer !== null) return true;
  if (Math.max(downloadSpeed, uploadSpeed) > fastestMbps * CATCHING_UP) return false;
  if (counted === null) return true;
  const downMs = how.busy ? STRETCH_MS.least : STRETCH_MS[how.mode];
  return covers(counted.down, downloadSpeed, downMs) && covers(counted.up, uploadSpeed, STRETCH_MS.least);
}
