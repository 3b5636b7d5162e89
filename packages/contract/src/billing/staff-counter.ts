import { LARGEST_SUM_KOBO } from '@portal/kernel/money';
import * as z from 'zod/mini';
import { nairaAmount } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  naira,
  optionalText,
  requiredText,
  rowNumber,
  timestamp,
} from '../platform/fields.ts';
import { attachmentTypes, fileName } from '../platform/files.ts';
import { lineInBody, lineInQuery } from '../platform/line-of-call.ts';
import { lineView } from './lines.ts';
import { receipt } from './payments/payments.ts';
import { staffPayment } from './payments/staff-payments.ts';

/** The ways in which money comes over the counter; such a payment has one as its `gateway`. */
export const counterMethod = z.enum(['cash', 'pos', 'deposit']);
export type CounterMethod = z.infer<typeof counterMethod>;

/** Chosen by the page and kept until it has an answer: a repeat has no second effect. */
export const clientRequestId = z.string().check(z.regex(/^[\w-]{8,64}$/, 'Use 8 to 64 letters, digits or hyphens'));

const customerId = z.object({ id: rowNumber });

/**
 * What a customer owes now, oldest first. `invoiceNumber` is null where none was issued yet. Only a
 * charge can be written off.
 */
const dueItem = z.object({
  kind: z.optional(z.enum(['charge', 'month'])),
  label: z.string(),
  invoiceNumber: z.nullable(z.string()),
  dueAt: z.nullable(timestamp),
  amount: naira,
});

/**
 * `total` is what is due after the credit. `needsPlan`: the customer has no plan yet. A payment that
 * names one pays its first month; one that names none becomes credit.
 */
const counterCustomer = z.object({
  id: z.number(),
  name: z.string(),
  accountNumber: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** All of theirs; what is due is that of the line `lineId`. */
  lines: z.array(lineView),
  lineId: z.number(),
  due: z.array(dueItem),
  credit: naira,
  total: naira,
  needsPlan: z.boolean(),
  /** Whether all lines have one invoice a month, so that tax may be withheld. */
  isCompany: z.boolean(),
  /** The company on their bills; null where there is none. */
  companyName: z.optional(z.nullable(z.string())),
  /** What is due without its VAT, of which a share is withheld. */
  netOfVat: naira,
});
export type CounterCustomer = z.infer<typeof counterCustomer>;

export const getCounterCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/counter',
  access: 'admin',
  permission: 'counter:read',
  summary: 'What a customer owes at the counter; with `planId` what a new customer would pay for it',
  params: customerId,
  query: z.extend(lineInQuery, { planId: z.optional(identifier) }),
  answer: counterCustomer,
  errors: ['customer.not-found', 'line.not-found', 'plan.not-found'],
});

/**
 * `outsideReference` is the number on the POS or deposit slip; cash has none, or that of a paper
 * receipt. `planId` only counts while the customer has no paid plan. `slipId` is the photograph of
 * a deposit slip.
 */
const counterPaymentForm = z.object({
  amount: nairaAmount(0.01),
  method: counterMethod,
  outsideReference: optionalText(60),
  planId: z.optional(identifier),
  slipId: z.optional(identifier),
  clientRequestId,
  /** Tax that a company withheld: settles its invoices together with the money. */
  withheld: z.optional(nairaAmount(0)),
  ...lineInBody.shape,
});

/**
 * Pays what is due, oldest first, as far as the money with the customer's credit covers it whole;
 * the rest becomes credit.
 */
export const takeCounterPayment = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/counter-payments',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Take money at the counter, once for each `clientRequestId`',
  params: customerId,
  body: counterPaymentForm,
  answer: z.object({
    ...acknowledged,
    payment: staffPayment,
    receiptNumber: z.string(),
    /** What became of it, in the words of the receipt. */
    lines: z.array(z.object({ label: z.string(), amount: naira })),
  }),
  errors: [
    'customer.not-found',
    'line.not-found',
    'plan.not-found',
    'file.not-found',
    'till.not-open',
    'counter.reference-used',
    'counter.request-reused',
    'counter.withheld-too-much',
  ],
});

const person = z.object({ id: z.number(), name: z.string() });

/**
 * `cash` is what was taken in cash during it, `pos` and `deposits` what was taken otherwise and is
 * not in the till. `expected`, `counted` and their `difference` are null until it is closed.
 */
const tillShift = z.object({
  id: z.string(),
  staff: person,
  openedAt: timestamp,
  closedAt: z.nullable(timestamp),
  payments: z.number(),
  cash: naira,
  pos: naira,
  deposits: naira,
  /** Cash that agents handed over into the till. */
  fromAgents: z.optional(naira),
  handedOver: naira,
  /** Refunds that were paid out in cash. */
  paidOut: z.optional(naira),
  expected: z.nullable(naira),
  counted: z.nullable(naira),
  difference: z.nullable(naira),
  note: z.nullable(z.string()),
});
export type TillShift = z.infer<typeof tillShift>;

/** `balance` is what should be in the till now; it stays there from shift to shift. */
export const till = z.object({ balance: naira, shift: z.nullable(tillShift) });
export type Till = z.infer<typeof till>;

export const getTill = defineEndpoint({
  method: 'GET',
  path: '/api/staff/till',
  access: 'admin',
  permission: 'counter:read',
  summary: 'The caller’s till and open shift',
  answer: till,
  errors: [],
});

export const openTillShift = defineEndpoint({
  method: 'POST',
  path: '/api/staff/till/open',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Open the caller’s shift; an open one stays as it is',
  answer: z.object({ ...acknowledged, till }),
  errors: [],
});

/** `note` is needed where `counted` differs from what should be there: the sum of many entries. */
export const closeTillShift = defineEndpoint({
  method: 'POST',
  path: '/api/staff/till/close',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Close the caller’s shift with the cash that was counted; a difference is booked',
  body: z.object({ shiftId: identifier, counted: nairaAmount(0, LARGEST_SUM_KOBO), note: optionalText(500) }),
  answer: z.object({ ...acknowledged, shift: tillShift }),
  errors: ['till.not-open', 'till.note-needed'],
});

export const handOverTill = defineEndpoint({
  method: 'POST',
  path: '/api/staff/till/hand-overs',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Record cash that goes from the caller’s till to the bank, once for each `clientRequestId`',
  body: z.object({
    amount: nairaAmount(0.01),
    bankReference: requiredText(60, 'Enter the number on the bank’s slip'),
    clientRequestId,
  }),
  answer: z.object({ ...acknowledged, till }),
  errors: ['till.not-open', 'till.too-little', 'counter.reference-used', 'counter.request-reused'],
});

export const listTillShifts = defineEndpoint({
  method: 'GET',
  path: '/api/staff/till-shifts',
  access: 'admin',
  permission: 'tills:read',
  summary: 'Shifts of all staff, newest first, with what was missing or too much; `before` is the last id',
  query: z.object({ before: z.optional(identifier) }),
  answer: z.array(tillShift),
  errors: [],
});

const receiptNumber = z.object({ receiptNumber: identifier });

export const getStaffReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/staff/receipts/:receiptNumber',
  access: 'admin',
  permission: 'payments:read',
  summary: 'A customer’s receipt, to be printed for them',
  params: receiptNumber,
  answer: receipt,
  errors: ['receipt.not-found'],
});

export const getStaffReceiptPdf = defineEndpoint({
  method: 'GET',
  path: '/api/staff/receipts/:receiptNumber/pdf',
  access: 'admin',
  permission: 'payments:read',
  summary: 'A customer’s receipt as a PDF',
  params: receiptNumber,
  answer: null,
  errors: ['receipt.not-found'],
});

export const uploadDepositSlip = defineEndpoint({
  method: 'POST',
  path: '/api/staff/deposit-slips',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Store the photograph of a deposit slip, to be named by a payment within a day',
  query: fileName,
  file: attachmentTypes,
  answer: z.object({ ...acknowledged, slip: z.object({ id: z.string(), name: z.string() }) }),
  errors: ['file.not-accepted', 'file.harmful', 'file.too-large', 'file.no-room'],
});

export const downloadDepositSlip = defineEndpoint({
  method: 'GET',
  path: '/api/staff/deposit-slips/:id',
  access: 'admin',
  permission: 'payments:read',
  summary: 'The photograph of a deposit slip, as a download',
  params: z.object({ id: identifier }),
  answer: null,
  errors: ['file.not-found'],
});

export const api = {
  description: 'Payments at the counter: tills, shifts, deposits and receipts.',
  endpoints: {
    getCounterCustomer,
    takeCounterPayment,
    getTill,
    openTillShift,
    closeTillShift,
    handOverTill,
    listTillShifts,
    getStaffReceipt,
    getStaffReceiptPdf,
    uploadDepositSlip,
    downloadDepositSlip,
  },
  schemas: { counterMethod, counterDueItem: dueItem, counterCustomer, counterPaymentForm, tillShift, till },
};
