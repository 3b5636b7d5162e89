import { expect, test } from 'vitest';
import { clearStoredPayment, readStoredPayment, storePayment, webAddress } from './stored-payment.ts';

function memoryStore() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const payment = { reference: 'P1', gateway: 'paystack', checkoutUrl: 'https://pay.example/p1' };

test('An opened payment is stored under the two names of the specification', () => {
  const store = memoryStore();
  storePayment(payment, store);
  expect(store.entries.get('payment_reference')).toBe('P1');
  expect(store.entries.get('payment_gateway')).toBe('paystack');
  expect(readStoredPayment(store)).toEqual(payment);
});

test('A payment of which only one half is stored is ignored', () => {
  const store = memoryStore();
  store.setItem('payment_reference', 'P1');
  expect(readStoredPayment(store)).toBeNull();
});

test('A successful payment is removed, but not a newer one that was opened meanwhile', () => {
  const store = memoryStore();
  storePayment(payment, store);
  clearStoredPayment('P0', store);
  expect(readStoredPayment(store)).toEqual(payment);
  clearStoredPayment('P1', store);
  expect(store.entries.size).toBe(0);
});

test('The page of an earlier payment is not offered for a payment whose page is unknown', () => {
  const store = memoryStore();
  storePayment(payment, store);
  storePayment({ reference: 'P2', gateway: 'flutterwave', checkoutUrl: null }, store);
  expect(readStoredPayment(store)).toEqual({ reference: 'P2', gateway: 'flutterwave', checkoutUrl: null });
});

test('A browser that refuses storage can still pay', () => {
  const refusing = {
    ...memoryStore(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => storePayment(payment, refusing)).not.toThrow();
  expect(readStoredPayment(null)).toBeNull();
});

test('Only http and https pages may be opened', () => {
  expect(webAddress('https://pay.example/x')).toBe('https://pay.example/x');
  expect(webAddress('http://127.0.0.1:1/x')).toBe('http://127.0.0.1:1/x');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//pay.example', '/pay', '', null, undefined]) {
    expect(webAddress(bad)).toBeNull();
  }
});
