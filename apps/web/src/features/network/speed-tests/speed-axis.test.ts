import { expect, test } from 'vitest';
import { speedTicks } from './speed-axis.ts';

function tested(downloadSpeed: number, uploadSpeed: number) {
  return { id: 't', timestamp: '2025-07-04T07:14:00.000Z', downloadSpeed, uploadSpeed, ping: 14 };
}

test.each([
  [49.3, [0, 20, 40, 60]],
  [96.3, [0, 25, 50, 75, 100]],
  [100, [0, 25, 50, 75, 100]],
  [940, [0, 250, 500, 750, 1000]],
])('for %d Mbps the axis has lines at round numbers and no more than five', (fastest, ticks) => {
  expect(speedTicks([tested(fastest, 10)])).toEqual(ticks);
  expect(speedTicks([tested(10, fastest)])).toEqual(ticks);
});

test('the axis is drawn also for a speed of zero', () => {
  expect(speedTicks([tested(0, 0)])).toEqual([0, 0.25, 0.5, 0.75, 1]);
});
