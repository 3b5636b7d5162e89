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

it('whoever connects hears what they, everybody or their desk were told, each once, and how long ago at the latest', () => {
  recent.note(1, 'tickets');
  recent.note('everybody', 'plans');
  nowMs += 700;
  recent.note(1, 'tickets');
  recent.note(2, 'payments');
  recent.note('staff', 'account');
  nowMs += 20;
  expect(recent.toldTo([1, 'everybody'])).toEqual({
    type: 'recent',
    withinMs: 60_000,
    changes: [
      { what: 'plans', agoMs: 720 },
      { what: 'tickets', agoMs: 20 },
    ],
  });
  expect(recent.toldTo([2, 'everybody', 'staff']).changes.map(({ what }) => what)).toEqual([
    'account',
    'payments',
    'plans',
  ]);
  expect(recent.toldTo([3]).changes).toEqual([]);
});

it('a portal that has been up for two seconds says that it knows no more', () => {
  const young = createRecentUpdates(() => nowMs);
  nowMs += 2000;
  young.note(1, 'tickets');
  expect(young.toldTo([1])).toEqual({ type: 'recent', withinMs: 2000, changes: [{ what: 'tickets', agoMs: 0 }] });
});

it('what is older than a minute is not spoken of any more', () => {
  recent.note(1, 'tickets');
  nowMs += 60_001;
  expect(recent.toldTo([1])).toEqual({ type: 'recent', withinMs: 60_000, changes: [] });
});

it('where so much has changed that some of it had to be forgotten, nobody is told that there was nothing', () => {
  recent.note(1, 'tickets');
  nowMs += 500;
  for (let person = 2; person < 20_000; person++) recent.note(person, 'usage');
  nowMs += 10;
  expect(recent.toldTo([1])).toEqual({ type: 'recent', withinMs: 10, changes: [] });
});

it('everything that can change can be heard of late', () => {
  for (const what of changeable.options) recent.note(1, what);
  expect(recent.toldTo([1]).changes.map(({ what }) => what)).toEqual(changeable.options);
});
