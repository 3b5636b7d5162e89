import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { identifier, naira, timestamp } from '../platform/fields.ts';
import { paymentQuote } from './payments.ts';

/** `price` in naira, as the catalogue has it; what is due is in the quote. */
const dataBundle = z.object({ id: z.string(), name: z.string(), gigabytes: z.number(), price: naira });
export type DataBundle = z.infer<typeof dataBundle>;

/** Extra data belong to the Lagos month in which they are paid, of which `until` is the last moment. `unlimited`: the caller's plan has no limit. `not-running`: it is not on, or not paid for. */
export const listDataBundles = defineEndpoint({
  method: 'GET',
  path: '/api/user/data-bundles',
  access: 'session',
  summary: 'Extra data that the caller can buy for this month',
  answer: z.object({
    standing: z.enum(['available', 'unlimited', 'not-running']),
    until: timestamp,
    /** Set where VAT comes on top of these prices; the quote has it. */
    vatExtra: z.optional(z.literal(true)),
    bundles: z.array(dataBundle),
  }),
  errors: [],
});

export const getBundleQuote = defineEndpoint({
  method: 'GET',
  path: '/api/user/bundle-quote',
  access: 'session',
  summary: 'What the caller would pay now for extra data; `plan` is their own',
  query: z.object({ bundle: identifier }),
  answer: paymentQuote,
  errors: ['bundle.not-found', 'bundle.unlimited', 'subscription.not-running'],
});
