import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import {
  acknowledged,
  calendarDay,
  identifier,
  naira,
  requiredText,
  rowNumber,
  timestamp,
} from '../../platform/fields.ts';
import { collectingGateway, paymentStatus } from './payments.ts';

export const staffPayment = z.object({
  reference: z.string(),
  customer: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  gateway: z.string(),
  amount: naira,
  currency: z.string(),
  status: paymentStatus,
  description: z.string(),
  /** The part that was paid with account credit. */
  creditUsed: z.optional(naira),
  channel: z.nullable(z.string()),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  receiptNumber: z.nullable(z.string()),
});
export type StaffPayment = z.infer<typeof staffPayment>;

/**
 * `awaiting-approval`: the amount needs a second person. `requested`: the gateway has not confirmed
 * that it received it. `outcome` is its last answer. `to-pay-out`: money from the counter, to be
 * handed out or transferred; `payout` says how it was.
 */
const refund = z.object({
  reference: z.string(),
  amount: naira,
  reason: z.string(),
  keepService: z.boolean(),
  status: z.enum(['awaiting-approval', 'requested', 'pending', 'to-pay-out', 'done', 'failed']),
  requestedBy: z.object({ id: z.number(), name: z.string() }),
  approvedBy: z.nullable(z.object({ id: z.number(), name: z.string() })),
  outcome: z.nullable(z.string()),
  payout: z.optional(
    z.nullable(
      z.object({
        method: z.enum(['cash', 'transfer', 'agent']),
        bankReference: z.nullable(z.string()),
        by: z.object({ id: z.number(), name: z.string() }),
      }),
    ),
  ),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type StaffRefund = z.infer<typeof refund>;

/**
 * `details` is the data of an event, for example the gateway's own message, and `by` the member of
 * staff who caused it. `received` is set where staff booked an amount other than the one due;
 * `refundedOutside` is what the gateway has refunded of it outside the portal. `bookable` is the
 * amount that the decision `credit` would book; `refundable` the amount that the decision `refund`
 * would return.
 */
const paymentPage = z.extend(staffPayment, {
  gatewayReference: z.nullable(z.string()),
  /** Who paid, as far as they or their bank said. */
  payerName: z.optional(z.nullable(z.string())),
  /** Set where it was taken at the counter; `slipId` is the photograph of the slip. */
  counter: z.optional(
    z.nullable(
      z.object({
        takenBy: z.object({ id: z.number(), name: z.string() }),
        slipId: z.nullable(z.string()),
        withheld: naira,
      }),
    ),
  ),
  creditUsed: naira,
  received: z.nullable(naira),
  refundedOutside: naira,
  lines: z.array(z.object({ label: z.string(), amount: naira })),
  period: z.nullable(
    z.object({ kind: z.enum(['month', 'bundle', 'charge', 'invoice']), startsAt: timestamp, endsAt: timestamp }),
  ),
  nextCheckAt: z.nullable(timestamp),
  events: z.array(
    z.object({
      at: timestamp,
      kind: z.string(),
      source: z.string(),
      by: z.nullable(z.object({ id: z.number(), name: z.string() })),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  refunds: z.array(refund),
  /**
   * The payment is disputed: evidence is due at the gateway until `dueAt`. `outcome` is null until
   * it is decided.
   */
  dispute: z.nullable(
    z.object({ openedAt: timestamp, dueAt: z.nullable(timestamp), outcome: z.nullable(z.enum(['won', 'lost'])) }),
  ),
  bookable: z.nullable(naira),
  /**
   * Set where booking `bookable` needs a second person: the member of staff who has proposed it,
   * null if nobody has.
   */
  booking: z.nullable(z.object({ proposedBy: z.nullable(z.object({ id: z.number(), name: z.string() })) })),
  refundable: z.nullable(
    z.object({
      amount: naira,
      /** Account credit that paid for a part and would be returned to the customer. */
      creditReturned: naira,
      /** Tax that was withheld with the payment and would be taken back: its document has not come. */
      withheldTakenBack: z.optional(naira),
      needsApproval: z.boolean(),
      laterMonthPaid: z.boolean(),
      /** A data bundle that the payment bought, and that the month has used. */
      bundleUsed: z.boolean(),
    }),
  ),
  decisions: z.array(z.enum(['recheck', 'credit', 'reject', 'refund', 'chargeback'])),
});
export type PaymentPage = z.infer<typeof paymentPage>;

const paymentReference = z.object({ reference: identifier });
const reason = requiredText(500, 'Say why.');
const changed = z.object({ ...acknowledged, payment: paymentPage });

/** `from` and `to` are days in Lagos, both included. */
export const listStaffPayments = defineEndpoint({
  method: 'GET',
  path: '/api/staff/payments',
  access: 'admin',
  permission: 'payments:read',
  summary: 'Payments, newest first; `before` is the last reference of the page before',
  query: z.object({
    status: z.optional(paymentStatus),
    refund: z.optional(z.literal('awaiting-approval')),
    dispute: z.optional(z.literal('open')),
    gateway: z.optional(z.union([collectingGateway, z.enum(['credit', 'cash', 'pos', 'deposit', 'voucher', 'agent'])])),
    customer: z.optional(rowNumber),
    from: z.optional(calendarDay()),
    to: z.optional(calendarDay()),
    before: z.optional(identifier),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(staffPayment),
  errors: [],
});

const counts = z.object({
  review: z.number(),
  awaitingApproval: z.number(),
  disputed: z.number(),
  discrepancies: z.number(),
});
export type StaffPaymentCounts = z.infer<typeof counts>;

export const countStaffPayments = defineEndpoint({
  method: 'GET',
  path: '/api/staff/payment-counts',
  access: 'admin',
  permission: 'payments:read',
  summary:
    'How many payments wait for a person: in review, with a refund that a second person has to approve, disputed, and with a gateway discrepancy',
  answer: counts,
  errors: [],
});

export const getStaffPayment = defineEndpoint({
  method: 'GET',
  path: '/api/staff/payments/:reference',
  access: 'admin',
  permission: 'payments:read',
  summary: 'One payment with everything that happened to it, and what staff may decide now',
  params: paymentReference,
  answer: paymentPage,
  errors: ['payment.not-found'],
});

/**
 * `recheck`: query the gateway again and settle its answer. `credit`: the amount that the gateway
 * reports as received, in naira under our reference, becomes the customer’s account credit; above
 * an amount that the operator sets the first such decision proposes it and that of another person
 * confirms it. `reject`: none of the money of this payment is ours. A payment in review never buys
 * a period by itself.
 */
export const decideReview = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payments/:reference/review',
  access: 'admin',
  permission: 'payments:write',
  summary: 'Decide about a payment in review, with the reason',
  params: paymentReference,
  body: z.object({ decision: z.enum(['recheck', 'credit', 'reject']), reason }),
  answer: changed,
  errors: ['payment.not-found', 'payment.not-in-review', 'payment.nothing-to-book', 'review.second-person'],
});

/**
 * The whole amount is refunded. `keepService` leaves the customer the paid month; otherwise it ends
 * now. Above an amount that the operator sets another person has to approve.
 */
export const requestRefund = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payments/:reference/refund',
  access: 'admin',
  permission: 'payments:refund',
  summary: 'Send a successful payment back through its gateway',
  params: paymentReference,
  body: z.object({ reason, keepService: z._default(z.boolean(), false) }),
  freshProof: true,
  answer: changed,
  errors: [
    'payment.not-found',
    'refund.not-possible',
    'refund.under-way',
    'refund.credit-spent',
    'refund.later-month-paid',
    'refund.bundle-used',
    'payment.gateway-refused',
  ],
});

export const decideRefund = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payments/:reference/refund-approval',
  access: 'admin',
  permission: 'payments:approve-refund',
  summary: 'As a second person, approve or decline a refund that waits for it; its requester may only withdraw it',
  params: paymentReference,
  body: z.object({ approve: z.boolean(), reason }),
  freshProof: true,
  answer: changed,
  errors: [
    'payment.not-found',
    'refund.not-found',
    'refund.second-person',
    'refund.credit-spent',
    'refund.later-month-paid',
    'refund.bundle-used',
    'payment.gateway-refused',
  ],
});

/**
 * For a gateway that reports chargebacks itself only with its confirmation; for the others staff's
 * statement is enough. The purchase is reversed, and its reward is taken back.
 */
export const recordChargeback = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payments/:reference/chargeback',
  access: 'admin',
  permission: 'payments:write',
  summary: 'Record a chargeback: the payer’s bank has taken the payment back',
  params: paymentReference,
  body: z.object({ reason }),
  answer: changed,
  errors: ['payment.not-found', 'payment.not-taken-back'],
});

export const api = {
  description: 'All payments, their reviews, refunds and chargebacks.',
  endpoints: {
    listStaffPayments,
    countStaffPayments,
    getStaffPayment,
    decideReview,
    requestRefund,
    decideRefund,
    recordChargeback,
  },
  schemas: { staffPayment, refund, staffPaymentPage: paymentPage, staffPaymentCounts: counts },
};
