import * as z from 'zod/mini';
import { paymentStatus } from '../billing/payments/payments.ts';
import { naira, timestamp } from '../platform/fields.ts';
import { ticketCategory, ticketPriority, ticketStatus } from '../support/tickets.ts';

/** The version of every event's data; a field that is only added leaves it as it is. */
export const EVENT_VERSION = 1;

const customer = z.object({
  id: z.number(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  disabled: z.boolean(),
  createdAt: timestamp,
});

/** A customer's subscription. `nextBillingDate` is the end of its paid time. */
const line = z.object({
  id: z.number(),
  label: z.nullable(z.string()),
  customerId: z.number(),
  planId: z.string(),
  planName: z.string(),
  status: z.enum(['pending', 'active', 'suspended', 'cancelled']),
  monthlyFee: naira,
  startDate: z.nullable(timestamp),
  nextBillingDate: timestamp,
  pausedUntil: z.nullable(timestamp),
});

/**
 * A line whose data of the month are used up, or are not any more. `limited`: what is in force, with
 * its speeds in Mbps where it is slower; null is nothing.
 */
const lineLimit = z.object({
  id: z.number(),
  label: z.nullable(z.string()),
  customerId: z.number(),
  limited: z.nullable(z.enum(['slower', 'stop'])),
  downloadMbps: z.nullable(z.number()),
  uploadMbps: z.nullable(z.number()),
});

const invoice = z.object({
  number: z.string(),
  customerId: z.number(),
  lineId: z.number(),
  status: z.enum(['open', 'paid', 'void']),
  total: naira,
  vat: naira,
  currency: z.string(),
  issuedAt: timestamp,
  dueAt: timestamp,
  paidAt: z.nullable(timestamp),
  paymentReference: z.nullable(z.string()),
});

/**
 * `amount` is what the gateway received. `refundedAmount` is what has gone back: all of it once the
 * status is `refunded`, or the parts that the gateway refunded of a payment that stays successful.
 */
const payment = z.object({
  reference: z.string(),
  customerId: z.number(),
  lineId: z.number(),
  gateway: z.string(),
  amount: naira,
  creditUsed: naira,
  refundedAmount: naira,
  currency: z.string(),
  status: paymentStatus,
  description: z.string(),
  receiptNumber: z.nullable(z.string()),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
});

/** A voucher that has paid. It is named by the number printed beside its PIN, which nobody is told. */
const voucher = z.object({
  serial: z.string(),
  batch: z.number(),
  customerId: z.number(),
  amount: naira,
  currency: z.string(),
  via: z.enum(['web', 'ussd', 'sms', 'whatsapp', 'counter', 'agent']),
  paymentReference: z.string(),
  receiptNumber: z.nullable(z.string()),
  usedAt: timestamp,
});

/**
 * What was written is not in it. `customerId` is null for a mail of somebody whom staff have not confirmed
 * as a customer. `lastReplyBy` is null while nobody has
 * answered.
 */
const ticket = z.object({
  id: z.string(),
  number: z.string(),
  customerId: z.nullable(z.number()),
  subject: z.string(),
  category: ticketCategory,
  priority: ticketPriority,
  status: ticketStatus,
  lastReplyBy: z.nullable(z.enum(['customer', 'staff'])),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** An incident, or maintenance that is announced, as customers see it. */
const incident = z.object({
  id: z.string(),
  kind: z.enum(['incident', 'maintenance']),
  severity: z.enum(['minor', 'major']),
  status: z.enum(['scheduled', 'open', 'resolved']),
  area: z.string(),
  title: z.string(),
  details: z.string(),
  cause: z.string(),
  latestUpdate: z.nullable(z.string()),
  startsAt: timestamp,
  endsAt: z.nullable(timestamp),
  resolvedAt: z.nullable(timestamp),
});

/** A session that staff have asked its access server to end; those that are ended in waves are not told. */
const endedSession = z.object({
  customerId: z.number(),
  lineId: z.number(),
  login: z.string(),
  accessServer: z.string(),
  sessionId: z.string(),
  address: z.nullable(z.string()),
  startedAt: timestamp,
  reason: z.string(),
});

/**
 * An invoice or a credit note that the tax authority has registered; `irn` is its number there. `clearance`:
 * before its buyer, a business, got it.
 */
const registeredDocument = z.object({
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  /** Its own, or of what a credit note corrects. */
  invoiceNumber: z.string(),
  customerId: z.number(),
  procedure: z.enum(['clearance', 'reporting']),
  irn: z.string(),
  registeredAt: timestamp,
});

/** The data of each event that an endpoint can subscribe to. Fields that are not here never leave. */
export const webhookEvents = {
  'customer.created': customer,
  'customer.updated': customer,
  'customer.disabled': customer,
  'line.activated': line,
  'line.suspended': line,
  'line.resumed': line,
  'line.cancelled': line,
  'line.plan_changed': line,
  'line.limit-reached': lineLimit,
  'line.limit-lifted': lineLimit,
  'invoice.issued': invoice,
  'invoice.paid': invoice,
  'invoice.registered': registeredDocument,
  'payment.successful': payment,
  'payment.refunded': payment,
  'payment.disputed': payment,
  'payment.review': payment,
  'voucher.used': voucher,
  'ticket.opened': ticket,
  'ticket.replied': ticket,
  'ticket.resolved': ticket,
  'ticket.closed': ticket,
  'incident.opened': incident,
  'incident.updated': incident,
  'incident.resolved': incident,
  'session.ended-by-staff': endedSession,
} as const;
export type WebhookEventType = keyof typeof webhookEvents;
export type WebhookEventData<Type extends WebhookEventType = WebhookEventType> = z.infer<(typeof webhookEvents)[Type]>;

export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]];

/** The event that staff send to try an endpoint out. */
export const TEST_EVENT = 'webhook.test';

/** The body of every delivery. `id` is also the header webhook-id: the same again is a repeat. */
export const webhookBody = z.object({
  id: z.string(),
  type: z.enum([...webhookEventTypes, TEST_EVENT]),
  version: z.literal(EVENT_VERSION),
  timestamp,
  data: z.record(z.string(), z.unknown()),
});
