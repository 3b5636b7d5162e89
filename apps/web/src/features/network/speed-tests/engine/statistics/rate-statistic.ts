import { medianOf } from './ping-statistic.ts';

/** Width of the bins that bytes are counted in. */
export const BIN_MS = 50;

const FEWEST_BINS = 10;
const SILENT_BINS = 1000 / BIN_MS;
/** A second half this much above the first: the line was still filling up. */
const RISING = 1.04;
const LAST_BINS = 800 / BIN_MS;

/**
 * Shares of the median bin. Below the one the line or the device paused, above the other the
 * backlog of the pause is counted.
 */
const PAUSED = 0.5;
const CATCHING_UP = 1.2;
const LONGEST_CUT_BINS = 300 / BIN_MS;

/**
 * A fifth of a second usually carries the same amount; a mean this much above the median contains a
 * backlog.
 */
const TYPICAL_BINS = 200 / BIN_MS;
const BACKLOG = 1.02;

/**
 * Bytes per ms that the line carried once it was full: the mean of the bins after the grace period;
 * while the rate still rises, that of the last 0.8 s; without the backlog from before. No high
 * percentiles: they overshoot. Null when nothing reliable can be said: fewer than ten bins, or a
 * second without a byte.
 */
export function steadyRate(bins: readonly number[], graceMs: number): number | null {
  const grace = Math.ceil(graceMs / BIN_MS);
  const usual = medianOf(bins.slice(grace)) ?? 0;
  if (bins.length - grace < FEWEST_BINS || longestSilence(bins) >= SILENT_BINS) return null;
  const counted = withoutCutPause(levelled(bins, usual), usual).slice(grace);
  const half = Math.floor(counted.length / 2);
  const rising = meanOf(counted.slice(half)) > RISING * meanOf(counted.slice(0, half));
  const rate = meanWithoutBacklog(rising ? counted.slice(-LAST_BINS) : counted) / BIN_MS;
  return rate > 0 ? rate : null;
}

/**
 * A device that was busy counts late: a pause, then the backlog at once. Both are spread evenly
 * over their time, so that no edge of the counted range lies between them.
 */
function levelled(bins: readonly number[], usual: number): number[] {
  const level = [...bins];
  for (let start = 0; start < bins.length; start += 1) {
    const isUneven = (bytes: number) => bytes < PAUSED * usual || bytes > CATCHING_UP * usual;
    if ((bins[start] ?? 0) >= PAUSED * usual) continue;
    let end = start;
    let sum = 0;
    while (end < bins.length && sum <= usual * (end - start) && isUneven(bins[end] ?? 0)) {
      sum += bins[end] ?? 0;
      end += 1;
    }
    const caughtUp = (bins[end - 1] ?? 0) > CATCHING_UP * usual;
    if (caughtUp) level.fill(sum / (end - start), start, end);
    start = end - 1;
  }
  return level;
}

/** Without a pause at the very end: its backlog is not counted any more. */
function withoutCutPause(bins: readonly number[], usual: number): readonly number[] {
  const last = bins.findLastIndex((bytes) => bytes >= PAUSED * usual);
  return bins.slice(0, Math.max(last + 1, bins.length - LONGEST_CUT_BINS));
}

/**
 * A line never carries more than its capacity, but a device that was busy when the counting began
 * adds its backlog to the bins after it: then the mean of all is above most of them, and those are
 * right. On a line that mostly pauses no bin is representative, and the mean stays.
 */
function meanWithoutBacklog(bins: readonly number[]): number {
  const mean = meanOf(bins);
  const starts = bins.length - TYPICAL_BINS + 1;
  const fifths = Array.from({ length: starts }, (_, start) => meanOf(bins.slice(start, start + TYPICAL_BINS)));
  const typical = medianOf(fifths) ?? 0;
  return mean > BACKLOG * typical && typical >= PAUSED * mean ? typical : mean;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function longestSilence(bins: readonly number[]): number {
  let longest = 0;
  let current = 0;
  for (const bytes of bins) {
    current = bytes > 0 ? 0 : current + 1;
    longest = Math.max(longest, current);
  }
  return longest;
}

/** A meter's report: the bytes received until `elapsedMs`. */
export type MeterPoint = { readonly elapsedMs: number; readonly bytes: number };

/**
 * The bins of a meter's points, which arrive irregularly: between two points bytes are spread
 * evenly. Only whole bins.
 */
export function binsOfMeter(points: readonly MeterPoint[]): number[] {
  const end = points.at(-1)?.elapsedMs ?? 0;
  const edges = Array.from({ length: Math.floor(end / BIN_MS) + 1 }, (_, index) => bytesAt(points, index * BIN_MS));
  return edges.slice(1).map((bytes, index) => bytes - (edges[index] ?? 0));
}

function bytesAt(points: readonly MeterPoint[], elapsedMs: number): number {
  // Bytes reported for the very beginning belong to the first bin.
  if (elapsedMs === 0) return 0;
  const before = points.findLast((point) => point.elapsedMs <= elapsedMs) ?? { elapsedMs: 0, bytes: 0 };
  const next = points.find((point) => point.elapsedMs > elapsedMs);
  if (!next) return before.bytes;
  const share = (elapsedMs - before.elapsedMs) / (next.elapsedMs - before.elapsedMs);
  return before.bytes + (next.bytes - before.bytes) * share;
}
