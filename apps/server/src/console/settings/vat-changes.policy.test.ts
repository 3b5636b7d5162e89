import { expect, it } from 'vitest';
import { vatChangeFault } from './vat-changes.policy.ts';

const TODAY = '2026-11-26';
const past = { from: '2026-02-01', rate: 750 };
const today = { from: TODAY, rate: 800 };
const scheduled = { from: '2027-01-01', rate: 1000 };

it.each([
  ['a scheduled change is entered', [past], [past, scheduled]],
  ['a scheduled change is taken back', [past, scheduled], [past]],
  ['a scheduled change gets another rate', [past, scheduled], [past, { ...scheduled, rate: 1250 }]],
  ['a change begins today', [past], [past, today]],
  ['nothing changes', [past, today, scheduled], [scheduled, today, past]],
])('%s', (_what, before, after) => {
  expect(vatChangeFault(before, after, TODAY)).toBeNull();
});

it.each([
  ['a change in the past', [], [past], '2026-02-01 is over: a rate can change from today on'],
  ['another rate of a past day', [past], [{ ...past, rate: 0 }], /^The rate from 2026-02-01 is in force/],
  ['a past change that is taken back', [past, scheduled], [scheduled], /^The rate from 2026-02-01 is in force/],
  ['a change of today that is taken back', [today], [], /^The rate from 2026-11-26 is in force/],
])('refuses %s', (_what, before, after, fault) => {
  expect(vatChangeFault(before, after, TODAY)).toMatch(fault);
});
