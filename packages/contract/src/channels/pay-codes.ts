import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, timestamp } from '../platform/fields.ts';

/**
 * How somebody else pays for an account. `link` is null until its people have made one. `ussdCode` is what a
 * telephone dials; null where the provider has no USSD code.
 */
const payCode = z.object({
  link: z.nullable(z.object({ url: z.string(), createdAt: timestamp })),
  ussdCode: z.nullable(z.string()),
});
export type PayCode = z.infer<typeof payCode>;

export const getPayCode = defineEndpoint({
  method: 'GET',
  path: '/api/user/pay-code',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The link with which anybody pays for the caller’s account',
  answer: payCode,
  errors: ['quick-pay.off'],
});

/** With `replace` there is another one, and the one before is unknown; else a repeat changes nothing. */
export const createPayCode = defineEndpoint({
  method: 'POST',
  path: '/api/user/pay-code',
  access: 'session',
  accountRole: 'billing',
  summary: 'Make the link with which anybody pays for the caller’s account, or replace it',
  body: z.object({ replace: z.optional(z.boolean()) }),
  answer: z.object({ ...acknowledged, payCode }),
  errors: ['quick-pay.off'],
});

export const getPayCard = defineEndpoint({
  method: 'GET',
  path: '/api/user/pay-card.pdf',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'A card to print with every way to pay for the caller’s account',
  answer: null,
  errors: ['quick-pay.off'],
});

export const api = {
  description: 'The link and the card with which somebody else pays for an account.',
  endpoints: { getPayCode, createPayCode, getPayCard },
  schemas: { payCode },
};
