import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  emailAddress,
  identifier,
  naira,
  optionalText,
  requiredText,
  rowNumber,
  timestamp,
} from '../platform/fields.ts';

/**
 * How a company is billed: one invoice a month for all lines, on `billingDay`, due `paymentTermsDays`
 * after it. `outstanding` is what it owes for such invoices. `suspendedAt`: since when its lines are
 * off because one is unpaid.
 */
const company = z.object({
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
});
export type Company = z.infer<typeof company>;

/** An address, or nothing. */
const optionalEmail = z.optional(z.union([z.literal(''), emailAddress], 'Invalid email address'));

const ownForm = {
  purchaseOrder: optionalText(50),
  billContactName: optionalText(150),
  billContactEmail: optionalEmail,
};

const TERMS = 'Enter 0 to 90 days';
const BILLING_DAY = 'Enter a day from 1 to 28';

export const getCompany = defineEndpoint({
  method: 'GET',
  path: '/api/user/company',
  access: 'session',
  accountRole: 'billing',
  summary: 'How the caller’s account is billed where it has one invoice a month for all lines; else null',
  answer: z.nullable(company),
  errors: [],
});

export const saveOwnCompany = defineEndpoint({
  method: 'PUT',
  path: '/api/user/company',
  access: 'session',
  accountRole: 'billing',
  summary: 'Set the purchase-order number and the contact for bills; left out or empty is none',
  body: z.object(ownForm),
  answer: z.object({ ...acknowledged, company }),
  errors: ['company.none'],
});

const customerId = z.object({ id: rowNumber });

export const getStaffCompany = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/company',
  access: 'admin',
  permission: 'customers:read',
  summary: 'How a customer is billed where they have one invoice a month for all lines; else null',
  params: customerId,
  answer: z.object({ company: z.nullable(company) }),
  errors: ['customer.not-found'],
});

export const saveCompany = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/company',
  access: 'admin',
  permission: 'customers:write',
  summary: 'Turn an account into a company with one invoice a month for all lines, or change how it is billed',
  params: customerId,
  body: z.object({
    companyName: requiredText(150, 'Enter the name of the company'),
    taxId: requiredText(20, 'Enter the TIN of the company'),
    paymentTermsDays: z.int(TERMS).check(z.minimum(0, TERMS), z.maximum(90, TERMS)),
    billingDay: z.int(BILLING_DAY).check(z.minimum(1, BILLING_DAY), z.maximum(28, BILLING_DAY)),
    ...ownForm,
  }),
  answer: z.object({ ...acknowledged, company }),
  errors: ['customer.not-found'],
});

/**
 * Tax that a company withheld from a payment. `status`: its document, the credit note of the tax
 * authority, is `awaited` or `documented`; `reversed` with the refund of the payment.
 */
const withholdingTax = z.object({
  id: z.string(),
  customer: z.object({ id: z.number(), name: z.string(), accountNumber: z.string() }),
  reference: z.string(),
  amount: naira,
  createdAt: timestamp,
  status: z.enum(['awaited', 'documented', 'reversed']),
  creditNoteNumber: z.nullable(z.string()),
  creditNoteDate: z.nullable(z.string()),
  slipId: z.nullable(z.string()),
});
export type WithholdingTax = z.infer<typeof withholdingTax>;

export const listWithholdingTaxes = defineEndpoint({
  method: 'GET',
  path: '/api/staff/withholding-taxes',
  access: 'admin',
  permission: 'payments:read',
  summary: 'Withheld tax whose documents are awaited, oldest first, 200 at most; or all that a customer withheld',
  query: z.object({ customer: z.optional(rowNumber) }),
  answer: z.array(withholdingTax),
  errors: [],
});

const isDay = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};
const day = z
  .string()
  .check(
    z.regex(/^20\d\d-\d\d-\d\d$/, 'Name a day, such as 2026-11-21'),
    z.refine(isDay, 'Name a day, such as 2026-11-21'),
  );

/** `slipId`: its photograph or PDF, stored by the upload of deposit slips. */
export const recordWithholdingDocument = defineEndpoint({
  method: 'POST',
  path: '/api/staff/withholding-taxes/:id/document',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Record the tax authority’s credit note for withheld tax; each number counts once',
  params: z.object({ id: identifier }),
  body: z.object({
    creditNoteNumber: requiredText(60, 'Enter the number of the credit note'),
    creditNoteDate: day,
    slipId: z.optional(identifier),
  }),
  answer: z.object({ ...acknowledged, withholdingTax }),
  errors: [
    'withholding-tax.not-found',
    'withholding-tax.not-awaited',
    'withholding-tax.document-used',
    'file.not-found',
  ],
});

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
const accountStatement = z.object({
  from: z.string(),
  to: z.string(),
  customer: z.object({ name: z.string(), accountNumber: z.string() }),
  opening: naira,
  closing: naira,
  entries: z.array(statementEntry),
  ages: z.array(z.object({ age: z.enum(statementAges), invoices: z.number(), amount: naira })),
});
export type AccountStatement = z.infer<typeof accountStatement>;

const statementRange = z.object({ from: day, to: day });
const statementForm = z.object({ document: z.enum(['pdf', 'csv']) });

export const getAccountStatement = defineEndpoint({
  method: 'GET',
  path: '/api/user/account-statement',
  access: 'session',
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
  accountRole: 'billing',
  summary: 'The same as a PDF or as CSV',
  params: statementForm,
  query: statementRange,
  answer: null,
  errors: [],
});

export const getStaffAccountStatement = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/account-statement',
  access: 'admin',
  permission: 'payments:read',
  summary: 'A customer’s statement of account for a time of at most 400 days',
  params: customerId,
  query: statementRange,
  answer: accountStatement,
  errors: ['customer.not-found'],
});

export const getStaffAccountStatementDocument = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/account-statement/:document',
  access: 'admin',
  permission: 'payments:read',
  summary: 'A customer’s statement of account as a PDF or as CSV',
  params: z.extend(customerId, statementForm.shape),
  query: statementRange,
  answer: null,
  errors: ['customer.not-found'],
});
