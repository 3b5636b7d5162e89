import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { naira, rowNumber, timestamp } from '../platform/fields.ts';

/** What a customer paid in an earlier system, as it was imported: no payment of the portal. */
const earlierPayment = z.object({
  id: z.string(),
  source: z.string(),
  number: z.string(),
  amount: naira,
  paidAt: timestamp,
  method: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  paidUntil: z.nullable(timestamp),
  description: z.nullable(z.string()),
});
export type EarlierPayment = z.infer<typeof earlierPayment>;

export const listEarlierPayments = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/earlier-payments',
  access: 'admin',
  permission: 'payments:read',
  summary: 'The last twenty payments of a customer in an earlier system, newest first, for reading only',
  params: z.object({ id: rowNumber }),
  answer: z.array(earlierPayment),
  errors: ['customer.not-found'],
});

export const api = {
  description: 'Payments in the system that a customer came from.',
  endpoints: { listEarlierPayments },
  schemas: { earlierPayment },
};
