import { lagosDate } from '@portal/kernel/calendar';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayPartOf, readDayPart } from './free-hours.policy.ts';

const at = (time: string) => new Date(`2026-11-21T${time}:00+01:00`);
const isFree = (time: string, fromHour: number, untilHour: number) =>
  readDayPart(dayPartOf(at(time), { fromHour, untilHour })).isFree;

it('begin with their first hour in Lagos and end before the last', () => {
  expect(['00:00', '05:59', '06:00', '23:59'].map((time) => isFree(time, 0, 6))).toEqual([true, true, false, false]);
  expect(['00:59', '01:00', '04:59', '05:00'].map((time) => isFree(time, 1, 5))).toEqual([false, true, true, false]);
});

it('from 22 until 5 are over midnight', () => {
  expect(['21:59', '22:00', '23:59', '00:00', '04:59', '05:00'].map((time) => isFree(time, 22, 5))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});

it('a plan without any has whole days', () => {
  expect(dayPartOf(at('03:00'), null)).toBe('2026-11-21');
});

it('parts of days sort by time, and each belongs to its day, whatever the hours', () => {
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 }))
    .filter(([fromHour, untilHour]) => fromHour !== untilHour);
  const moment = fc.integer({ min: Date.parse('2026-11-20T00:00:00Z'), max: Date.parse('2026-11-24T00:00:00Z') });
  fc.assert(
    fc.property(hours, fc.tuple(moment, moment), ([fromHour, untilHour], moments) => {
      const [earlier = 0, later = 0] = moments.toSorted((a, b) => a - b);
      const [one, other] = [earlier, later].map((ms) => dayPartOf(new Date(ms), { fromHour, untilHour }));
      expect((one ?? '') <= (other ?? '')).toBe(true);
      expect(readDayPart(other ?? '').day).toBe(lagosDate(new Date(later)));
    }),
  );
});
