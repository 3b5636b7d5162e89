import * as z from 'zod/mini';
import { nairaAmount } from '../../platform/amounts.ts';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, identifier, naira, rowNumber, timestamp } from '../../platform/fields.ts';
import { lineInBody } from '../../platform/line-of-call.ts';
import { clientRequestId } from '../staff-counter.ts';
import { linkState } from './payment-links.ts';

/** How a link reaches who pays: shown as a QR code, or sent to the customer. */
export const linkSending = z.enum(['screen', 'mail', 'text']);
export type LinkSending = z.infer<typeof linkSending>;

const staffPaymentLink = z.object({
  id: z.string(),
  label: z.string(),
  amount: naira,
  state: linkState,
  sentBy: linkSending,
  createdBy: z.object({ id: z.number(), name: z.string() }),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** The payment that paid it. */
  reference: z.nullable(z.string()),
});
export type StaffPaymentLink = z.infer<typeof staffPaymentLink>;

/**
 * `invoiceNumber` is that of an open invoice; `planId` a month of that plan for the line; without
 * both it is for `amount`, which pays what is due, oldest first. The answer has the link itself only
 * now: it is stored nowhere. A repeat of a link that was sent has it no more.
 */
export const createPaymentLink = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/payment-links',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Make a link with which anybody pays once for a customer, within 72 hours',
  params: z.object({ id: rowNumber }),
  body: z.object({
    amount: z.optional(nairaAmount(1)),
    invoiceNumber: z.optional(identifier),
    planId: z.optional(identifier),
    sendBy: linkSending,
    clientRequestId,
    ...lineInBody.shape,
  }),
  answer: z.object({ ...acknowledged, link: staffPaymentLink, url: z.nullable(z.string()) }),
  errors: [
    'customer.not-found',
    'line.not-found',
    'plan.not-found',
    'invoice.not-found',
    'payment.nothing-due',
    'payment-link.too-large',
    'payment-link.unreachable',
    'counter.request-reused',
  ],
});

export const listPaymentLinks = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/payment-links',
  access: 'admin',
  permission: 'counter:read',
  summary: 'The payment links of a customer, newest first, fifty at most',
  params: z.object({ id: rowNumber }),
  answer: z.array(staffPaymentLink),
  errors: ['customer.not-found'],
});

export const withdrawPaymentLink = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payment-links/:id/withdraw',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Withdraw a payment link that nobody has paid',
  params: z.object({ id: identifier }),
  answer: z.object({ ...acknowledged, link: staffPaymentLink }),
  errors: ['payment-link.not-found', 'payment-link.closed'],
});

export const api = {
  description: 'Links that staff send for somebody to pay by.',
  endpoints: { createPaymentLink, listPaymentLinks, withdrawPaymentLink },
  schemas: { linkSending, staffPaymentLink },
};
