import { expect, test } from 'vitest';
import { listenForReturns, offerReturn, readPaymentReturn } from './payment-return.ts';

const keys = { reference: 'P7K2M9Q4X1Z8B3N', gateway: 'paystack' };

test('The gateway sends the browser back with reference and gateway, whatever else it adds', () => {
  const search = new URLSearchParams(`?reference=${keys.reference}&gateway=paystack&trxref=x&reference=other`);
  expect(readPaymentReturn(search)).toEqual(keys);
  expect(readPaymentReturn(new URLSearchParams('?reference=P1'))).toBeNull();
  expect(readPaymentReturn(new URLSearchParams(''))).toBeNull();
});

test('The window that opened the payment receives it when the popup returns', async () => {
  const received: unknown[] = [];
  const stop = listenForReturns(
    ({ reference }) => reference === keys.reference,
    (returned) => received.push(returned),
  );
  expect(await offerReturn(keys)).toBe(true);
  expect(received).toEqual([keys]);
  stop();
});

test('A window that opened another payment ignores it, so the returned window verifies by itself', async () => {
  const received: unknown[] = [];
  const stop = listenForReturns(
    () => false,
    (returned) => received.push(returned),
  );
  expect(await offerReturn(keys)).toBe(false);
  expect(received).toEqual([]);
  stop();
});
