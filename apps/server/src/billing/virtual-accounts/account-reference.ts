import { paymentReference } from '@portal/kernel/billing/payment-reference';

/** Our reference of a request for account numbers: no payment's, so that a deposit is told from a checkout. */
export const ACCOUNT_REFERENCE = /^V[0-9A-HJKMNP-TV-Z]{14}$/;

/** A new one from at least 14 securely random bytes. */
export function accountReference(randomBytes: Uint8Array): string {
  return `V${paymentReference(randomBytes).slice(1)}`;
}
