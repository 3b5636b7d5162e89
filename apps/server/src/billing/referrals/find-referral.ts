import type { ReferralView } from '@portal/contract/billing/referrals';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { summariseReferrals } from './referral.repository.ts';
import { pendingRewards } from './tier.policy.ts';

export type FindReferralDeps = {
  /** What was credited to the customer for referrals, less what was taken back. */
  readonly sumReferralRewards: (queryable: Queryable, userId: number) => Promise<Kobo>;
  /** For how many friends, without those whose money went back: by this the tier is counted when the next one pays. */
  readonly countRewarded: (queryable: Queryable, userId: number) => Promise<number>;
};

/**
 * The customer's code, how many friends have paid, what was credited for them, and what the friends still awaited would bring: exactly what
 * completing each of them now would credit. Naira. (Specification section 3, client views.)
 */
export async function findReferral(deps: FindReferralDeps, database: Queryable, userId: number): Promise<ReferralView> {
  const [summary, earningsKobo, rewarded] = await Promise.all([
    summariseReferrals(database, userId),
    deps.sumReferralRewards(database, userId),
    deps.countRewarded(database, userId),
  ]);
  return {
    code: summary.code,
    referrals: rewarded,
    earnings: nairaFromKobo(earningsKobo),
    pendingRewards: nairaFromKobo(pendingRewards(rewarded, summary.awaited)),
  };
}
