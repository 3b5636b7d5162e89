import { expect, test } from 'vitest';
import { createCatchUp } from './missed-changes.ts';

const recent = {
  type: 'recent',
  withinMs: 60_000,
  changes: [
    { what: 'tickets', agoMs: 300 },
    { what: 'usage', agoMs: 5000 },
  ],
} as const;

const missed = (readAgoMs: number, events: Parameters<ReturnType<typeof createCatchUp>>[0] = recent) =>
  createCatchUp(1000, () => 1000 + readAgoMs)(events);

test('a page refetches what has changed since it was read, and nothing else', () => {
  expect(missed(299)).toEqual([]);
  expect(missed(1000)).toEqual(['tickets']);
  expect(missed(5000)).toEqual(['tickets', 'usage']);
});

test('a page that is older than the server’s record refetches everything', () => {
  expect(missed(60_001)).toEqual(['everything']);
  expect(missed(200, { ...recent, withinMs: 100 })).toEqual(['everything']);
});

test('a missed change is refetched once', () => {
  const catchUp = createCatchUp(0, () => 1000);
  expect(catchUp(recent)).toEqual(['tickets']);
  expect(catchUp(recent)).toEqual([]);
});
