import { expect, test } from 'vitest';
import { addressOf, choiceOf, EVERYTHING, isLimited, queryOf } from './payment-filter.ts';

test('an address contains the filter, and nothing that is not chosen', () => {
  const choice = { ...EVERYTHING, status: 'failed', gateway: 'credit', from: '2026-07-01', customer: '42' } as const;
  expect(addressOf(choice)).toBe('/admin/payments?status=failed&gateway=credit&from=2026-07-01&customer=42');
  expect(choiceOf(new URL(addressOf(choice), 'https://portal.example').searchParams)).toEqual(choice);
  expect(addressOf(EVERYTHING)).toBe('/admin/payments');
});

test('an invalid value in the address is ignored', () => {
  const params = new URLSearchParams('view=x&status=paid&gateway=bank&from=1.7.&to=2026-7-1&customer=-1');
  expect(choiceOf(params)).toEqual(EVERYTHING);
  expect(isLimited(EVERYTHING)).toBe(false);
});

test('payments in review can be filtered', () => {
  expect(queryOf({ ...EVERYTHING, view: 'review', status: 'failed' })).toEqual({ status: 'review' });
  expect(queryOf({ ...EVERYTHING, view: 'approval', customer: '7' })).toEqual({
    refund: 'awaiting-approval',
    customer: 7,
  });
});
