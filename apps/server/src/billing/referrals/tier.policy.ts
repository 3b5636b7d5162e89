import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';

export type Tier = {
  readonly name: 'bronze' | 'silver' | 'gold';
  /** How many friends must have paid; the friend who reaches the tier is rewarded by it already. */
  readonly from: number;
  readonly rewardKobo: Kobo;
  /** Once, on reaching it. */
  readonly bonusKobo: Kobo;
};

/** Specification sections 4 and 9. */
const TIERS: readonly Tier[] = [
  { name: 'bronze', from: 0, rewardKobo: toKobo(200_000), bonusKobo: toKobo(0) },
  { name: 'silver', from: 5, rewardKobo: toKobo(250_000), bonusKobo: toKobo(500_000) },
  { name: 'gold', from: 10, rewardKobo: toKobo(300_000), bonusKobo: toKobo(1_000_000) },
];

/** The reward for the `count`-th friend to pay. */
export function rewardOf(count: number): Kobo {
  return TIERS.findLast(({ from }) => from <= count)?.rewardKobo ?? toKobo(0);
}

/** The tiers with a bonus that `count` friends have reached. */
export function reachedTiers(count: number): Tier[] {
  return TIERS.filter(({ from, bonusKobo }) => bonusKobo > 0 && from <= count);
}

/** What the next `awaited` friends would earn after `count`, rewards and bonuses. */
export function pendingRewards(count: number, awaited: number): Kobo {
  const sums = Array.from({ length: awaited }, (_, index) => {
    const reached = TIERS.filter(({ from }) => from === count + index + 1);
    return addKobo(rewardOf(count + index + 1), ...reached.map(({ bonusKobo }) => bonusKobo));
  });
  return addKobo(...sums);
}
