import { expect, test } from 'vitest';
import { type BilledSubscription, planChangeDay } from './plan-change-day.ts';

const DUE = '2026-07-15T09:00:00.000Z';
const BEFORE = new Date('2026-07-15T08:59:59.999Z');
const AFTER = new Date(DUE);

function subscription(changes: Partial<BilledSubscription>): BilledSubscription {
  return { status: 'active', nextBillingDate: DUE, pausedUntil: null, cancelsAt: null, ...changes };
}

test('A change of plan is announced for a future day, never for one that has passed without payment', () => {
  expect(planChangeDay(subscription({}), BEFORE)).toBe(DUE);
  expect(planChangeDay(subscription({}), AFTER)).toBeNull();
});

test('A paused subscription has a next bill, a suspended one has none', () => {
  const off = subscription({ status: 'suspended' });
  expect(planChangeDay({ ...off, pausedUntil: '2026-07-18T09:00:00.000Z' }, BEFORE)).toBe(DUE);
  expect(planChangeDay(off, BEFORE)).toBeNull();
});

test('No day is shown for a subscription that ends or was never active', () => {
  expect(planChangeDay(subscription({ cancelsAt: DUE }), BEFORE)).toBeNull();
  expect(planChangeDay(subscription({ status: 'pending' }), BEFORE)).toBeNull();
  expect(planChangeDay(subscription({ nextBillingDate: null }), BEFORE)).toBeNull();
});
