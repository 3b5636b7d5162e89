import { expect, test } from 'vitest';
import { drawGauge } from './gauge-strands.ts';

const count = (path: string) => path.split('M').length - 1;
const lit = (mbps: number | null) => drawGauge(mbps).lit.reduce((sum, { path }) => sum + count(path), 0);

test('97 strands, lit in proportion to the speed', () => {
  for (const mbps of [null, 0, 0.1, 48.6, 100, 250, 950, 20_000]) {
    expect(count(drawGauge(mbps).unlit) + lit(mbps)).toBe(97);
  }
  expect(lit(null)).toBe(0);
  expect(drawGauge(null).head).toBeNull();
  expect(lit(0.1)).toBe(1);
  expect(lit(58.4)).toBe(57);
  expect(lit(100)).toBe(97);
  expect(lit(150)).toBe(49);
  expect(lit(20_000)).toBe(97);
});

test('the light stands at the end of the arc: left at the start, on top in the middle, right at the end', () => {
  expect(drawGauge(1).head?.x).toBeLessThan(40);
  expect(drawGauge(50).head?.y).toBeLessThan(25);
  expect(drawGauge(100).head?.x).toBeGreaterThan(300);
});
