/** The rewards of specification section 9 for friends, in kobo. */
const TIERS = [
  { from: 0, reward: 200_000, bonus: 0 },
  { from: 5, reward: 250_000, bonus: 500_000 },
  { from: 10, reward: 300_000, bonus: 1_000_000 },
];

/** A customer's credit, and how much of it are referral rewards. Sums in kobo. */
export type RewardsModel = {
  credit: number;
  /** By friend; refunded ones do not count for a tier any more. */
  readonly friends: Map<unknown, { reward: number; readonly at: Date; isBack: boolean }>;
  /** What remains of the bonus of each tier. */
  readonly bonuses: number[];
  earned: number;
};

export const newRewards = (): RewardsModel => ({
  credit: 0,
  friends: new Map(),
  bonuses: TIERS.map(() => 0),
  earned: 0,
});

function give(host: RewardsModel, amount: number): void {
  host.credit += amount;
  host.earned += amount;
}

const count = (host: RewardsModel): number => [...host.friends.values()].filter(({ isBack }) => !isBack).length;

/** A friend has made their first payment. */
export function payReward(host: RewardsModel, friend: unknown, at: Date): void {
  const paid = count(host) + 1;
  const reward = TIERS.findLast(({ from }) => from <= paid)?.reward ?? 0;
  give(host, reward);
  host.friends.set(friend, { reward, at, isBack: false });
  TIERS.forEach(({ from, bonus }, tier) => {
    if (paid < from) return;
    // A bonus that was taken back is due again.
    give(host, bonus - (host.bonuses[tier] ?? 0));
    host.bonuses[tier] = bonus;
  });
}

/**
 * The friend was refunded: the reward and the bonus that depends on it are taken back, as far as
 * they are still there.
 */
export function takeRewardBack(host: RewardsModel, friend: unknown): void {
  const record = host.friends.get(friend);
  if (!record || record.isBack) return;
  record.isBack = true;
  give(host, -Math.min(host.credit, record.reward));
  const paid = count(host);
  TIERS.forEach(({ from }, tier) => {
    if (paid >= from) return;
    const taken = Math.min(host.credit, host.bonuses[tier] ?? 0);
    give(host, -taken);
    host.bonuses[tier] = (host.bonuses[tier] ?? 0) - taken;
  });
}

/** Swaps the rewards of two friends who paid at the same moment, where they differ. */
export function agreeOn(host: RewardsModel, friend: unknown, reward: number): void {
  const record = host.friends.get(friend);
  if (!record || record.reward === reward) return;
  const other = [...host.friends.values()].find(
    (each) => +each.at === +record.at && each.reward === reward && !each.isBack,
  );
  if (!other) throw new Error(`nobody who paid at ${record.at.toISOString()} brought ${reward}`);
  other.reward = record.reward;
  record.reward = reward;
}
