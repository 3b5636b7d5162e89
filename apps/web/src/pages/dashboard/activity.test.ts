import type { PaymentView } from '@portal/contract/billing/payments/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { expect, test } from 'vitest';
import { type ActivitySources, recentActivity } from './activity.ts';

const nothing: ActivitySources = { payments: [], tests: [], tickets: [], subscription: null };

function payment(reference: string, status: PaymentView['status'], createdAt: string, paidAt: string | null = null) {
  const facts = { gateway: 'paystack', amount: 25_000, currency: 'NGN', description: 'A month', receiptNumber: null };
  return { reference, status, createdAt, paidAt, ...facts };
}

const subscription: SubscriptionView = {
  id: 's',
  planId: 'p',
  planName: 'Home 20 Mbps',
  status: 'active',
  startDate: '2025-06-01T09:00:00.000Z',
  nextBillingDate: '2025-08-01T09:00:00.000Z',
  monthlyFee: 20_000,
  scheduledPlanId: null,
  autoPay: false,
};

const speedTest = {
  id: 'test',
  timestamp: '2025-07-04T07:14:00.000Z',
  downloadSpeed: 48.6,
  uploadSpeed: 23.9,
  ping: 14,
};
const ticket = {
  id: 'ticket',
  number: 'T-1',
  title: 'Router',
  description: '',
  status: 'resolved' as const,
  priority: 'medium' as const,
  createdAt: '2025-06-30T08:00:00.000Z',
  updated: '2025-07-02T08:00:00.000Z',
};

function keys(sources: Partial<ActivitySources>, limit = 10) {
  return recentActivity({ ...nothing, ...sources }, limit).map(({ key }) => key);
}

test('an account without events has no activity', () => {
  expect(keys({})).toEqual([]);
});

test('events of all kinds are in one order, newest first, by when they were paid, tested or changed', () => {
  const payments = [payment('late', 'successful', '2025-06-01T08:00:00.000Z', '2025-07-03T08:00:00.000Z')];
  expect(keys({ payments, tests: [speedTest], tickets: [ticket], subscription })).toEqual([
    'test',
    'late',
    'ticket',
    'plan-started',
  ]);
});

test('a payment that was only opened is no event', () => {
  expect(keys({ payments: [payment('opened', 'initialized', '2025-07-01T08:00:00.000Z')] })).toEqual([]);
});

test('a scheduled change of plan comes first, and the list ends at its limit', () => {
  const changing = { ...subscription, scheduledPlanId: 'other' };
  expect(keys({ tests: [speedTest], tickets: [ticket], subscription: changing }, 2)).toEqual(['plan-change', 'test']);
});
