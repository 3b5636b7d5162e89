import { phrase } from '../../../shared/i18n/translate.ts';

export type ReferralTier = {
  readonly name: string;
  /** The number of paying friends that reaches the tier. */
  readonly from: number;
  /** Naira for each friend who pays. */
  readonly reward: number;
  /** Naira once, on reaching the tier. */
  readonly bonus: number;
};

/** Specification sections 4 (steps) and 9 (rewards). */
export const referralTiers: readonly ReferralTier[] = [
  { name: phrase('Bronze'), from: 0, reward: 2000, bonus: 0 },
  { name: phrase('Silver'), from: 5, reward: 2500, bonus: 5000 },
  { name: phrase('Gold'), from: 10, reward: 3000, bonus: 10_000 },
];

export type TierStatus = 'locked' | 'current' | 'completed';

/**
 * The state of a tier for a customer with so many paying friends: completed, current, or locked.
 */
export function tierStatus(tier: ReferralTier, referrals: number): TierStatus {
  if (referrals < tier.from) return 'locked';
  const next = referralTiers[referralTiers.indexOf(tier) + 1];
  return next && referrals >= next.from ? 'completed' : 'current';
}

export type TierProgress = {
  /** Friends since the current tier began, and how many the next one takes. */
  readonly done: number;
  readonly needed: number;
  readonly next: ReferralTier;
};

/** The progress to the next tier; null on the highest. */
export function tierProgress(referrals: number): TierProgress | null {
  const next = referralTiers.find(({ from }) => referrals < from);
  if (!next) return null;
  const from = referralTiers[referralTiers.indexOf(next) - 1]?.from ?? 0;
  return { done: referrals - from, needed: next.from - from, next };
}
