import type { SubscriptionView } from '@portal/contract/subscription';
import { expect, test } from 'vitest';
import { nextBill } from './next-bill.ts';

function subscription(status: SubscriptionView['status'], nextBillingDate: string | null): SubscriptionView {
  return {
    id: 's',
    planId: 'p',
    planName: 'Home 10 Mbps',
    status,
    startDate: null,
    nextBillingDate,
    monthlyFee: 18_600,
    scheduledPlanId: null,
    autoPay: false,
  };
}

const day = '2026-07-15T09:00:00.000Z';

test('A customer is told what comes next: the first payment, the renewal on its day, or the overdue one', () => {
  expect(nextBill(subscription('pending', null))).toEqual({ kind: 'first-payment' });
  expect(nextBill(subscription('active', day))).toEqual({ kind: 'renewal', dueAt: day });
  expect(nextBill(subscription('suspended', day))).toEqual({ kind: 'overdue' });
});

test('Without a running subscription no bill is announced', () => {
  expect(nextBill(null)).toEqual({ kind: 'none' });
  expect(nextBill(subscription('cancelled', day))).toEqual({ kind: 'none' });
});
