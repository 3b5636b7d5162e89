import { expect, test } from 'vitest';
import type { SpeedTestResult } from './engine/speed-test-engine.ts';
import { notesOf } from './result-notes.ts';

const CLEAN: SpeedTestResult = {
  downloadMbps: 96,
  uploadMbps: 48,
  pingMs: 14,
  jitterMs: 1,
  loadedPingMs: 20,
  usedBytes: 42e6,
  uploadCountedBy: 'server',
  foreignServer: null,
  session: null,
  lagMs: 5,
  trace: null,
  simulated: false,
};
const notes = (change: Partial<SpeedTestResult>, planMbps: number | null = 100, light = false) =>
  notesOf({ ...CLEAN, ...change }, { light, planMbps }).map(({ text }) => text);

test('a clean result has no note', () => {
  expect(notes({})).toEqual([]);
  expect(notes({}, null)).toEqual([]);
  expect(notes({ downloadMbps: 5 }, null)).toEqual([]);
});

test.each([
  [
    'against a foreign server',
    { foreignServer: 'speed.example', uploadCountedBy: 'browser' } as const,
    'not our own server',
  ],
  ['on a busy device', { lagMs: 250 }, 'This device was busy'],
  ['with uneven pings', { jitterMs: 25 }, 'as they do over Wi-Fi'],
  ['far below the plan', { downloadMbps: 60 }, 'Wi-Fi or this device is often the limit'],
  ['beyond what browsers measure well', { downloadMbps: 480 }, 'at least this much'],
])('a result %s has a note about it', (_, change, words) => {
  expect(notes(change)).toEqual([expect.stringContaining(words)]);
});

test('a test with less data has a note that it is less exact', () => {
  expect(notes({}, 100, true)).toEqual([expect.stringContaining('less exact')]);
});

test('notes name the figures they are about', () => {
  const [note] = notesOf({ ...CLEAN, downloadMbps: 30 }, { light: false, planMbps: 100 });
  expect(note?.values).toEqual({ speed: 100 });
});
