import { expect, test } from 'vitest';
import { agoLabel, everyLabel, lengthLabel } from './time-labels.ts';

test('a length is shown as precisely as it matters', () => {
  expect([0.0042, 1.24, 48.2, 200, 7800, 7200, 3 * 86_400].map(lengthLabel)).toEqual([
    '4 ms',
    '1.2 s',
    '48 s',
    '3 min',
    '2 h 10 min',
    '2 h',
    '3 days',
  ]);
});

test('how long ago something was; a machine whose clock is behind shows the present', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const ago = (iso: string) => agoLabel(iso, now);
  expect(ago('2026-11-25T11:59:55Z')).toBe('5 s ago');
  expect(ago('2026-11-25T11:40:00Z')).toBe('20 min ago');
  expect(ago('2026-11-25T12:00:30Z')).toBe('just now');
});

test('how often a job runs', () => {
  expect([3, 900, 3600, 86_400].map(everyLabel)).toEqual(['every 3 s', 'every 15 min', 'every hour', 'every 24 h']);
});
