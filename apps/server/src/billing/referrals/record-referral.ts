import type { Transaction } from '../../platform/database/connection.ts';
import { findUserIdByReferralCode, insertReferral } from './referral.repository.ts';
import { recordFraudSignals } from './referral-fraud-signals.repository.ts';

/**
 * Notes, in the transaction that opens the friend's account and after everything else in it, whose code brought the friend, and by which signs the two look like one person.
 * A code that is nobody's changes nothing.
 * At most one row a friend, however often it is called. Answers with whose code it is, null for nobody's.
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
