import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addLagosMonth,
  endOfLagosMonth,
  formatLagosDateTime,
  lagosDateTime,
  lagosDay,
  lagosHour,
  lagosPeriod,
  startOfLagosDay,
} from './calendar.ts';

describe('the calendar of Lagos', () => {
  it('starts a new day an hour before UTC does', () => {
    expect(lagosDay(new Date('2026-01-31T22:59:59Z'))).toEqual({ year: 2026, month: 1, day: 31 });
    expect(lagosDay(new Date('2026-01-31T23:00:00Z'))).toEqual({ year: 2026, month: 2, day: 1 });
    expect(lagosPeriod(new Date('2025-12-31T23:00:00Z'))).toBe('2026-01');
  });

  it('shows half past midnight on the first of a month, which is the month before in UTC', () => {
    expect(lagosDateTime(new Date('2026-11-30T23:30:00.999Z'))).toBe('2026-12-01 00:30:00');
  });

  it('begins each day at its own midnight, not after the moment itself', () => {
    expect(startOfLagosDay(new Date('2026-01-31T22:59:59.999Z')).toISOString()).toBe('2026-01-30T23:00:00.000Z');
    expect(startOfLagosDay(new Date('2026-01-31T23:00:00Z')).toISOString()).toBe('2026-01-31T23:00:00.000Z');
    const moments = fc.date({ min: new Date('1965-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const start = startOfLagosDay(moment);
        const justBefore = new Date(start.getTime() - 1);
        const elapsed = moment.getTime() - start.getTime();
        expect(lagosDay(start)).toEqual(lagosDay(moment));
        expect(lagosDay(justBefore)).not.toEqual(lagosDay(moment));
        return elapsed >= 0 && elapsed < 86_400_000;
      }),
    );
  });

  it('ends a month a millisecond before the next one begins there', () => {
    expect(endOfLagosMonth(new Date('2026-12-31T22:59:59Z')).toISOString()).toBe('2026-12-31T22:59:59.999Z');
    expect(endOfLagosMonth(new Date('2026-01-31T23:00:00Z')).toISOString()).toBe('2026-02-28T22:59:59.999Z');
  });

  it('formats a moment for people', () => {
    expect(formatLagosDateTime(new Date('2026-07-04T07:14:59Z'))).toBe('4 July, 08:14');
    expect(formatLagosDateTime(new Date('2025-12-31T23:00:00Z'))).toBe('1 January, 00:00');
  });

  it('keeps the renewal day through a shorter month', () => {
    const january = new Date('2026-01-31T09:00:00Z');
    const february = addLagosMonth(january, 31);
    expect(february.toISOString()).toBe('2026-02-28T09:00:00.000Z');
    expect(addLagosMonth(february, 31).toISOString()).toBe('2026-03-31T09:00:00.000Z');
    expect(addLagosMonth(new Date('2028-01-30T09:00:00Z'), 30).toISOString()).toBe('2028-02-29T09:00:00.000Z');
  });

  it('renews on the Lagos day even in the hour in which UTC is a day behind', () => {
    expect(addLagosMonth(new Date('2026-01-30T23:30:00Z'), 31).toISOString()).toBe('2026-02-27T23:30:00.000Z');
  });

  it('always moves forward by 28 to 31 days to the anchor day or the month’s last day, at the same time of day', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const anchor = lagosDay(moment).day;
        const next = addLagosMonth(moment, anchor);
        const days = (next.getTime() - moment.getTime()) / 86_400_000;
        const lastDay = lagosDay(new Date(next.getTime() + 86_400_000)).day === 1;
        return Number.isInteger(days) && days >= 28 && days <= 31 && (lagosDay(next).day === anchor || lastDay);
      }),
    );
  });
});

describe('an hour of a day in Lagos', () => {
  it('is counted from the start of the day there, an hour before that of UTC', () => {
    const lateEvening = new Date('2026-02-28T23:30:00Z');
    expect(lagosHour(lateEvening, 0, 8).toISOString()).toBe('2026-03-01T07:00:00.000Z');
    expect(lagosHour(lateEvening, -1, 8).toISOString()).toBe('2026-02-28T07:00:00.000Z');
    expect(lagosHour(lateEvening, 7, 0).toISOString()).toBe('2026-03-07T23:00:00.000Z');
  });
});
