import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { simulatedEngine } from './simulated-engine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a simulated test takes five seconds, stays in the stated ranges and is marked as simulated', async () => {
  const onStart = vi.fn();
  const onReading = vi.fn();
  const runs = Array.from({ length: 50 }, () =>
    simulatedEngine({ light: false, onStart, onReading, signal: new AbortController().signal }),
  );
  await vi.advanceTimersByTimeAsync(5100);
  for (const result of await Promise.all(runs)) {
    expect(result.downloadMbps).toBeGreaterThanOrEqual(30);
    expect(result.downloadMbps).toBeLessThan(80);
    expect(result.uploadMbps).toBeGreaterThanOrEqual(10);
    expect(result.uploadMbps).toBeLessThan(30);
    expect(result.pingMs).toBeGreaterThanOrEqual(10);
    expect(result.pingMs).toBeLessThan(40);
    expect(result).toMatchObject({ simulated: true, usedBytes: 0 });
  }
  expect(onStart).toHaveBeenCalledWith(5000);
  expect(new Set(onReading.mock.calls.map(([reading]) => reading.phase))).toEqual(
    new Set(['ping', 'download', 'upload']),
  );
});

test('a simulated test ends when its page is left', async () => {
  const cancel = new AbortController();
  const run = simulatedEngine({ light: false, onStart: () => {}, onReading: () => {}, signal: cancel.signal });
  cancel.abort('left the page');
  await expect(run).rejects.toBe('left the page');
  expect(vi.getTimerCount()).toBe(0);
});
