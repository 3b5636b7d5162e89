import { changeable } from '@portal/contract/platform/live-updates';
import { beforeEach, expect, it } from 'vitest';
import { createRecentUpdates, type RecentUpdates } from './recent-updates.ts';

let nowMs: number;
let recent: RecentUpdates;
beforeEach(() => {
  nowMs = 1000;
  recent = createRecentUpdates(() => nowMs);
  nowMs += 100_000;
});

it('a new connection gets the recent updates for its customer, everybody or staff, each once, with their age', () => {
  recent.note(1, 'tickets');
  recent.note('everybody', 'plans');
  nowMs += 700;
  recent.note(1, 'tickets');
  recent.note(2, 'payments');
  recent.note('staff', 'account');
  nowMs += 20;
  expect(recent.recentFor([1, 'everybody'])).toEqual({
    type: 'recent',
    withinMs: 60_000,
    changes: [
      { what: 'plans', agoMs: 720 },
      { what: 'tickets', agoMs: 20 },
    ],
  });
  expect(recent.recentFor([2, 'everybody', 'staff']).changes.map(({ what }) => what)).toEqual([
    'account',
    'payments',
    'plans',
  ]);
  expect(recent.recentFor([3]).changes).toEqual([]);
});

it('a portal that has been up for two seconds reports that it knows nothing older', () => {
  const young = createRecentUpdates(() => nowMs);
  nowMs += 2000;
  young.note(1, 'tickets');
  expect(young.recentFor([1])).toEqual({ type: 'recent', withinMs: 2000, changes: [{ what: 'tickets', agoMs: 0 }] });
});

it('updates older than a minute are not replayed', () => {
  recent.note(1, 'tickets');
  nowMs += 60_001;
  expect(recent.recentFor([1])).toEqual({ type: 'recent', withinMs: 60_000, changes: [] });
});

it('when updates had to be dropped, the answer covers only the time since then', () => {
  recent.note(1, 'tickets');
  nowMs += 500;
  for (let person = 2; person < 20_000; person++) recent.note(person, 'usage');
  nowMs += 10;
  expect(recent.recentFor([1])).toEqual({ type: 'recent', withinMs: 10, changes: [] });
});

it('every kind of update can be replayed', () => {
  for (const what of changeable.options) recent.note(1, what);
  expect(recent.recentFor([1]).changes.map(({ what }) => what)).toEqual(changeable.options);
});
