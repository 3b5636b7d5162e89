import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumber, rowNumberInJson, timestamp } from '../platform/fields.ts';
import { lineInBody } from '../platform/line-of-call.ts';
import { clientRequestId } from './staff-counter.ts';

const person = z.object({ id: z.number(), name: z.string() });

/** `decidedBy` is the second person, or who took it back; null where none was needed. */
const courtesyGrant = z.object({
  id: z.string(),
  customer: person,
  line: z.object({ id: z.number(), label: z.nullable(z.string()) }),
  days: z.number(),
  reason: z.string(),
  status: z.enum(['awaiting-approval', 'booked', 'declined']),
  requestedBy: person,
  decidedBy: z.nullable(person),
  decisionReason: z.nullable(z.string()),
  createdAt: timestamp,
  decidedAt: z.nullable(timestamp),
});
export type CourtesyGrant = z.infer<typeof courtesyGrant>;

const reason = requiredText(500, 'Say why.');
const changed = z.object({ ...acknowledged, courtesyDays: courtesyGrant });

/** Answered 200 when they are booked, and 202 while they wait for a second person. */
export const giveCourtesyDays = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/courtesy-days',
  access: 'admin',
  permission: 'courtesy-days:write',
  summary: 'Give a line free days, with a reason, within the limits; above a number a second person has to approve',
  params: z.object({ id: rowNumber }),
  body: z.object({
    days: rowNumberInJson,
    reason,
    ...lineInBody.shape,
    clientRequestId: z.optional(clientRequestId),
  }),
  freshProof: true,
  answer: changed,
  errors: [
    'customer.not-found',
    'customer.own-account',
    'line.not-found',
    'counter.request-reused',
    'courtesy-days.beyond-limit',
    'courtesy-days.not-possible',
  ],
});

export const listCourtesyDays = defineEndpoint({
  method: 'GET',
  path: '/api/staff/courtesy-days',
  access: 'admin',
  permission: 'courtesy-days:read',
  summary: 'Courtesy days, newest first, a hundred at most: those of a customer, or what waits for approval',
  query: z.object({ customer: z.optional(rowNumber), status: z.optional(z.literal('awaiting-approval')) }),
  answer: z.array(courtesyGrant),
  errors: [],
});

export const decideCourtesyDays = defineEndpoint({
  method: 'POST',
  path: '/api/staff/courtesy-days/:id/decision',
  access: 'admin',
  permission: 'courtesy-days:approve',
  summary: 'As a second person, approve or decline courtesy days that wait; their requester may only take them back',
  params: z.object({ id: identifier }),
  body: z.object({ approve: z.boolean(), reason }),
  freshProof: true,
  answer: changed,
  errors: ['courtesy-days.not-found', 'courtesy-days.second-person', 'courtesy-days.not-possible'],
});

export const api = {
  description: 'Courtesy days: time that staff give to a line for a reason.',
  endpoints: { giveCourtesyDays, listCourtesyDays, decideCourtesyDays },
  schemas: { courtesyGrant },
};
