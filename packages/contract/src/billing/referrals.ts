import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { naira } from '../platform/fields.ts';

/**
 * `referrals` counts friends who have paid and were not refunded, as does their tier; `earnings` is
 * what was credited, `pendingRewards` what pending friends would earn. Naira.
 */
const referralView = z.object({
  code: z.string(),
  referrals: z.number(),
  earnings: naira,
  pendingRewards: naira,
});
export type ReferralView = z.infer<typeof referralView>;

export const getReferral = defineEndpoint({
  method: 'GET',
  path: '/api/user/referral',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s referral code and what it has earned',
  answer: referralView,
  errors: [],
});

export const api = {
  description: 'What a customer gets for recommending the provider.',
  endpoints: { getReferral },
  schemas: { referralView },
};
