import type { Check } from '../../bench/crash/check-ledger.ts';
import { type HeldResources, isReleased } from './held-resources.ts';
import { fitSlope, type Slope } from './slope.ts';

const MOST_MB_PER_HOUR = 1;
const MOST_HEAP_GROWTH = 1.1;
const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const DEFECTS = /"level":(50|60)|unhandled|uncaught/i;

/** Resident memory, in bytes. */
export type Sample = { readonly atMs: number; readonly bytes: number };

/** What was measured in one run: memory in bytes, `before` and `after` the load. */
export type Measurement = {
  readonly samples: readonly Sample[];
  /** After garbage collection, when the warm-up is over and in the end. */
  readonly heapBefore: number;
  readonly heapAfter: number;
  readonly before: HeldResources;
  readonly after: HeldResources;
  readonly log: string;
  readonly staffDefects: readonly string[];
  readonly isRunning: boolean;
};

const mb = (bytes: number): string => (bytes / MB).toFixed(1);

const slopeOf = (samples: readonly Sample[]): Slope =>
  fitSlope(samples.map(({ atMs, bytes }) => ({ x: atMs / HOUR_MS, y: bytes / MB })));

/** Whether the error of the slope is small enough to compare it with the goal. */
const isLongEnough = ({ error }: Slope): boolean => 2 * error <= MOST_MB_PER_HOUR;

/** Memory, sockets and connections, a line each. */
export function describeMeasurement({ samples, heapBefore, heapAfter, before, after }: Measurement): string[] {
  const slope = slopeOf(samples);
  return [
    `memory: ${mb(samples[0]?.bytes ?? 0)} MB after the warm-up, ${mb(samples.at(-1)?.bytes ?? 0)} MB at the end; slope ${slope.perX.toFixed(2)} MB/h, 95 % within ±${(2 * slope.error).toFixed(2)}; heap after collection ${mb(heapBefore)} → ${mb(heapAfter)} MB`,
    ...(isLongEnough(slope)
      ? []
      : ['Too short to judge the slope, whose error is larger than the goal: the heap is judged.']),
    `sockets ${before.sockets} → ${after.sockets}, connections to the database ${before.connections} → ${after.connections}`,
  ];
}

/** The goals of G14 in docs/security.md. */
export function judgeMeasurement(measured: Measurement): Check[] {
  const { heapBefore, heapAfter, before, after } = measured;
  const slope = slopeOf(measured.samples);
  return [
    {
      name: `memory grows by less than ${MOST_MB_PER_HOUR} MB an hour, where the run is long enough to tell`,
      violations: isLongEnough(slope) && slope.perX > MOST_MB_PER_HOUR ? [`${slope.perX.toFixed(2)} MB/h`] : [],
    },
    {
      name: 'the heap after collection is within 10 % of what it was after the warm-up',
      violations: heapAfter <= heapBefore * MOST_HEAP_GROWTH ? [] : [`${mb(heapBefore)} → ${mb(heapAfter)} MB`],
    },
    {
      name: 'its log tells of no defect',
      violations: measured.log.split('\n').filter((line) => DEFECTS.test(line)),
    },
    { name: 'the pages of staff were always there', violations: measured.staffDefects },
    {
      name: 'connections to the database and sockets are back where they were',
      violations: isReleased(after, before) ? [] : [`${JSON.stringify(before)} before, ${JSON.stringify(after)} after`],
    },
    { name: 'the portal still runs', violations: measured.isRunning ? [] : ['it has ended'] },
  ];
}
