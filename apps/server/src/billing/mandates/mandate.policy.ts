import { DAY_MS } from '@portal/kernel/calendar';
import type { MandateFinding } from '../payments/gateways/direct-debit.port.ts';

/** How long a customer may take to approve one. */
const APPROVAL_MS = 3 * DAY_MS;
/** The vendor says up to a day, sometimes longer (https://paystack.com/docs/payments/direct-debit). */
const ACTIVATION_MS = 14 * DAY_MS;
/** An opening that has not ended by then was cut short. */
export const OPENING_MS = 3_600_000;
const FIRST_GAP_MS = 60_000;
/** None is without news for longer, while something is open. */
const LONGEST_GAP_MS = 6 * 3_600_000;

/**
 * What follows from the vendor's answer. `end-there`: it has ended here and the vendor has to be told.
 * `over`: nothing is open any more.
 */
export type MandateVerdict =
  | { readonly kind: 'wait' | 'over' | 'revoke' }
  | { readonly kind: 'fail'; readonly reason: 'not-approved' | 'not-activated' | 'other-customer' }
  | { readonly kind: 'approve' | 'activate' | 'end-there'; readonly found: Found };

export type Found = Extract<MandateFinding, { kind: 'found' }>;

type Judged = {
  readonly status: 'awaiting-approval' | 'approved' | 'active' | 'revoked' | 'failed';
  readonly endReason: string | null;
  readonly email: string;
  readonly createdAt: Date;
  readonly approvedAt: Date | null;
  readonly activeAt: Date | null;
};

function judgeEnded(mandate: Judged, finding: Exclude<MandateFinding, { kind: 'unknown' }>, now: Date): MandateVerdict {
  if (finding.kind === 'absent') {
    // Its page may still be open somewhere.
    const mayCome = mandate.activeAt === null && now.getTime() - mandate.createdAt.getTime() < APPROVAL_MS;
    return { kind: mayCome ? 'wait' : 'over' };
  }
  const isOver = !finding.isActive && mandate.activeAt !== null;
  return isOver ? { kind: 'over' } : { kind: 'end-there', found: finding };
}

/**
 * What a mandate's state at the vendor means. One that was given up because nobody approved it counts once
 * it is approved after all; one that has ended never comes back.
 */
export function judgeMandate(mandate: Judged, finding: MandateFinding, now: Date): MandateVerdict {
  if (finding.kind === 'unknown') return { kind: 'wait' };
  // The address of one that was deleted with its account is not known any more.
  if (mandate.email !== '' && finding.kind === 'found' && (finding.email ?? mandate.email) !== mandate.email)
    return mandate.status === 'revoked' || mandate.endReason === 'other-customer'
      ? { kind: 'over' }
      : { kind: 'fail', reason: 'other-customer' };
  const { status, endReason } = mandate;
  if (status === 'revoked' || endReason === 'other-customer' || endReason === 'not-opened')
    return judgeEnded(mandate, finding, now);
  if (finding.kind === 'absent') {
    const isLate = now.getTime() - mandate.createdAt.getTime() >= APPROVAL_MS;
    if (status === 'failed') return { kind: 'over' };
    return status === 'awaiting-approval' && isLate ? { kind: 'fail', reason: 'not-approved' } : { kind: 'wait' };
  }
  if (status === 'active') return { kind: finding.isActive ? 'over' : 'revoke' };
  if (finding.isActive) return { kind: 'activate', found: finding };
  if (status !== 'approved')
    return endReason === 'not-activated' ? { kind: 'over' } : { kind: 'approve', found: finding };
  const since = mandate.approvedAt ?? mandate.createdAt;
  return now.getTime() - since.getTime() >= ACTIVATION_MS
    ? { kind: 'fail', reason: 'not-activated' }
    : { kind: 'wait' };
}

/** When the vendor is asked again: after a quarter of the time that it takes, at least a minute, at most six hours. */
export function nextMandateCheck(since: Date, now: Date): Date {
  const gapMs = Math.min(Math.max((now.getTime() - since.getTime()) / 4, FIRST_GAP_MS), LONGEST_GAP_MS);
  return new Date(now.getTime() + gapMs);
}
