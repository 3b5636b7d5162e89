import { expect, test } from 'vitest';
import { readCheckout } from './checkout-response.ts';

const url = 'https://pay.example/c';

test.each([
  ['Paystack', { authorization_url: url, reference: 'P1' }],
  ['Flutterwave', { link: url, tx_ref: 'P1' }],
  ['Quickteller', { payment_url: url, transaction_id: 'P1' }],
])('The page and the reference are found under the names %s uses', (_gateway, data) => {
  expect(readCheckout({ status: 'success', data })).toEqual({ url, reference: 'P1' });
});

test('An answer without a payment page, with a page of another kind, or without a reference opens nothing', () => {
  expect(readCheckout({ status: 'success', data: { reference: 'P1' } })).toBeNull();
  expect(readCheckout({ status: 'success', data: { link: 'javascript:alert(1)', tx_ref: 'P1' } })).toBeNull();
  expect(readCheckout({ status: 'success', data: { link: url } })).toBeNull();
});
