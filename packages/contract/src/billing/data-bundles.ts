import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { identifier, naira, timestamp } from '../platform/fields.ts';
import { paymentQuote } from './payments/payments.ts';

/** `price` in naira, as in the catalogue; the quote has the amount due. */
const dataBundle = z.object({ id: z.string(), name: z.string(), gigabytes: z.number(), price: naira });
export type DataBundle = z.infer<typeof dataBundle>;

/**
 * A data bundle counts in the Lagos month in which it is paid; `until` is the end of that month.
 * `unlimited`: the caller's plan has no limit. `not-running`: the subscription is not active, or
 * not paid for.
 */
export const listDataBundles = defineEndpoint({
  method: 'GET',
  path: '/api/user/data-bundles',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'Extra data that the caller can buy for this month',
  answer: z.object({
    standing: z.enum(['available', 'unlimited', 'not-running']),
    until: timestamp,
    /** Set where these prices exclude VAT; the quote includes it. */
    vatExtra: z.optional(z.literal(true)),
    vatPercent: z.optional(z.number()),
    bundles: z.array(dataBundle),
  }),
  errors: [],
});

export const getBundleQuote = defineEndpoint({
  method: 'GET',
  path: '/api/user/bundle-quote',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  ofLine: true,
  summary: 'What the caller would pay now for extra data; `plan` is their own',
  query: z.object({ bundle: identifier }),
  answer: paymentQuote,
  errors: ['bundle.not-found', 'bundle.unlimited', 'subscription.not-running'],
});

export const api = {
  description: 'Extra data for the running month: what is on sale and what it costs.',
  endpoints: { listDataBundles, getBundleQuote },
  schemas: { dataBundle },
};
