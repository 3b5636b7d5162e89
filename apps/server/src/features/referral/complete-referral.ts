import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../database/connection.ts';
import { markReferralCompleted } from './referral.repository.ts';

/** What is owed for a referral that has just been completed. */
export type CompletedReferral = {
  readonly referralId: string;
  readonly referrerId: number;
  readonly rewardKobo: Kobo;
};

/**
 * Completes the friend's referral, in the transaction of the friend's first successful payment. Of parallel calls one gets the reward to book;
 * the others, and a friend whom nobody referred, get null.
 */
export async function completeReferral(
  tx: Transaction,
  referral: { readonly refereeId: number; readonly now: Date },
): Promise<CompletedReferral | null> {
  return markReferralCompleted(tx, referral.refereeId, referral.now);
}
