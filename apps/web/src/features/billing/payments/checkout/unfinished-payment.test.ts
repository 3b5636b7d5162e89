import type { PaymentView } from '@portal/contract/billing/payments/payments';
import { expect, test } from 'vitest';
import { findUnfinished } from './unfinished-payment.ts';

function payment(reference: string, status: PaymentView['status']): PaymentView {
  return {
    reference,
    gateway: 'flutterwave',
    amount: 18_600,
    currency: 'NGN',
    status,
    description: 'Home 10 Mbps',
    createdAt: '2026-01-05T10:00:00Z',
    paidAt: null,
    receiptNumber: null,
  };
}

const stored = { reference: 'P2', gateway: 'flutterwave', checkoutUrl: 'https://pay.example/p2' };

test('A customer on another device finds the newest payment that is still open, without its page', () => {
  const payments = [payment('P3', 'failed'), payment('P2', 'pending'), payment('P1', 'initialized')];
  expect(findUnfinished(payments, null)).toEqual({
    reference: 'P2',
    gateway: 'flutterwave',
    checkoutUrl: null,
    amountNaira: 18_600,
  });
});

test('The payment that this browser opened comes before another open one, and its page can be opened again', () => {
  const payments = [payment('P3', 'initialized'), payment('P2', 'initialized')];
  expect(findUnfinished(payments, stored)).toMatchObject({ reference: 'P2', checkoutUrl: 'https://pay.example/p2' });
});

test('A payment that has ended meanwhile is not shown as unfinished, though the browser still has it stored', () => {
  for (const status of ['successful', 'failed', 'abandoned', 'review', 'refunded', 'disputed'] as const) {
    expect(findUnfinished([payment('P2', status)], stored)).toBeNull();
  }
});

test('A payment that auto-pay is charging is not shown as unfinished, so that it is not paid twice', () => {
  const charge = { ...payment('P3', 'pending'), automatic: true };
  expect(findUnfinished([charge], null)).toBeNull();
  expect(findUnfinished([charge, payment('P2', 'pending')], null)?.reference).toBe('P2');
});

test('A reference that another customer left on this device is not offered', () => {
  expect(findUnfinished([], stored)).toBeNull();
});

test('When the list of payments cannot be loaded, the stored payment is offered as it is', () => {
  expect(findUnfinished(undefined, stored)).toEqual({ ...stored, amountNaira: null });
  expect(findUnfinished(undefined, null)).toBeNull();
});
