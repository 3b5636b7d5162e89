import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aroundTheClock, isAroundTheClock, type SupportHours, supportHoursLater } from './support-hours.ts';

const office: SupportHours = {
  ...aroundTheClock,
  monday: '08:00-17:00',
  tuesday: '08:00-17:00',
  wednesday: '08:00-17:00',
  thursday: '08:00-17:00',
  friday: '08:00-12:30',
  saturday: '',
  sunday: '',
  holidays: [{ day: '2026-12-25', name: 'Christmas' }],
};

/** In Lagos, which is UTC+1. */
const lagos = (text: string) => new Date(`${text}:00+01:00`);

describe('hours of support', () => {
  it.each([
    ['within a day', '2026-11-26T09:00', 4, '2026-11-26T13:00'],
    ['from before opening', '2026-11-26T03:00', 4, '2026-11-26T12:00'],
    ['to the end of a day', '2026-11-26T13:00', 4, '2026-11-26T17:00'],
    ['into the next day', '2026-11-26T15:00', 4, '2026-11-27T10:00'],
    ['over a short day and the weekend', '2026-11-27T11:30', 4, '2026-11-30T11:00'],
    ['over a holiday', '2026-12-24T16:00', 4, '2026-12-28T11:00'],
    ['from a day off', '2026-11-28T13:00', 1, '2026-11-30T09:00'],
    ['just before midnight in Lagos, which is the day before in UTC', '2026-11-26T23:59', 1, '2026-11-27T09:00'],
  ])('pass %s', (_what, from, count, later) => {
    expect(supportHoursLater(lagos(from), count, office)).toEqual(lagos(later));
  });

  it('are those of the clock where support never closes', () => {
    expect([isAroundTheClock(aroundTheClock), isAroundTheClock(office)]).toEqual([true, false]);
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 2160 }), (from, count) => {
        expect(supportHoursLater(from, count, aroundTheClock).getTime()).toBe(from.getTime() + count * 3_600_000);
      }),
    );
  });
});
