/** Without I, L, O and U, so that a reference read over the phone is not misheard. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The one reference format that all three gateways accept: a fixed letter and 14 base-32 characters
 * (70 bits).
 */
export const PAYMENT_REFERENCE = /^P[0-9A-HJKMNP-TV-Z]{14}$/;

/**
 * Creates a payment reference from at least 14 securely random bytes, for example
 * "P7K2M9Q4X1Z8B3N".
 */
export function paymentReference(randomBytes: Uint8Array): string {
  if (randomBytes.length < 14) throw new RangeError('a payment reference needs 14 random bytes');
  return `P${Array.from(randomBytes.subarray(0, 14), (byte) => ALPHABET[byte % 32]).join('')}`;
}
