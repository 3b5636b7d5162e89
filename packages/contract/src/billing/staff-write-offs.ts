import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { clientRequestId } from './staff-counter.ts';

const person = z.object({ id: z.number(), name: z.string() });

/** `reversedAt` once the invoice was paid after all, or staff took it back. */
const writeOff = z.object({
  id: z.string(),
  customer: person,
  invoiceNumber: z.string(),
  label: z.string(),
  amount: naira,
  reason: z.string(),
  status: z.enum(['awaiting-approval', 'booked', 'declined', 'reversed']),
  requestedBy: person,
  decidedBy: z.nullable(person),
  decisionReason: z.nullable(z.string()),
  createdAt: timestamp,
  reversedAt: z.nullable(timestamp),
});
export type WriteOff = z.infer<typeof writeOff>;

const reason = requiredText(500, 'Say why.');
const changed = z.object({ ...acknowledged, writeOff });
const writeOffId = z.object({ id: identifier });

/** Answered 200 when it is booked, and 202 while it waits for a second person. */
export const writeOffInvoice = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/write-offs',
  access: 'admin',
  permission: 'credit:write',
  summary: 'Write an open invoice off; above an amount that the operator sets a second person has to approve',
  params: z.object({ id: rowNumber }),
  body: z.object({ invoiceNumber: identifier, reason, clientRequestId }),
  freshProof: true,
  answer: changed,
  errors: ['invoice.not-found', 'write-off.not-possible', 'write-off.under-way', 'counter.request-reused'],
});

export const listWriteOffs = defineEndpoint({
  method: 'GET',
  path: '/api/staff/write-offs',
  access: 'admin',
  permission: 'payments:read',
  summary: 'What was written off, newest first, a hundred at most: of a customer, or what waits for approval',
  query: z.object({ customer: z.optional(rowNumber), status: z.optional(z.literal('awaiting-approval')) }),
  answer: z.array(writeOff),
  errors: [],
});

export const decideWriteOff = defineEndpoint({
  method: 'POST',
  path: '/api/staff/write-offs/:id/decision',
  access: 'admin',
  permission: 'credit:approve',
  summary: 'As a second person, approve or decline a write-off; its requester may only take it back',
  params: writeOffId,
  body: z.object({ approve: z.boolean(), reason }),
  freshProof: true,
  answer: changed,
  errors: ['write-off.not-found', 'write-off.second-person', 'write-off.not-possible'],
});

export const reverseWriteOff = defineEndpoint({
  method: 'POST',
  path: '/api/staff/write-offs/:id/reversal',
  access: 'admin',
  permission: 'credit:write',
  summary: 'Expect an invoice to be paid after all; a payment of it does the same by itself',
  params: writeOffId,
  body: z.object({ reason }),
  freshProof: true,
  answer: changed,
  errors: ['write-off.not-found'],
});

export const api = {
  description: 'Invoices that nobody expects to be paid.',
  endpoints: { writeOffInvoice, listWriteOffs, decideWriteOff, reverseWriteOff },
  schemas: { writeOff },
};
