import { expect, test } from 'vitest';
import { percentUsed, usageLevel } from './usage-level.ts';

test.each([
  [0, 'normal'],
  [74.99, 'normal'],
  [75, 'high'],
  [89.99, 'high'],
  [90, 'critical'],
  [130, 'critical'],
])('%d GB of 100 GB is %s', (dataUsed, level) => {
  expect(usageLevel(percentUsed(dataUsed, 100))).toBe(level);
});

test('exactly nine tenths of any allowance is critical', () => {
  for (let limit = 1; limit <= 2000; limit++) expect(usageLevel(percentUsed((limit * 9) / 10, limit))).toBe('critical');
});

test('unlimited data is never high; of an allowance of zero, any usage is all', () => {
  expect(percentUsed(5000, null)).toBeNull();
  expect(usageLevel(null)).toBe('normal');
  expect(percentUsed(0, 0)).toBe(0);
  expect(percentUsed(0.1, 0)).toBe(100);
});
