import * as z from 'zod/mini';
import { paymentQuote } from './billing/payments/payments.ts';
import { staffTicketReply } from './support/staff-tickets.ts';

/**
 * The body of every 4xx and 503 answer. `code` is one of error-codes; `errors` by field for
 * validation; `quote` when the amount due has changed; `allowed` what may be asked for instead;
 * `newerEntries` when a ticket has gone on.
 */
export const errorAnswer = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  quote: z.optional(paymentQuote),
  allowed: z.optional(z.record(z.string(), z.unknown())),
  newerEntries: z.optional(z.array(staffTicketReply)),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;
