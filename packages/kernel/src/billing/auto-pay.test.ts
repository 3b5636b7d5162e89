import { expect, it } from 'vitest';
import { chargeTimes } from './auto-pay.ts';

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
