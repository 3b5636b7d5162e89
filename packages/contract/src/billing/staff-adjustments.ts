import * as z from 'zod/mini';
import { nairaAmount } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { clientRequestId } from './staff-counter.ts';

const person = z.object({ id: z.number(), name: z.string() });

/** `decidedBy` is the second person, or who took it back; null where none was needed. */
const adjustment = z.object({
  id: z.string(),
  customer: person,
  amount: naira,
  reason: z.string(),
  status: z.enum(['awaiting-approval', 'booked', 'declined']),
  requestedBy: person,
  decidedBy: z.nullable(person),
  decisionReason: z.nullable(z.string()),
  createdAt: timestamp,
  decidedAt: z.nullable(timestamp),
});
export type Adjustment = z.infer<typeof adjustment>;

const reason = requiredText(500, 'Say why.');
const changed = z.object({ ...acknowledged, adjustment });

/** Answered 200 when it is booked, and 202 while it waits for a second person. */
export const giveCredit = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/credit',
  access: 'admin',
  permission: 'credit:write',
  summary: 'Give a customer account credit; above an amount that the operator sets a second person has to approve',
  params: z.object({ id: rowNumber }),
  body: z.object({ amount: nairaAmount(0.01), reason, clientRequestId: z.optional(clientRequestId) }),
  freshProof: true,
  answer: changed,
  errors: ['customer.not-found', 'counter.request-reused'],
});

export const listAdjustments = defineEndpoint({
  method: 'GET',
  path: '/api/staff/adjustments',
  access: 'admin',
  permission: 'payments:read',
  summary: 'Credit that staff gave, newest first, a hundred at most: that of a customer, or what waits for approval',
  query: z.object({ customer: z.optional(rowNumber), status: z.optional(z.literal('awaiting-approval')) }),
  answer: z.array(adjustment),
  errors: [],
});

export const decideAdjustment = defineEndpoint({
  method: 'POST',
  path: '/api/staff/adjustments/:id/decision',
  access: 'admin',
  permission: 'credit:approve',
  summary: 'As a second person, approve or decline credit that waits for it; its requester may only take it back',
  params: z.object({ id: identifier }),
  body: z.object({ approve: z.boolean(), reason }),
  freshProof: true,
  answer: changed,
  errors: ['adjustment.not-found', 'adjustment.second-person'],
});

export const api = {
  description: 'Credit that staff give a customer.',
  endpoints: { giveCredit, listAdjustments, decideAdjustment },
  schemas: { adjustment },
};
