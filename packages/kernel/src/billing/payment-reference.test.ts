import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAYMENT_REFERENCE, paymentReference } from './payment-reference.ts';

it('creates references of 15 characters that every gateway accepts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 14, maxLength: 32 }), (bytes) => {
      const reference = paymentReference(bytes);
      return reference.length === 15 && PAYMENT_REFERENCE.test(reference);
    }),
  );
});

it('refuses to create a guessable reference', () => {
  expect(() => paymentReference(new Uint8Array(13))).toThrow(RangeError);
});
