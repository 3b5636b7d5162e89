import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, timestamp } from '../platform/fields.ts';

const person = z.object({ id: z.number(), name: z.string(), email: z.string() });

/**
 * Referral fraud signals of a pair (threats U5): the same verified number, the same card, the same
 * mailbox apart from its tag, a sign-in in the same browser or from the same network address, the
 * same postal address on their bills, the same surname and network address (`same-home`), each the
 * friend of the other’s friend, or number, card, mailbox, browser or postal address shared with
 * another friend of the same referrer who has paid (`ring`). For all of these except the network
 * address alone the reward is withheld (`isWithheld`), unless staff have approved it.
 * `refused`: the friend has paid, and there was no reward.
 */
const referralFlag = z.enum([
  'same-phone',
  'same-card',
  'same-mailbox',
  'same-device',
  'same-address',
  'same-postal-address',
  'same-home',
  'circle',
  'ring',
]);
export type ReferralFlag = z.infer<typeof referralFlag>;

const flaggedReferral = z.object({
  id: z.string(),
  referrer: person,
  referee: person,
  status: z.enum(['pending', 'completed', 'refused']),
  reward: naira,
  flags: z.array(referralFlag),
  isWithheld: z.boolean(),
  rewardApprovedAt: z.nullable(timestamp),
  createdAt: timestamp,
  completedAt: z.nullable(timestamp),
});
export type FlaggedReferral = z.infer<typeof flaggedReferral>;

export const listFlaggedReferrals = defineEndpoint({
  method: 'GET',
  path: '/api/staff/flagged-referrals',
  access: 'admin',
  permission: 'referrals:read',
  summary: 'Referrals between people who may be one, newest first; `before` is the last id of the page before',
  query: z.object({
    before: z.optional(identifier),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(flaggedReferral),
  errors: [],
});

/**
 * Once. A refused reward is paid now, a pending one when the friend pays; the friend’s own discount
 * on a paid month is not granted afterwards.
 */
export const approveReferralReward = defineEndpoint({
  method: 'POST',
  path: '/api/staff/flagged-referrals/:id/approve',
  access: 'admin',
  permission: 'referrals:write',
  summary: 'Say that the two of a referral are two people, and pay what it brings',
  params: z.object({ id: identifier }),
  body: z.object({ reason: requiredText(500, 'Say why.') }),
  answer: z.object(acknowledged),
  errors: ['referral.not-found', 'referral.decided'],
});

export const api = {
  description: 'Referrals that look like one person, for staff to decide.',
  endpoints: { listFlaggedReferrals, approveReferralReward },
  schemas: { flaggedReferral },
};
