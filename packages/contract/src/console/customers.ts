import * as z from 'zod/mini';
import { lineView } from '../billing/lines.ts';
import { paymentStatus } from '../billing/payments/payments.ts';
import { subscriptionView } from '../billing/subscriptions.ts';
import { accountPerson, ownAccount } from '../identity/account-people.ts';
import { correctionForm, waitingCorrection } from '../identity/corrections.ts';
import { language } from '../messaging/notices.ts';
import { tracedSpeedTest } from '../network/speed-tests.ts';
import { usageView } from '../network/usage.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, calendarDay, naira, requiredText, rowNumber, storable, timestamp } from '../platform/fields.ts';
import { lineInQuery } from '../platform/line-of-call.ts';
import { ticketStatus } from '../support/tickets.ts';

const customerId = z.object({ id: rowNumber });

const customerRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** The name on their bills, of those who pay as a company. */
  company: z.nullable(z.string()),
  role: z.enum(['customer', 'admin']),
  disabled: z.boolean(),
  createdAt: timestamp,
  planName: z.nullable(z.string()),
  subscriptionStatus: z.nullable(z.string()),
  /** The account of the same person that theirs has become a part of. */
  mergedInto: z.nullable(z.number()),
});
export type CustomerRow = z.infer<typeof customerRow>;

/** As on the console's home; of the first three a customer has a line in that state. */
export const customerStates = ['active', 'suspended', 'pending', 'former', 'registered', 'disabled'] as const;

const filterFields = {
  state: z.optional(z.enum(customerStates)),
  plan: z.optional(z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'Choose a plan'))),
  area: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100), storable)),
  tag: z.optional(z.string().check(z.trim(), z.maxLength(30), storable)),
  /** The paid time of a line ends on these days or between them. */
  paidFrom: z.optional(calendarDay('Choose a day')),
  paidTo: z.optional(calendarDay('Choose a day')),
  /** They have an invoice that is not paid, or one that is past its day. */
  owing: z.optional(z.enum(['open', 'overdue'])),
  joinedFrom: z.optional(calendarDay('Choose a day')),
  joinedTo: z.optional(calendarDay('Choose a day')),
};

/**
 * Which customers: all that is given together. State, plan, area and paid time are of one and the
 * same line. Days are days in Lagos, both ends included.
 */
export const customerFilter = z.object(filterFields);
export type CustomerFilter = z.infer<typeof customerFilter>;

/**
 * `search`: the beginning of a name (first, last or both), of an address or of a number, a ticket's
 * number, an account's number, or a payment's reference. Without it the newest accounts, those that the
 * filter finds; with it the filter is ignored.
 */
export const searchCustomers = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers',
  access: 'admin',
  permission: 'customers:read',
  summary: 'Find customers, the newest first; `before` is the last id of the page before',
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(255), storable)),
    ...filterFields,
    before: z.optional(rowNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  answer: z.array(customerRow),
  errors: [],
});

/** One page about one customer: the newest ten of each list. */
const customerPage = z.extend(customerRow, {
  /** Of the account that this person opened. */
  accountNumber: z.string(),
  /** The account that it has become a part of. Its lines, and what is about one, are there, and `lineId` is 0. */
  mergedAccount: z.nullable(z.object({ id: z.number(), name: z.string(), accountNumber: z.string() })),
  people: z.array(accountPerson),
  /** Accounts of others that they belong to. */
  otherAccounts: z.array(z.omit(ownAccount, { current: true })),
  /** Of staff, by name. */
  tags: z.array(z.string()),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  lastSeenAt: z.nullable(timestamp),
  /** When they are deleted, as they asked; null when they did not, or have withdrawn it. */
  deletionDueAt: z.nullable(timestamp),
  /** All of them; what follows up to `speedTests` is about the line `lineId`. */
  lines: z.array(lineView),
  lineId: z.number(),
  subscription: z.nullable(subscriptionView),
  /**
   * Read only: the card's label, the next charge, and the outcome of the last attempt for the month
   * that is due.
   */
  autoPay: z.object({
    state: z.enum(['off', 'on', 'stopped']),
    card: z.nullable(z.string()),
    /** What is charged, in this order, without numbers; with bank mandates that are not charged yet. */
    methods: z.array(
      z.object({ label: z.string(), state: z.enum(['charged', 'paused', 'awaiting-approval', 'approved']) }),
    ),
    next: z.nullable(z.object({ at: timestamp, amount: naira })),
    attempt: z.nullable(z.enum(['charging', 'confirm', 'declined'])),
  }),
  usage: usageView,
  /** The area of the line; null while staff have not set it. */
  area: z.nullable(z.string()),
  /** The fibre box of the line. */
  ontSerial: z.nullable(z.string()),
  ontMac: z.nullable(z.string()),
  credit: naira,
  speedTests: z.array(tracedSpeedTest),
  payments: z.array(
    z.object({
      reference: z.string(),
      gateway: z.string(),
      amount: naira,
      /** The part that was paid with account credit. */
      creditUsed: z.optional(naira),
      status: paymentStatus,
      description: z.string(),
      createdAt: timestamp,
    }),
  ),
  tickets: z.array(
    z.object({ id: z.string(), number: z.string(), title: z.string(), status: ticketStatus, updated: timestamp }),
  ),
  referral: z.object({
    code: z.string(),
    referrals: z.number(),
    referredBy: z.nullable(z.object({ id: z.number(), name: z.string() })),
  }),
});
export type CustomerPage = z.infer<typeof customerPage>;

export const getCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id',
  access: 'admin',
  permission: 'customers:read',
  summary: 'Everything about one customer, and one of their lines',
  params: customerId,
  query: lineInQuery,
  answer: customerPage,
  errors: ['customer.not-found', 'line.not-found'],
});

/** What the correction of a customer begins with. `devices`: where they are signed in, which ends with a new mailbox or number. */
export const getCorrection = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/correction',
  access: 'admin',
  permission: 'customers:read',
  summary: 'What staff may correct of a customer, as it is now',
  params: customerId,
  answer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    phoneVerified: z.boolean(),
    language,
    passkeys: z.number(),
    hasApp: z.boolean(),
    devices: z.number(),
  }),
  errors: ['customer.not-found'],
});
export type Correction = z.infer<typeof getCorrection.answer>;

export const correctCustomer = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id',
  access: 'admin',
  permission: 'customers:correct',
  summary:
    'Correct who a customer is, with how they were identified and why; a new mailbox or number counts once its own link was opened, or once a second person has seen the card too',
  params: customerId,
  body: z.extend(correctionForm, { language: z.optional(language) }),
  freshProof: true,
  answer: z.extend(customerPage, { waiting: z.array(waitingCorrection) }),
  errors: [
    'customer.not-found',
    'customer.is-staff',
    'customer.own-account',
    'customer.phone-taken',
    'account.email-taken',
    'phone.not-nigerian-mobile',
    'phone.sending-failed',
    'identity-approval.waiting',
  ],
});

const reason = z.object({ reason: requiredText(500, 'Say why.') });

export const disableAccount = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/disable',
  access: 'admin',
  permission: 'customers:write',
  summary: 'Close an account to its owner and end every session of it',
  params: customerId,
  body: reason,
  answer: z.object(acknowledged),
  errors: ['customer.not-found', 'customer.is-staff', 'customer.oneself'],
});

export const enableAccount = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/enable',
  access: 'admin',
  permission: 'customers:write',
  summary: 'Open a disabled account again',
  params: customerId,
  body: reason,
  answer: z.object(acknowledged),
  errors: ['customer.not-found', 'customer.is-staff'],
});

export const api = {
  description: 'Finding customers, and everything about one.',
  endpoints: { searchCustomers, getCustomer, getCorrection, correctCustomer, disableAccount, enableAccount },
  schemas: { customerRow, customerFilter, customerPage },
};
