import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { countRewarded } from '../ledger/ledger.repository.ts';
import { findPendingReferral, moveReferral } from './referral.repository.ts';
import { recordFraudSignals } from './referral-fraud-signals.repository.ts';
import { reachedTiers, rewardOf, type Tier } from './tier.policy.ts';

/** The rewards for a referral that has just been completed. */
export type CompletedReferral = {
  readonly referralId: string;
  readonly referrerId: number;
  readonly rewardKobo: Kobo;
  /** The tiers that the referrer has reached by now; the bonus of each is paid once. */
  readonly reached: readonly Pick<Tier, 'name' | 'bonusKobo'>[];
};

/**
 * Completes the friend's referral, in the transaction of the friend's first successful payment. Of
 * concurrent calls one gets the reward to book; the others, and a customer without a referrer, get
 * null. Friends of one customer who pay at once are counted one after the other. No reward for two
 * who are one person or household by number, card, mailbox, device or home, or who referred each
 * other, nor for a friend who is one with another whom the referrer was rewarded for: the referral
 * is refused and shown to staff (threats U5), who may approve the reward.
 */
export async function completeReferral(
  tx: Transaction,
  referral: { readonly refereeId: number; readonly now: Date },
): Promise<CompletedReferral | null> {
  const pending = await findPendingReferral(tx, referral.refereeId);
  if (!pending) return null;
  await lockCustomer(tx, 'referral-rewards', pending.referrerId);
  if (await recordFraudSignals(tx, pending.id)) {
    await moveReferral(tx, pending.id, { status: 'refused' });
    return null;
  }
  const count = (await countRewarded(tx, pending.referrerId)) + 1;
  const rewardKobo = rewardOf(count);
  const completed = { status: 'completed', reward: rewardKobo, completedAt: referral.now } as const;
  if (!(await moveReferral(tx, pending.id, completed))) return null;
  return { referralId: pending.id, referrerId: pending.referrerId, rewardKobo, reached: reachedTiers(count) };
}
