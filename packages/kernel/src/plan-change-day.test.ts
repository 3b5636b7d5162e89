import { expect, test } from 'vitest';
import { type BilledLine, planChangeDay } from './plan-change-day.ts';

const DUE = '2026-07-15T09:00:00.000Z';
const BEFORE = new Date('2026-07-15T08:59:59.999Z');
const AFTER = new Date(DUE);

function line(changes: Partial<BilledLine>): BilledLine {
  return { status: 'active', nextBillingDate: DUE, pausedUntil: null, cancelsAt: null, ...changes };
}

test('A change of plan is promised for a day to come, never for one that has passed unpaid', () => {
  expect(planChangeDay(line({}), BEFORE)).toBe(DUE);
  expect(planChangeDay(line({}), AFTER)).toBeNull();
});

test('A line that rests has a bill to come, one that was cut off has not', () => {
  const off = line({ status: 'suspended' });
  expect(planChangeDay({ ...off, pausedUntil: '2026-07-18T09:00:00.000Z' }, BEFORE)).toBe(DUE);
  expect(planChangeDay(off, BEFORE)).toBeNull();
});

test('No day is named for a line that is to end, nor for one that was never on', () => {
  expect(planChangeDay(line({ cancelsAt: DUE }), BEFORE)).toBeNull();
  expect(planChangeDay(line({ status: 'pending' }), BEFORE)).toBeNull();
  expect(planChangeDay(line({ nextBillingDate: null }), BEFORE)).toBeNull();
});
