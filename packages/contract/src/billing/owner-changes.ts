import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, naira, timestamp } from '../platform/fields.ts';
import { lineView } from './lines.ts';

/** In the body and not in the address, so that no log and no other site gets to know it. */
const token = z.string().check(z.minLength(1), z.maxLength(128));

export const ownerChangeState = z.enum(['waiting', 'accepted', 'declined', 'withdrawn', 'expired']);
export type OwnerChangeState = z.infer<typeof ownerChangeState>;

/** `from`: it leaves this account, or would. `to`: it comes into it. */
export const ownerChangeSide = z.enum(['from', 'to']);

/** What goes along with a line. `paidUntil` is null for a line without paid time, which is off. */
const offeredLine = z.object({
  label: z.string(),
  place: z.nullable(z.string()),
  planName: z.string(),
  monthlyFee: naira,
  paidUntil: z.nullable(timestamp),
});

/**
 * What the holder of a link sees: nothing about the other side. `lines` is empty unless it waits.
 * `accountEnding` has the last digits of the account that it is for, null where nobody has one yet.
 */
const lineOffer = z.object({
  side: ownerChangeSide,
  state: ownerChangeState,
  lines: z.array(offeredLine),
  accountEnding: z.nullable(z.string()),
  expiresAt: timestamp,
});
export type LineOffer = z.infer<typeof lineOffer>;

export const readLineOffer = defineEndpoint({
  method: 'POST',
  path: '/api/line-offers/read',
  access: 'anyone',
  summary: 'What a change of owner is about, by the token in its link',
  body: z.object({ token }),
  answer: lineOffer,
  errors: ['owner-change.not-found'],
});

export const acceptLineOffer = defineEndpoint({
  method: 'POST',
  path: '/api/line-offers/accept',
  access: 'session',
  accountRole: 'owner',
  summary: 'Take lines over into the account that the caller acts for, with the token of the link, once',
  body: z.object({ token }),
  answer: z.object({ ...acknowledged, lines: z.array(lineView) }),
  errors: [
    'owner-change.not-found',
    'owner-change.closed',
    'owner-change.other-account',
    'owner-change.same-owner',
    'owner-change.not-a-customer',
    'owner-change.not-running',
    'owner-change.unpaid',
    'owner-change.payment-under-way',
    'company.owes',
    'company.not-invoiced',
    'line.too-many',
  ],
});

export const refuseLineOffer = defineEndpoint({
  method: 'POST',
  path: '/api/line-offers/refuse',
  access: 'anyone',
  summary: 'Decline lines, or stop their change of owner, with the token of the link',
  body: z.object({ token }),
  answer: z.object(acknowledged),
  errors: ['owner-change.not-found', 'owner-change.closed'],
});

/** As one account sees it. `lines` are their names then. */
const ownerChange = z.object({
  id: z.string(),
  side: ownerChangeSide,
  state: ownerChangeState,
  lines: z.array(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedAt: z.nullable(timestamp),
});
export type OwnerChange = z.infer<typeof ownerChange>;

export const listOwnerChanges = defineEndpoint({
  method: 'GET',
  path: '/api/user/owner-changes',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  summary: 'Lines that left the account or came into it, and those that wait to, newest first',
  answer: z.array(ownerChange),
  errors: [],
});

export const stopOwnerChange = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/owner-changes/:id',
  access: 'session',
  accountRole: 'owner',
  summary: 'Stop a change of owner that waits: that of the account’s own line, or of one offered to it',
  params: z.object({ id: z.uuid() }),
  answer: z.object(acknowledged),
  errors: ['owner-change.not-found', 'owner-change.closed'],
});

export const api = {
  description: 'Lines that change their owner.',
  endpoints: { readLineOffer, acceptLineOffer, refuseLineOffer, listOwnerChanges, stopOwnerChange },
  schemas: { ownerChangeState, ownerChangeSide, lineOffer, ownerChange },
};
