import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { expect, test } from 'vitest';
import { refundConsequences } from './refund-labels.ts';

const page: PaymentPage = {
  reference: 'P1',
  customer: { id: 1, name: 'Amina Bello', email: 'a@example.com' },
  gateway: 'paystack',
  amount: 18_000,
  currency: 'NGN',
  status: 'successful',
  description: 'Home',
  channel: 'card',
  createdAt: '2026-07-04T12:00:00Z',
  paidAt: null,
  receiptNumber: null,
  gatewayReference: null,
  creditUsed: 2000,
  received: null,
  refundedOutside: 0,
  lines: [],
  nextCheckAt: null,
  events: [],
  refunds: [],
  dispute: null,
  bookable: null,
  booking: null,
  period: { kind: 'month', startsAt: '2026-07-04T12:00:00Z', endsAt: '2026-08-04T12:00:00Z' },
  refundable: { amount: 18_000, creditReturned: 2000, needsApproval: false, laterMonthPaid: false, bundleUsed: false },
  decisions: ['refund'],
};

test('the sum, the way, the end of the month and the credit are shown before the refund', () => {
  expect(refundConsequences(page, false)).toEqual([
    '₦18,000, all of it, goes back to Amina Bello through Paystack.',
    'The month that it bought ends now. If no other paid month is running, the line goes off, and nothing is billed, charged or taken from credit until the customer pays again.',
    'The ₦2,000 of account credit that paid for a part is theirs again.',
  ]);
  expect(refundConsequences(page, true)[1]).toBe('The line stays paid until 4 August 2026.');
  const rest = {
    ...page,
    refundedOutside: 5000,
    refundable: { ...page.refundable, amount: 13_000 } as typeof page.refundable,
  };
  expect(refundConsequences(rest, false)[0]).toBe(
    '₦13,000, all that is left of it, goes back to Amina Bello through Paystack.',
  );
  const data = {
    ...page,
    period: { kind: 'bundle' as const, startsAt: '2026-07-04T12:00:00Z', endsAt: '2026-07-31T22:59:59Z' },
  };
  expect(refundConsequences(data, false)[1]).toBe('The extra data that it bought are taken out of the month.');
  expect(refundConsequences(data, true)[1]).toBe('The extra data stay until 31 July 2026.');
});

test('what a company paid at the counter waits to be paid out with the withheld tax, and its lines stay on', () => {
  const period = { kind: 'invoice' as const, startsAt: '2026-07-01T00:00:00Z', endsAt: '2026-08-01T00:00:00Z' };
  const refundable = { ...page.refundable, creditReturned: 0, withheldTakenBack: 775.19 } as typeof page.refundable;
  expect(refundConsequences({ ...page, gateway: 'deposit', period, refundable }, false)).toEqual([
    '₦18,000, all of it, goes back to Amina Bello in cash from a till, or by a bank transfer.',
    'A credit note corrects the invoices that it paid. The lines stay on.',
    'The ₦775.19 of tax that was withheld with it is taken back too.',
    'It waits until it is paid out, of which the customer is told.',
  ]);
});

test('a transfer to an account number goes back through its provider, or is paid out by hand', () => {
  const transfer = { ...page, channel: 'virtual-account', period: null };
  expect(refundConsequences(transfer, false)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('through Paystack'),
      'Where Paystack does not send a transfer back, it waits until you pay it out.',
    ]),
  );
  expect(refundConsequences({ ...transfer, gateway: 'monnify' }, false)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('in cash from a till, or by a bank transfer'),
      'It waits until it is paid out, of which the customer is told.',
    ]),
  );
});

test('a large sum is shown to need a second person’s approval', () => {
  const refundable = {
    amount: 60_000,
    creditReturned: 0,
    needsApproval: true,
    laterMonthPaid: false,
    bundleUsed: false,
  };
  expect(refundConsequences({ ...page, refundable }, false).at(-1)).toContain('second person');
});

test('money that became credit is taken out of the credit, and a payment from credit goes back into it', () => {
  expect(refundConsequences({ ...page, period: null }, false)[1]).toBe(
    'It had become account credit: ₦18,000 of it is taken back.',
  );
  expect(refundConsequences({ ...page, gateway: 'credit' }, false)[0]).toBe(
    '₦18,000 is account credit of Amina Bello again.',
  );
});
