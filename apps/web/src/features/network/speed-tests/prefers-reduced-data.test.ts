import { afterEach, expect, test, vi } from 'vitest';
import { prefersReducedData } from './prefers-reduced-data.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['told to save data', { saveData: true }, 'short'],
  ['told to save data on Wi-Fi', { saveData: true, type: 'wifi' }, 'short'],
  ['on mobile data', { saveData: false, type: 'cellular' }, 'short'],
  ['on Wi-Fi', { saveData: false, type: 'wifi' }, 'full'],
  ['by cable', { type: 'ethernet' }, 'full'],
  // The speed of a connection says nothing about the price of its data.
  ['on a line that is only slow', { effectiveType: '2g' }, 'full'],
])('for a device %s (%o) the %s test is preset', (_, connection, preset) => {
  vi.stubGlobal('navigator', { connection });
  expect(prefersReducedData()).toBe(preset === 'short');
});

test('a browser that does not describe its connection gets the full test', () => {
  for (const navigator of [{}, { connection: undefined }]) {
    vi.stubGlobal('navigator', navigator);
    expect(prefersReducedData()).toBe(false);
  }
});
