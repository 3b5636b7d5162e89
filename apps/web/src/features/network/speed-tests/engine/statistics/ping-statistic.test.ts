import { expect, test } from 'vitest';
import { jitterOf, medianOf } from './ping-statistic.ts';

test('the ping is the median: a single slow answer does not change it', () => {
  expect(medianOf([14, 900, 15, 13, 14])).toBe(14);
  expect(medianOf([10, 20])).toBe(15);
  expect(medianOf([])).toBeNull();
});

test('jitter is the mean difference between consecutive pings, and needs three of them', () => {
  expect(jitterOf([10, 12, 10, 14])).toBeCloseTo(8 / 3);
  expect(jitterOf([20, 20, 20])).toBe(0);
  expect(jitterOf([10, 30])).toBeNull();
});
