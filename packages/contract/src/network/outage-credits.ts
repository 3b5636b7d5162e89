import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { timestamp } from '../platform/fields.ts';

/**
 * `minutes` is the paid time that the caller lost in an outage from `startsAt` to `endsAt`; since
 * `creditedAt` the subscription is paid until `paidUntil`.
 */
const outageCredit = z.object({
  title: z.string(),
  startsAt: timestamp,
  endsAt: timestamp,
  minutes: z.number(),
  creditedAt: timestamp,
  paidUntil: timestamp,
});
export type OutageCredit = z.infer<typeof outageCredit>;

export const listOutageCredits = defineEndpoint({
  method: 'GET',
  path: '/api/user/outage-credits',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'The outage credits of the caller, the latest first, 20 at most',
  answer: z.array(outageCredit),
  errors: [],
});

export const api = {
  description: 'What a customer was credited for outages.',
  endpoints: { listOutageCredits },
  schemas: { outageCredit },
};
