import { hash } from 'node:crypto';

export const LINK_DAYS = 7;

/** The form in which a token of 256 random bits is stored. */
export function tokenHashOf(token: string): string {
  return hash('sha256', `document-link:${token}`, 'base64url');
}

/**
 * The state of a texted link. One that went to another number than the account's verified one now is
 * withdrawn: whoever has that number is not the customer any more.
 */
export function linkStateOf(
  sending: { readonly withdrawnAt: Date | null; readonly expiresAt: Date | null; readonly recipient: string },
  verifiedPhone: string | null,
  now: Date,
): 'open' | 'expired' | 'withdrawn' {
  if (sending.withdrawnAt !== null || sending.recipient !== verifiedPhone) return 'withdrawn';
  return sending.expiresAt !== null && sending.expiresAt <= now ? 'expired' : 'open';
}
