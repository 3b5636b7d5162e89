import * as z from 'zod/mini';
import { identifiedBy } from '../identity/identification.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, naira, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { ownerChangeSide, ownerChangeState } from './owner-changes.ts';

const lineId = z.object({ id: rowNumber });

/** An account number, or the mailbox or telephone number of a customer, or of somebody who opens an account then. */
const newOwner = requiredText(255, 'Say who the new owner is');
/** `all`: every line of the account that can move, not this one alone. */
const which = z.optional(z.literal('all'));

/**
 * What would happen. Of each line what goes along, and why it cannot move now. `stays` is what the
 * present account keeps. `newOwner` is null while `to` is left out; without an account its
 * `accountNumber` and `name` are null.
 */
const ownerChangeTerms = z.object({
  lines: z.array(
    z.object({
      id: z.number(),
      label: z.string(),
      place: z.nullable(z.string()),
      planName: z.nullable(z.string()),
      monthlyFee: z.nullable(naira),
      paidUntil: z.nullable(timestamp),
      ontSerial: z.nullable(z.string()),
      obstacle: z.nullable(z.string()),
    }),
  ),
  stays: z.object({ openInvoices: naira, credit: naira, hasAutoPay: z.boolean() }),
  newOwner: z.nullable(
    z.object({
      accountNumber: z.nullable(z.string()),
      name: z.nullable(z.string()),
      reachedBy: z.enum(['mail', 'text']),
    }),
  ),
});
export type OwnerChangeTerms = z.infer<typeof ownerChangeTerms>;

export const getOwnerChangeTerms = defineEndpoint({
  method: 'GET',
  path: '/api/staff/lines/:id/owner-change-terms',
  access: 'admin',
  permission: 'lines:read',
  summary: 'What goes along with a line to another owner, and what stays',
  params: lineId,
  query: z.object({ to: z.optional(newOwner), lines: which }),
  answer: ownerChangeTerms,
  errors: ['line.not-found', 'owner-change.not-running', 'owner-change.same-owner', 'owner-change.not-a-customer'],
});

/** As staff see it on the page of one of both accounts; `other` is the other side. */
const staffOwnerChange = z.object({
  id: z.string(),
  side: ownerChangeSide,
  state: ownerChangeState,
  lines: z.array(z.object({ id: z.number(), label: z.string() })),
  other: z.object({ customerId: z.nullable(z.number()), name: z.string() }),
  identifiedBy: z.string(),
  reason: z.string(),
  requestedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedAt: z.nullable(timestamp),
});
export type StaffOwnerChange = z.infer<typeof staffOwnerChange>;

export const offerLine = defineEndpoint({
  method: 'POST',
  path: '/api/staff/lines/:id/owner-changes',
  access: 'admin',
  permission: 'lines:transfer',
  summary:
    'Offer a line to another owner by a link of seven days; both sides are told, and nothing moves before it is accepted',
  params: lineId,
  body: z.object({
    to: newOwner,
    lines: which,
    identifiedBy,
    reason: requiredText(500, 'Say why.'),
  }),
  answer: z.object({ ...acknowledged, ownerChange: staffOwnerChange }),
  errors: [
    'line.not-found',
    'customer.not-found',
    'customer.own-account',
    'customer.is-staff',
    'owner-change.open',
    'owner-change.same-owner',
    'owner-change.not-a-customer',
    'owner-change.not-running',
    'owner-change.unpaid',
    'owner-change.payment-under-way',
    'company.owes',
    'company.not-invoiced',
  ],
});

export const listOwnerChangesOfCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/owner-changes',
  access: 'admin',
  permission: 'customers:read',
  summary: 'Lines that left an account or came into it, and those that wait to, newest first',
  params: z.object({ id: rowNumber }),
  answer: z.array(staffOwnerChange),
  errors: [],
});

export const withdrawOwnerChange = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/owner-changes/:id',
  access: 'admin',
  permission: 'lines:transfer',
  summary: 'Withdraw a change of owner that nobody has accepted; the present owner is told',
  params: z.object({ id: z.uuid() }),
  answer: z.object(acknowledged),
  errors: ['owner-change.not-found', 'owner-change.closed'],
});

export const api = {
  description: 'Lines that change their owner, as staff arrange it.',
  endpoints: { getOwnerChangeTerms, offerLine, listOwnerChangesOfCustomer, withdrawOwnerChange },
  schemas: { ownerChangeTerms, staffOwnerChange },
};
