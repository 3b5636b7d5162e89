import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Flow } from './flow.ts';

/** A flow with these bytes, one chunk every 10 ms. */
function flowOf(lots: readonly number[]): Flow {
  let now = 1000;
  const flow = new Flow({ clock: () => now, mostBytes: 1e12, fastestMbps: 1e6, charge: () => true });
  for (const bytes of lots) {
    flow.add(bytes);
    now += 10;
  }
  return flow;
}

it('the maximum of a stretch is that of its best moments, and hardly more on an even line', () => {
  const even = flowOf(Array.from({ length: 230 }, () => 12_500));
  // 10 Mbps: 500,000 bytes in 0.4 s, plus what is within a bin at each edge.
  expect(even.mostWithin(400)).toBe(562_500);
  const burst = flowOf(Array.from({ length: 230 }, (_, index) => (index >= 100 && index < 110 ? 125_000 : 12_500)));
  expect(burst.mostWithin(400)).toBe(562_500 + 10 * 112_500);
  expect(flowOf([]).mostWithin(400)).toBe(0);
});

it('no stretch carried more, whenever its bytes arrived', () => {
  const lots = fc.array(fc.nat(1e6), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(lots, fc.nat(), fc.integer({ min: 5, max: 40 }), (bytes, seed, width) => {
      const from = seed % bytes.length;
      const carried = bytes.slice(from, from + width).reduce((sum, lot) => sum + lot, 0);
      expect(flowOf(bytes).mostWithin(width * 10)).toBeGreaterThanOrEqual(carried);
    }),
  );
});
