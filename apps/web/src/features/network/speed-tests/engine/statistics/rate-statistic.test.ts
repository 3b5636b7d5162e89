import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineMbps } from '../test-profile.ts';
import { BIN_MS, binsOfMeter, steadyRate } from './rate-statistic.ts';

/** Of kilobytes a bin. */
const mbps = (rate: number | null) => lineMbps((rate ?? Number.NaN) * 1000);
const steady = (bytes: number, count: number) => Array.from({ length: count }, () => bytes);

describe('the rate of a line', () => {
  test('is the mean after the warm-up; the slow start does not count', () => {
    expect(steadyRate([...steady(0, 2), ...steady(100, 12), ...steady(1000, 32)], 700)).toBe(1000 / BIN_MS);
  });

  test('of an uneven line is its mean, not its best or worst moment', () => {
    const bins = Array.from({ length: 46 }, (_, index) => (index % 2 === 0 ? 500 : 1500));
    expect(steadyRate(bins, 700)).toBe(1000 / BIN_MS);
  });

  test('with a stall and a burst after it is the same as without them', () => {
    const bins = steady(1000, 46);
    bins.splice(30, 4, 0, 0, 0, 4000);
    expect(steadyRate(bins, 700)).toBe(1000 / BIN_MS);
  });

  test.each([
    ['the end of the grace period', 13],
    ['the middle', 28],
    ['the last 0.8 s', 29],
  ])('on a device that was busy over %s is measured late and equals that of an idle device', (_, from) => {
    const bins = steady(1000, 46);
    for (const pause of [2, 4, 6]) {
      const late = bins.toSpliced(from - pause, pause + 1, ...steady(0, pause), 1000 * (pause + 1));
      expect(steadyRate(late, 700)).toBeCloseTo(1000 / BIN_MS, 5);
      const slowly = bins.toSpliced(from - pause, 2 * pause, ...steady(0, pause), ...steady(2000, pause));
      expect(steadyRate(slowly, 700)).toBeCloseTo(1000 / BIN_MS, 5);
    }
  });

  test('recorded on a line of 991 Mbps while the browser was busy at the start of the measurement: data that had waited until then makes it no faster', () => {
    const upload = [
      3828, 4059, 4108, 4139, 4724, 5104, 3058, 3058, 3058, 3058, 6049, 13240, 7174, 3944, 3944, 8233, 7539, 6262, 6002,
      5886, 5444, 5673, 4224, 4224, 4224, 9107, 7841, 5880, 6000, 5975, 5953, 5979, 5972, 6007, 4852, 4783, 8228, 6043,
      5977, 5983, 5971, 5966,
    ];
    expect(mbps(steadyRate(upload, 500)) / 991).toBeCloseTo(1, 2);
    const download = [
      289, 309, 1279, 3872, 4737, 4194, 6291, 4194, 2097, 2097, 2097, 2097, 2097, 2097, 4194, 2097, 2097, 2097, 2097,
      4194, 4194, 10486, 16777, 4194, 16406, 17055, 6518, 16054, 10636, 7578, 2696, 18382, 6869, 5930, 4952, 6262, 5904,
      5623, 6194, 6838, 4887, 6842, 4561, 7485, 5873,
    ];
    expect(Math.abs(mbps(steadyRate(download, 700)) / 991 - 1)).toBeLessThan(0.05);
  });

  test.each([50, 100, 150, 200, 250])(
    'on a device that was busy for %i ms at the start equals that of an idle device, however slowly it catches up',
    (busyMs) => {
      const missed = busyMs / BIN_MS;
      for (const catchingUp of [1, 2, 4, 6]) {
        const burst = steady(1000 * (1 + missed / catchingUp), catchingUp);
        const late = steady(1000, 46).toSpliced(14 - missed, missed + catchingUp, ...steady(600, missed), ...burst);
        expect(steadyRate(late, 700)).toBeLessThan(1020 / BIN_MS);
        expect(steadyRate(late, 700)).toBeGreaterThanOrEqual(1000 / BIN_MS);
      }
    },
  );

  test('of a line that mostly pauses is its mean: no single stretch is representative', () => {
    const gusts = Array.from({ length: 44 }, (_, index) => (index % 15 === 14 ? 15_000 : 0));
    expect(steadyRate(gusts, 700)).toBe(1000 / BIN_MS);
  });

  test('ignores a pause that the end of the test cuts off, since the data it held back is not counted either', () => {
    expect(steadyRate([...steady(1000, 40), ...steady(0, 6)], 700)).toBe(1000 / BIN_MS);
    expect(steadyRate([...steady(1000, 36), ...steady(0, 10)], 700)).toBeLessThan(900 / BIN_MS);
  });

  test('that still rises is the rate at the end', () => {
    const ramp = Array.from({ length: 46 }, (_, index) => Math.min(1000, index * 34));
    expect(steadyRate(ramp, 700)).toBeCloseTo(1000 / BIN_MS, 5);
  });

  test('is not reported when fewer than ten bins count, when nothing arrived for a second, or at all', () => {
    expect(steadyRate([], 700)).toBeNull();
    expect(steadyRate(steady(1000, 23), 700)).toBeNull();
    expect(steadyRate(steady(1000, 24), 700)).not.toBeNull();
    expect(steadyRate([...steady(1000, 20), ...steady(0, 20), ...steady(1000, 10)], 700)).toBeNull();
    expect(steadyRate(steady(0, 15), 200)).toBeNull();
  });

  test('never exceeds what was seen, and doubles with the bytes', () => {
    const bins = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 24, maxLength: 200 });
    fc.assert(
      fc.property(bins, (values) => {
        const rate = (steadyRate(values, 700) ?? Number.NaN) * BIN_MS;
        expect(rate).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
        expect(rate).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
        const doubled =
          (steadyRate(
            values.map((value) => 2 * value),
            700,
          ) ?? Number.NaN) * BIN_MS;
        expect(doubled).toBeCloseTo(2 * rate, 3);
      }),
    );
  });
});

describe('the bins of a meter', () => {
  test('spread the bytes between two points evenly, and leave out incomplete bins', () => {
    const points = [
      { elapsedMs: 0, bytes: 0 },
      { elapsedMs: 0, bytes: 0 },
      { elapsedMs: 100, bytes: 1000 },
      { elapsedMs: 130, bytes: 1000 },
      { elapsedMs: 170, bytes: 2000 },
    ];
    expect(binsOfMeter(points)).toEqual([500, 500, 500]);
  });

  test('are empty for a meter without data', () => {
    expect(binsOfMeter([])).toEqual([]);
    expect(binsOfMeter([{ elapsedMs: 0, bytes: 0 }])).toEqual([]);
  });

  test('contain every byte until their end, whenever the points came', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 100_000 })));
    fc.assert(
      fc.property(steps, (gaps) => {
        let point = { elapsedMs: 0, bytes: 0 };
        const points = gaps.map(([ms, bytes]) => {
          point = { elapsedMs: point.elapsedMs + ms, bytes: point.bytes + bytes };
          return point;
        });
        const bins = binsOfMeter(points);
        const sum = bins.reduce((total, bytes) => total + bytes, 0);
        expect(bins.length).toBe(Math.floor(point.elapsedMs / BIN_MS));
        expect(bins.every((bytes) => bytes >= -1e-6)).toBe(true);
        expect(sum).toBeLessThanOrEqual(point.bytes + 1e-3);
        const whole = points.findLast(({ elapsedMs }) => elapsedMs <= bins.length * BIN_MS);
        expect(sum).toBeGreaterThanOrEqual((whole?.bytes ?? 0) - 1e-3 - firstStep(points));
      }),
      // Two reports of one moment, at the edge of a bin.
      {
        examples: [
          [
            [
              [150, 0],
              [0, 1],
            ],
          ],
        ],
      },
    );
  });
});

/** Bytes reported at time zero belong to no bin. */
function firstStep(points: readonly { readonly elapsedMs: number; readonly bytes: number }[]): number {
  return points.findLast(({ elapsedMs }) => elapsedMs === 0)?.bytes ?? 0;
}
