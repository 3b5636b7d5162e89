import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, timestamp } from '../../platform/fields.ts';
import { clientRequestId, counterMethod, till } from '../staff-counter.ts';

/** Whose money no gateway sends back: what goes back of it is paid out by staff, or by the agent. */
export const paidOutGateway = z.enum([...counterMethod.options, 'voucher', 'agent', 'monnify']);

const person = z.object({ id: z.number(), name: z.string() });

/**
 * A refund of money from the counter, of a voucher, from an agent or to an account number, that nobody has to
 * approve any more. Who asked for one that nobody approved cannot pay it out in cash.
 */
const payout = z.object({
  /** Of the refund, and of its payment. */
  reference: z.string(),
  payment: z.string(),
  gateway: z.string(),
  customer: z.object({ id: z.number(), name: z.string(), accountNumber: z.string() }),
  amount: naira,
  reason: z.string(),
  requestedBy: person,
  approvedBy: z.nullable(person),
  since: timestamp,
});
export type Payout = z.infer<typeof payout>;

export const listPayouts = defineEndpoint({
  method: 'GET',
  path: '/api/staff/payouts',
  access: 'admin',
  permission: 'counter:read',
  summary:
    'Refunds that are to be paid out, oldest first: of money from the counter, of vouchers, from agents and to account numbers; of all customers or of one',
  query: z.object({ customer: z.optional(rowNumber) }),
  answer: z.array(payout),
  errors: [],
});

const refundReference = z.object({ reference: identifier });

export const payOutInCash = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payouts/:reference/cash',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Pay a refund out in cash from the caller’s till, once for each `clientRequestId`',
  params: refundReference,
  body: z.object({ clientRequestId }),
  freshProof: true,
  answer: z.object({ ...acknowledged, till }),
  errors: ['payout.not-found', 'payout.second-person', 'till.not-open', 'till.too-little', 'counter.request-reused'],
});

export const recordPayoutTransfer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payouts/:reference/transfer',
  access: 'admin',
  permission: 'payments:refund',
  summary: 'Record the bank transfer by which a refund was paid out, once for each number of the bank',
  params: refundReference,
  body: z.object({
    bankReference: requiredText(60, 'Enter the bank’s number of the transfer'),
    clientRequestId,
  }),
  freshProof: true,
  answer: z.object(acknowledged),
  errors: ['payout.not-found', 'counter.reference-used', 'counter.request-reused'],
});

export const api = {
  description: 'Refunds that are paid out at the counter or by transfer.',
  endpoints: { listPayouts, payOutInCash, recordPayoutTransfer },
  schemas: { payout },
};
