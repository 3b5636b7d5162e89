import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, lagosDate } from '../calendar.ts';
import { chargeTimes, LAST_WORKING_DAY } from './auto-pay.ts';

const at = (text: string) => new Date(text);

it('a card is charged on the morning of the renewal day, and again on mornings of the grace period only', () => {
  const renewal = at('2027-01-31T15:00:00+01:00');
  expect(chargeTimes(renewal, at('2027-02-03T15:00:00+01:00'))).toEqual(
    ['2027-01-31', '2027-02-01', '2027-02-02'].map((day) => at(`${day}T08:00:00+01:00`)),
  );
  expect(chargeTimes(renewal, at('2027-02-07T15:00:00+01:00'))).toHaveLength(4);
});

it('a subscription whose paid time ends before the morning is charged at that moment, also without a grace period', () => {
  const renewal = at('2027-01-31T03:00:00+01:00');
  expect(chargeTimes(renewal, renewal)).toEqual([renewal]);
});

const days = (times: readonly Date[]) => times.map(lagosDate);
const due = at('2027-01-05T15:00:00+01:00');
const graceEnd = (after: number) => new Date(due.getTime() + after * DAY_MS);

it('whoever is paid after the bill is due is charged on the due day, on the salary day and on the two days after it', () => {
  expect(days(chargeTimes(due, graceEnd(30), 25))).toEqual(['2027-01-05', '2027-01-25', '2027-01-26', '2027-01-27']);
});

it('no attempt is later than the grace period, and a salary that comes after it changes nothing', () => {
  expect(days(chargeTimes(due, graceEnd(4), 8))).toEqual(['2027-01-05', '2027-01-08', '2027-01-09']);
  expect(chargeTimes(due, graceEnd(3), 25)).toEqual(chargeTimes(due, graceEnd(3)));
  expect(chargeTimes(due, graceEnd(3), 5)).toEqual(chargeTimes(due, graceEnd(3)));
});

it('a salary day that a month does not have is its last day', () => {
  const renewal = at('2027-02-26T15:00:00+01:00');
  const times = chargeTimes(renewal, new Date(renewal.getTime() + 7 * DAY_MS), 31);
  expect(days(times)).toEqual(['2027-02-26', '2027-02-28', '2027-03-01', '2027-03-02']);
});

it.each([
  // A Sunday is the last day of February and October 2027, a Saturday that of July 2027.
  ['2027-02-24T12:00:00+01:00', '2027-02-26'],
  ['2027-10-27T12:00:00+01:00', '2027-10-29'],
  ['2027-07-28T12:00:00+01:00', '2027-07-30'],
  ['2027-03-29T12:00:00+01:00', '2027-03-31'],
])('the last working day after %s is %s', (renewal, salary) => {
  const start = at(renewal);
  expect(days(chargeTimes(start, new Date(start.getTime() + 5 * DAY_MS), LAST_WORKING_DAY))[1]).toBe(salary);
});

it('whatever the day, no two attempts are planned for one day, and none outside the due day and the grace period', () => {
  fc.assert(
    fc.property(
      fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2031-01-01T00:00:00Z'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 40 }),
      fc.option(fc.integer({ min: 0, max: 31 })),
      (renewal, grace, salaryDay) => {
        const end = new Date(renewal.getTime() + grace * DAY_MS);
        const times = chargeTimes(renewal, end, salaryDay);
        expect(new Set(days(times)).size).toBe(times.length);
        expect(times).toEqual(times.toSorted((one, other) => one.getTime() - other.getTime()));
        expect(times[0] && times[0] <= renewal).toBe(true);
        expect(times.slice(1).every((time) => time < end)).toBe(true);
      },
    ),
  );
});
