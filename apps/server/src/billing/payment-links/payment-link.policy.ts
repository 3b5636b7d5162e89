import { hash } from 'node:crypto';
import type { LinkState } from '@portal/contract/billing/payments/payment-links';

export const LINK_HOURS = 72;

/** The form in which a token of 256 random bits is stored. */
export function tokenHashOf(token: string): string {
  return hash('sha256', `payment-link:${token}`, 'base64url');
}

/** The state of a link, as far as it alone says so: what it is for may be paid in another way. */
export function stateOf(
  link: { readonly status: 'open' | 'paid' | 'withdrawn'; readonly expiresAt: Date },
  now: Date,
): LinkState {
  return link.status === 'open' && link.expiresAt <= now ? 'expired' : link.status;
}
