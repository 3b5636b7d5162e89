import { speedTestForm } from '@portal/contract/network/speed-tests';
import { afterEach, expect, test, vi } from 'vitest';
import { measureLine } from './engine/measure-line.ts';
import type { SpeedTestReading } from './engine/speed-test-engine.ts';
import { FakeLine } from './engine/testing/fake-line.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a test shows the same figures while it runs, when it is over and in the history', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', new FakeLine({ down: 6543.21, up: 2345.67, rttMs: 14.496 }).fetch);
  const readings: SpeedTestReading[] = [];
  const measured = measureLine('http://portal.test', {
    light: false,
    signal: new AbortController().signal,
    onStart: () => {},
    onReading: (reading) => readings.push(reading),
  });
  await vi.advanceTimersByTimeAsync(12_000);
  const { downloadMbps, uploadMbps, pingMs } = await measured;
  const stored = speedTestForm.parse({ downloadSpeed: downloadMbps, uploadSpeed: uploadMbps, ping: pingMs });
  expect(stored).toEqual({ downloadSpeed: downloadMbps, uploadSpeed: uploadMbps, ping: pingMs });
  expect(readings.at(-1)).toMatchObject({ downloadMbps, pingMs });
});
