import type { ReferralView } from '@portal/contract/billing/referrals';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { countRewarded, sumReferralRewards } from '../ledger/ledger.repository.ts';
import { summariseReferrals } from './referral.repository.ts';
import { pendingRewards } from './tier.policy.ts';

/**
 * The customer's code, how many friends have paid, what was credited for them, and what pending
 * friends would earn: exactly what completing each of them now would credit. Naira. (Specification
 * section 3, client views.)
 */
export async function findReferral(database: Queryable, userId: number): Promise<ReferralView> {
  const [summary, earningsKobo, rewarded] = await Promise.all([
    summariseReferrals(database, userId),
    sumReferralRewards(database, userId),
    countRewarded(database, userId),
  ]);
  return {
    code: summary.code,
    referrals: rewarded,
    earnings: nairaFromKobo(earningsKobo),
    pendingRewards: nairaFromKobo(pendingRewards(rewarded, summary.awaited)),
  };
}
