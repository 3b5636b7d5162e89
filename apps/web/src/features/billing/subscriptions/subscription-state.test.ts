import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { expect, test } from 'vitest';
import { paymentAddress, subscriptionState } from './subscription-state.ts';

const DUE = '2026-07-15T09:00:00.000Z';
const UNTIL = '2026-07-18T09:00:00.000Z';
const BEFORE = new Date('2026-07-15T08:59:59.999Z');
const AFTER = new Date(DUE);

function subscription(changes: Partial<SubscriptionView>): SubscriptionView {
  return {
    id: 's',
    planId: 'home-10',
    planName: 'Home 10 Mbps',
    status: 'active',
    startDate: null,
    nextBillingDate: DUE,
    monthlyFee: 18_600,
    scheduledPlanId: null,
    autoPay: false,
    graceEndsAt: UNTIL,
    ...changes,
  };
}

test('An active subscription is overdue from the moment its bill is due, with the day until which it stays active', () => {
  expect(subscriptionState(subscription({}), BEFORE)).toEqual({ kind: 'active', nextBillAt: DUE });
  expect(subscriptionState(subscription({}), AFTER)).toEqual({ kind: 'grace', dueAt: DUE, until: UNTIL });
});

test('A subscription cached by an older version has no end of grace, and none is invented', () => {
  const { graceEndsAt: _new, ...old } = subscription({});
  expect(subscriptionState(old, AFTER)).toEqual({ kind: 'grace', dueAt: DUE, until: null });
});

test('A cancelled subscription has no further bill, neither before its last moment nor after it', () => {
  const ending = subscription({ cancelsAt: DUE, graceEndsAt: null });
  expect(subscriptionState(ending, BEFORE)).toEqual({ kind: 'ending', endsAt: DUE });
  expect(subscriptionState(ending, AFTER)).toEqual({ kind: 'ending', endsAt: DUE });
});

test('A subscription paused by the customer is not shown as suspended', () => {
  const resting = subscription({ status: 'suspended', pausedUntil: UNTIL });
  expect(subscriptionState(resting, BEFORE)).toEqual({ kind: 'paused', until: UNTIL, nextBillAt: DUE, endsAt: null });
  expect(subscriptionState({ ...resting, cancelsAt: DUE }, BEFORE)).toMatchObject({ nextBillAt: null, endsAt: DUE });
  expect(subscriptionState({ ...resting, pausedUntil: null }, AFTER)).toEqual({ kind: 'suspended', dueAt: DUE });
});

test('No date is shown before the first payment, after the end, and in a status of a later version', () => {
  for (const status of ['pending', 'cancelled', 'unknown'] as const) {
    expect(subscriptionState(subscription({ status }), AFTER)).toEqual({ kind: status });
  }
});

test('The next payment is for the scheduled plan, where a change is scheduled', () => {
  expect(paymentAddress(subscription({}))).toBe('/payment?plan=home-10');
  expect(paymentAddress(subscription({ scheduledPlanId: 'sme-10' }))).toBe('/payment?plan=sme-10');
  expect(paymentAddress(subscription({ isOnInvoice: true }))).toBe('/payment');
});
