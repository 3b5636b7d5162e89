import { expect, test } from 'vitest';
import { referralTiers, tierProgress, tierStatus } from './referral-tier.ts';

test.each([
  [0, 'current', 'locked', 'locked'],
  [4, 'current', 'locked', 'locked'],
  [5, 'completed', 'current', 'locked'],
  [9, 'completed', 'current', 'locked'],
  [10, 'completed', 'completed', 'current'],
  [250, 'completed', 'completed', 'current'],
])('with %i friends Bronze is %s, Silver %s and Gold %s', (referrals, ...standings) => {
  expect(referralTiers.map((tier) => tierStatus(tier, referrals))).toEqual(standings);
});

test('the way to the next tier is counted from the one before, and ends with Gold', () => {
  expect(tierProgress(3)).toMatchObject({ done: 3, needed: 5, next: { name: 'Silver' } });
  expect(tierProgress(5)).toMatchObject({ done: 0, needed: 5, next: { name: 'Gold' } });
  expect(tierProgress(9)).toMatchObject({ done: 4, needed: 5 });
  expect(tierProgress(10)).toBeNull();
});
