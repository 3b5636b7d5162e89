import { describe, expect, it } from 'vitest';
import { pendingRewards, reachedTiers, rewardOf } from './tier.policy.ts';

describe('the tiers of referrals', () => {
  it('reward by the tier that the friend makes', () => {
    expect([1, 4, 5, 9, 10, 25].map(rewardOf)).toEqual([200_000, 200_000, 250_000, 250_000, 300_000, 300_000]);
    expect([4, 5, 9, 10].map((count) => reachedTiers(count).map(({ name }) => name))).toEqual([
      [],
      ['silver'],
      ['silver'],
      ['silver', 'gold'],
    ]);
  });

  it('show what pending friends would earn', () => {
    expect(pendingRewards(0, 0)).toBe(0);
    expect(pendingRewards(3, 3)).toBe(200_000 + 250_000 + 500_000 + 250_000);
    expect(pendingRewards(0, 10)).toBe(4 * 200_000 + 5 * 250_000 + 500_000 + 300_000 + 1_000_000);
  });
});
