import type { Transaction } from '../../platform/database/connection.ts';
import { findUserIdByReferralCode, insertReferral } from './referral.repository.ts';
import { recordFraudSignals } from './referral-fraud-signals.repository.ts';

/**
 * Records, in the transaction that creates the friend's account and after everything else in it,
 * whose code the friend came with, and the fraud signals of the two. An unknown code changes
 * nothing. At most one row per friend, however often it is called. Returns the referrer, null for
 * an unknown code.
 */
export async function recordReferral(
  tx: Transaction,
  referral: { readonly referralCode: string; readonly refereeId: number; readonly now: Date },
): Promise<number | null> {
  const referralCode = referral.referralCode.trim().toUpperCase();
  const referrerId = await findUserIdByReferralCode(tx, referralCode);
  if (referrerId === null || referrerId === referral.refereeId) return null;
  const id = await insertReferral(tx, {
    referrerId,
    refereeId: referral.refereeId,
    referralCode: `${referralCode}-${referral.refereeId}`,
    createdAt: referral.now,
  });
  if (id !== null) await recordFraudSignals(tx, id);
  return referrerId;
}
