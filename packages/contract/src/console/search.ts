import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { naira, rowNumber, storable, timestamp } from '../platform/fields.ts';

/** What staff find by name or number, in the order of an answer. */
export const foundKinds = ['customer', 'line', 'payment', 'invoice', 'credit-note', 'receipt', 'ticket'] as const;
export type FoundKind = (typeof foundKinds)[number];

const found = z.object({
  /** Of the customer, of the customer whose line it is, or of the ticket; the reference of a payment; the number of a document. */
  id: z.string(),
  /** Name, login, reference or number. */
  title: z.string(),
  /** Address and telephone number; MAC and IP address; what was paid for; the subject of a ticket. */
  notes: z.array(z.string()),
  status: z.nullable(z.string()),
  amount: z.nullable(naira),
  at: z.nullable(timestamp),
  /** With the id 0 for a ticket of a sender whom nobody has confirmed. */
  customer: z.object({ id: z.number(), name: z.string() }),
});
export type Found = z.infer<typeof found>;

const foundGroup = z.object({
  kind: z.enum(foundKinds),
  /** Nothing begins like the search; these are spelled nearly like it, the nearest first. */
  similar: z.boolean(),
  results: z.array(found),
  /** `before` of the next page of this kind; null at its end. */
  next: z.nullable(z.number()),
});
export type FoundGroup = z.infer<typeof foundGroup>;

/**
 * Customers by the beginning of a name, an address or a telephone number, or by account
 * number, also with one typing error in each word; everything else by the whole number, reference,
 * login, MAC or IP address.
 */
export const searchEverything = defineEndpoint({
  method: 'GET',
  path: '/api/staff/search',
  access: 'admin',
  permission: 'customers:read',
  summary: 'Find customers, lines, payments, documents and tickets; `kind` and `before` for the next page of a kind',
  query: z.object({
    search: z.string().check(z.trim(), z.minLength(1), z.maxLength(255), storable),
    kind: z.optional(z.enum(foundKinds)),
    before: z.optional(rowNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  answer: z.array(foundGroup),
  errors: [],
});

export const api = {
  description: 'Finding anything by what somebody reads out.',
  endpoints: { searchEverything },
  schemas: { searchResult: found, searchResultGroup: foundGroup },
};
