import type { Line, LineLog } from './open-shaped-line.ts';
import { CARRIED_BIN_MS } from './shaped-direction.ts';

/**
 * The times in which the widget counts (docs/speed-test.md), in ms: of the download until its end,
 * of the upload from its start.
 */
const DOWNLOAD_MS = 1600;
const UPLOAD_FROM_MS = 550;
const UPLOAD_UNTIL_MS = 2200;
/** A stretch this long and this full is a test, not a page. */
const STRETCH_MS = 300;
const STRETCH_SHARE = 0.5;
const BUSY_SHARE = 0.25;

export type Carried = { readonly downMbps: number; readonly upMbps: number };

/**
 * The payload that a line carried while the widget's two phases counted: less than its capacity
 * where a busy machine delayed it or the clients. Null when there was no test.
 */
export function carriedDuringTest({ down, up }: LineLog, { downMbps, upMbps }: Line): Carried | null {
  const end = fullStretches(down, downMbps).at(-1)?.end;
  const start = fullStretches(up, upMbps)[0]?.start;
  if (end === undefined || start === undefined) return null;
  return {
    downMbps: meanMbps(down, end - bins(DOWNLOAD_MS), end),
    upMbps: meanMbps(up, start + bins(UPLOAD_FROM_MS), start + bins(UPLOAD_UNTIL_MS)),
  };
}

function bins(ms: number): number {
  return ms / CARRIED_BIN_MS;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The stretches in which the line was full: from a busy bin to after a busy bin. */
function fullStretches(carried: readonly number[], mbps: number): { readonly start: number; readonly end: number }[] {
  const full = (mbps * 1e6 * CARRIED_BIN_MS) / 8 / 1000;
  const isBusy = (index: number) => (carried[index] ?? 0) >= BUSY_SHARE * full;
  const length = bins(STRETCH_MS);
  return carried.flatMap((_, start) => {
    const end = start + length;
    const isFull = sum(carried.slice(start, end)) >= STRETCH_SHARE * length * full;
    return isFull && isBusy(start) && isBusy(end - 1) ? [{ start, end }] : [];
  });
}

function meanMbps(carried: readonly number[], from: number, to: number): number {
  const bytes = sum(carried.slice(Math.max(0, from), to));
  return (bytes * 8) / 1e6 / (((to - from) * CARRIED_BIN_MS) / 1000);
}
