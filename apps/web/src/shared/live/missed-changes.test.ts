import { expect, test } from 'vitest';
import { missedChanges } from './missed-changes.ts';

const recent = {
  type: 'recent',
  withinMs: 60_000,
  changes: [
    { what: 'tickets', agoMs: 300 },
    { what: 'usage', agoMs: 5000 },
  ],
} as const satisfies Parameters<typeof missedChanges>[0];

test('a page asks again for what has changed since it was read, and for nothing else', () => {
  expect(missedChanges(recent, 299)).toEqual([]);
  expect(missedChanges(recent, 1000)).toEqual(['tickets']);
  expect(missedChanges(recent, 5000)).toEqual(['tickets', 'usage']);
});

test('a page that is older than anybody remembers asks again for everything', () => {
  expect(missedChanges(recent, 60_001)).toEqual(['everything']);
  expect(missedChanges({ ...recent, withinMs: 100 }, 200)).toEqual(['everything']);
});
