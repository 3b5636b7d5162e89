import type { Transaction } from '../../platform/database/connection.ts';
import { findReferrerByCode, insertReferral } from './referral.repository.ts';
import { recordFraudSignals } from './referral-fraud-signals.repository.ts';

/**
 * A code as it was sent, and as whoever heard it may write it: codes have the digits 0 and 1, and none
 * of the letters that look like them.
 */
function spellingsOf(written: string): string[] {
  const code = written.replace(/[\s-]|\p{Cf}/gu, '').toUpperCase();
  return [code, code.replaceAll('O', '0').replace(/[IL]/g, '1')];
}

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
  const referrer = await findReferrerByCode(tx, spellingsOf(referral.referralCode));
  if (referrer === null || referrer.id === referral.refereeId) return null;
  const id = await insertReferral(tx, {
    referrerId: referrer.id,
    refereeId: referral.refereeId,
    referralCode: `${referrer.code}-${referral.refereeId}`,
    createdAt: referral.now,
  });
  if (id !== null) await recordFraudSignals(tx, id);
  return referrer.id;
}
