import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { expect, test } from 'vitest';
import type { Verification } from './api/verify-payment.ts';
import { findOwnPlan, ownPlanId, paymentStep, preselectedPlanId, receivedPayment } from './payment-steps.ts';

function subscription(changes: Partial<SubscriptionView>): SubscriptionView {
  return {
    id: 's1',
    planId: 'home-50',
    planName: 'Home 50 Mbps',
    status: 'active',
    startDate: null,
    nextBillingDate: null,
    monthlyFee: 35_000,
    scheduledPlanId: null,
    autoPay: false,
    ...changes,
  };
}

function answer(status: Verification['status']): Verification {
  return { status, message: '', data: { amount: 35_000, reference: 'P1', receiptNumber: 'R1', bought: 'bundle' } };
}

test('A plan that awaits payment is preselected, an active one is not', () => {
  expect(preselectedPlanId(subscription({ status: 'pending' }))).toBe('home-50');
  expect(preselectedPlanId(subscription({ status: 'suspended' }))).toBe('home-50');
  expect(preselectedPlanId(subscription({ status: 'active' }))).toBeNull();
  expect(preselectedPlanId(null)).toBeNull();
});

test('A suspended customer who has chosen another plan pays for that plan, as the bill names it', () => {
  expect(preselectedPlanId(subscription({ status: 'suspended', scheduledPlanId: 'sme-10' }))).toBe('sme-10');
});

test('A paused subscription is not presented as due', () => {
  const resting = subscription({ status: 'suspended', pausedUntil: '2026-12-01T09:00:00.000Z' });
  expect(preselectedPlanId(resting)).toBeNull();
});

test('The next payment is for the plan that takes over at renewal, where one is scheduled', () => {
  expect(ownPlanId(subscription({ scheduledPlanId: 'sme-10' }))).toBe('sme-10');
  expect(ownPlanId(subscription({}))).toBe('home-50');
  expect(ownPlanId(null)).toBeNull();
});

test('A customer can keep paying for a plan that is no longer sold, but not start with one', () => {
  const retired = { id: 'home-50', name: 'Home 50 Mbps' };
  expect(findOwnPlan([], subscription({ status: 'active' }))).toEqual(retired);
  expect(findOwnPlan([], subscription({ status: 'suspended' }))).toEqual(retired);
  expect(findOwnPlan([], subscription({ status: 'pending' }))).toBeUndefined();
});

test('Only a success counts as received; pending, failed and reviewed payments do not', () => {
  expect(receivedPayment(answer('success'), null)).toEqual({
    amountNaira: 35_000,
    reference: 'P1',
    receiptNumber: 'R1',
    bought: 'bundle',
  });
  expect(receivedPayment(null, 'upgrade')?.bought).toBe('upgrade');
  for (const status of ['pending', 'failed', 'abandoned', 'review'] as const) {
    expect(receivedPayment(answer(status), null)).toBeNull();
  }
});

test('The steps follow the payment, and a failed one leads back to paying', () => {
  const start = { planChosen: false, opened: false, outcome: null, received: null };
  expect(paymentStep(start)).toBe(0);
  expect(paymentStep({ ...start, planChosen: true })).toBe(1);
  expect(paymentStep({ ...start, planChosen: true, opened: true })).toBe(2);
  expect(paymentStep({ ...start, outcome: answer('pending') })).toBe(2);
  expect(paymentStep({ ...start, planChosen: true, opened: true, outcome: answer('failed') })).toBe(1);
  expect(paymentStep({ ...start, received: receivedPayment(answer('success'), null) })).toBe(3);
});
