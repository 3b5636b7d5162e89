import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { identifier, naira, timestamp } from './fields.ts';

const person = z.object({ id: z.number(), name: z.string(), email: z.string() });

/**
 * Why a pair may be one person (threats U5): the same verified number, the same card, the same mailbox but for its tag, a sign-in in the same
 * browser or from the same network address, the same postal address on their bills, each the friend of the other’s friend, or number, card, mailbox or browser shared with another friend of the same
 * referrer who has paid (`ring`). `refused`: the friend has paid, but for all of these but the two addresses nothing is given.
 */
const referralFlag = z.enum([
  'same-phone',
  'same-card',
  'same-mailbox',
  'same-device',
  'same-address',
  'same-postal-address',
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
  createdAt: timestamp,
  completedAt: z.nullable(timestamp),
});
export type FlaggedReferral = z.infer<typeof flaggedReferral>;

export const listFlaggedReferrals = defineEndpoint({
  method: 'GET',
  path: '/api/staff/flagged-referrals',
  access: 'admin',
  summary: 'Referrals between people who may be one, newest first; `before` is the last id of the page before',
  query: z.object({
    before: z.optional(identifier),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(flaggedReferral),
  errors: [],
});
