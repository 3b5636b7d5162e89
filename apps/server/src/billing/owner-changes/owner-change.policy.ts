import { hash } from 'node:crypto';
import type { OwnerChangeState } from '@portal/contract/billing/owner-changes';

export const OFFER_DAYS = 7;

/** The form in which a token of 256 random bits is stored. */
export function tokenHashOf(token: string): string {
  return hash('sha256', `owner-change:${token}`, 'base64url');
}

/** The state as it is at `now`: one whose link works no more is over before the job says so. */
export function stateOf(
  change: { readonly status: OwnerChangeState; readonly expiresAt: Date },
  now: Date,
): OwnerChangeState {
  return change.status === 'waiting' && change.expiresAt <= now ? 'expired' : change.status;
}

/** What staff call the lines of an offer: "Home", "Home, Shop". */
export function namesOf(lines: readonly { readonly label: string }[]): string {
  return lines.map(({ label }) => label).join(', ');
}
