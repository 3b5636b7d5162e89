import { expect, it } from 'vitest';
import { nextAfterBroken, offeredDays } from './promise-days.ts';

const now = new Date('2026-11-30T09:46:00Z');
const days = { from: '2026-11-30', until: '2026-12-05' };
const namesOf = (onUntil: string | null, possible = days) =>
  offeredDays({ days: possible, onUntil }, now).map(({ day }) => day);

it('offers the days from tomorrow on', () => {
  expect(namesOf(null)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']);
});

it('leaves out days on which the line is on without a promise, but not the one on which it goes off', () => {
  expect(namesOf('2026-12-03T09:00:00Z')).toEqual(['2026-12-03', '2026-12-04', '2026-12-05']);
  // Midnight in Lagos: it is off for all of that day.
  expect(namesOf('2026-11-30T23:00:00Z')[0]).toBe('2026-12-01');
});

it('offers what is possible where none of it makes a difference, and nothing where nothing is', () => {
  expect(namesOf('2026-12-09T09:00:00Z', { from: '2026-12-04', until: '2026-12-05' })).toEqual([
    '2026-12-04',
    '2026-12-05',
  ]);
  expect(offeredDays({ days: null, onUntil: null }, now)).toEqual([]);
});

it('says from which day another promise is possible after a broken one', () => {
  expect(nextAfterBroken('2026-12-04', 60).toISOString()).toBe('2027-02-02T23:00:00.000Z');
});
