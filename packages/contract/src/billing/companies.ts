import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, calendarDay, emailAddress, naira, optionalText, timestamp } from '../platform/fields.ts';

/**
 * How a company is billed: one invoice a month for all lines, on `billingDay`, due `paymentTermsDays`
 * after it. `outstanding` is what it owes for such invoices, `open` those that are not paid whole, the oldest first (left
 * out by the release before). `suspendedAt`: since when its lines are off because one is unpaid.
 */
export const company = z.object({
  companyName: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  paymentTermsDays: z.number(),
  billingDay: z.number(),
  purchaseOrder: z.nullable(z.string()),
  billContactName: z.nullable(z.string()),
  billContactEmail: z.nullable(z.string()),
  nextInvoiceAt: timestamp,
  suspendedAt: z.nullable(timestamp),
  outstanding: naira,
  open: z.optional(z.array(z.object({ invoiceNumber: z.string(), dueAt: timestamp, outstanding: naira }))),
});
export type Company = z.infer<typeof company>;

/** An address, or nothing. */
const optionalEmail = z.optional(z.union([z.literal(''), emailAddress], 'Invalid email address'));

export const ownCompanyForm = {
  purchaseOrder: optionalText(50),
  billContactName: optionalText(150),
  billContactEmail: optionalEmail,
};

export const getCompany = defineEndpoint({
  method: 'GET',
  path: '/api/user/company',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'How the caller’s account is billed where it has one invoice a month for all lines; else null',
  answer: z.object({ company: z.nullable(company) }),
  errors: [],
});

export const saveOwnCompany = defineEndpoint({
  method: 'PUT',
  path: '/api/user/company',
  access: 'session',
  accountRole: 'billing',
  summary: 'Set the purchase-order number and the contact for bills; left out or empty is none',
  body: z.object(ownCompanyForm),
  answer: z.object({ ...acknowledged, company }),
  errors: ['company.none'],
});

export const day = calendarDay('Name a day, such as 2026-11-21');

/**
 * A document or movement of money, `amount` above zero where the customer owes more by it; `balance`
 * is what they owe after it, below zero where they have credit.
 */
const statementEntry = z.object({
  at: timestamp,
  kind: z.enum([
    'invoice',
    'payment',
    'withheld',
    'withheld-reversed',
    'write-off',
    'write-off-reversed',
    'credit-note',
    'refund',
    'chargeback',
    'credit',
  ]),
  document: z.string(),
  amount: naira,
  balance: naira,
});
export type StatementEntry = z.infer<typeof statementEntry>;

/** How long an invoice is overdue, in days. */
export const statementAges = ['current', '1-30', '31-60', '61-90', 'over-90'] as const;

/** From the day `from` to the day `to` in Lagos, both included; the ages are those of now. */
export const accountStatement = z.object({
  from: z.string(),
  to: z.string(),
  customer: z.object({ name: z.string(), accountNumber: z.string() }),
  opening: naira,
  closing: naira,
  entries: z.array(statementEntry),
  ages: z.array(z.object({ age: z.enum(statementAges), invoices: z.number(), amount: naira })),
});
export type AccountStatement = z.infer<typeof accountStatement>;

export const statementRange = z.object({ from: day, to: day });
export const statementForm = z.object({ document: z.enum(['pdf', 'csv']) });

export const getAccountStatement = defineEndpoint({
  method: 'GET',
  path: '/api/user/account-statement',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s invoices, payments, withheld tax, credit notes and refunds of a time, with the balance',
  query: statementRange,
  answer: accountStatement,
  errors: [],
});

export const getAccountStatementDocument = defineEndpoint({
  method: 'GET',
  path: '/api/user/account-statement/:document',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The same as a PDF or as CSV',
  params: statementForm,
  query: statementRange,
  answer: null,
  errors: [],
});

export const api = {
  description: 'What a company pays by, and its statement of account.',
  endpoints: { getCompany, saveOwnCompany, getAccountStatement, getAccountStatementDocument },
  schemas: { company, accountStatementEntry: statementEntry, accountStatement },
};
