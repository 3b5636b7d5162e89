import { expect, test } from 'vitest';
import { usageAxis } from './usage-axis.ts';

function month(dataUsed: number, dataLimit: number | null) {
  return { period: '2025-04', dataUsed, dataLimit };
}

test('the axis goes up to the allowance, in quarters', () => {
  expect(usageAxis([month(58.2, 100), month(93.1, 100)])).toEqual({
    top: 100,
    ticks: [0, 25, 50, 75, 100],
    unit: 'GB',
    unitSize: 1,
  });
});

test('where more was used than allowed, or nothing is limited, it goes up to a round number', () => {
  expect(usageAxis([month(120, 100)]).ticks).toEqual([0, 50, 100, 150, 200]);
  expect(usageAxis([month(67.5, null)]).ticks).toEqual([0, 20, 40, 60, 80]);
  expect(usageAxis([month(0, null)]).top).toBe(1);
});

test('from 1024 GB on it is in terabytes', () => {
  expect(usageAxis([month(300, 2048)])).toMatchObject({ top: 2048, unit: 'TB', unitSize: 1024 });
  expect(usageAxis([month(1500, null)])).toMatchObject({ top: 2048, unit: 'TB' });
});
