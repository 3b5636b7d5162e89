import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, naira, requiredText, storable, timestamp } from '../platform/fields.ts';

/** A month in Lagos, for example "2026-11". */
const accountingMonth = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Name a month, such as 2026-11'));

const person = z.object({ id: z.number(), name: z.string() });

/**
 * `open`: entries may be booked into it, as into the present one. `reopening`: closed still, until a
 * second person has decided.
 */
const accountingPeriod = z.object({
  month: z.string(),
  status: z.enum(['open', 'closed', 'reopening', 'reopened']),
  /** Its last day is over, so that it can be closed once those before it are. */
  isOver: z.boolean(),
  closedAt: z.nullable(timestamp),
  closedBy: z.nullable(person),
  note: z.nullable(z.string()),
  reopenRequestedBy: z.nullable(person),
  reopenReason: z.nullable(z.string()),
});
export type AccountingPeriod = z.infer<typeof accountingPeriod>;

export const listAccountingPeriods = defineEndpoint({
  method: 'GET',
  path: '/api/staff/accounting-periods',
  access: 'admin',
  permission: 'ledger:read',
  summary: 'The months of the ledger, the present one first, 36 at most, and which of them are closed',
  answer: z.array(accountingPeriod),
  errors: [],
});

/** Sums of documents; of credit notes, what they take back. `tax` is the VAT at the rate. */
const taxed = z.object({ percent: z.number(), net: naira, tax: naira });

/**
 * The figures of a VAT return: documents by the day on which the tax fell due. `taxable` by rate, and
 * what bears none, as invoiced; credit notes by themselves. `rounding`: kobo between documents and their
 * taxable amounts. `badDebts`: written off in the month, with the VAT inside; no relief is taken.
 * `ledgerTax`: the VAT of the ledger's journal of the same month.
 */
const vatReturn = z.object({
  dueOn: z.string(),
  invoices: z.number(),
  creditNotes: z.number(),
  taxable: z.array(taxed),
  zeroRated: naira,
  exempt: naira,
  credited: z.object({ taxable: z.array(taxed), zeroRated: naira, exempt: naira }),
  rounding: naira,
  sales: naira,
  outputTax: naira,
  inputTax: naira,
  badDebts: z.object({ count: z.number(), amount: naira, tax: naira }),
  ledgerTax: naira,
});
export type VatReturn = z.infer<typeof vatReturn>;

/** Tax that companies withheld from payments of the month: whose document came, and whose is missing. */
const withholdingSummary = z.object({
  received: z.object({ count: z.number(), amount: naira }),
  missing: z.object({ count: z.number(), amount: naira }),
  /** The missing ones by company, the largest first, a hundred at most. */
  missingBy: z.array(z.object({ customer: person, count: z.number(), amount: naira, oldestAt: timestamp })),
});
export type WithholdingSummary = z.infer<typeof withholdingSummary>;

/**
 * The ledger, the documents and the tax authority beside each other. `ledgerRevenue` with its VAT, but
 * for `writtenOff`, which has no document of its own; `documents`: invoices less credit notes.
 * `differences` names each customer and moment at which the two are not the same, a hundred at most, and
 * `differenceCount` counts all.
 */
const documentProof = z.object({
  ledgerRevenue: naira,
  writtenOff: naira,
  documents: naira,
  differenceCount: z.number(),
  differences: z.array(
    z.object({
      at: timestamp,
      customer: person,
      ledger: naira,
      documents: naira,
      transactions: z.array(z.string()),
      documentNumbers: z.array(z.string()),
    }),
  ),
  registered: z.object({ count: z.number(), amount: naira }),
  waiting: z.object({ count: z.number(), amount: naira }),
  refused: z.object({ count: z.number(), amount: naira }),
  /** Documents that the tax authority is not to register: of before that was switched on, or it is off. */
  unregistered: z.object({ count: z.number(), amount: naira }),
  /** Registered with another sum than the document has. */
  otherSum: z.array(z.object({ documentNumber: z.string(), registered: naira, document: naira })),
});
export type DocumentProof = z.infer<typeof documentProof>;

/** A thing to look at before a month is closed. `blocks`: it cannot be closed with it. */
const closingCheck = z.object({
  id: z.enum([
    'not-over',
    'earlier-open',
    'unbalanced',
    'differences',
    'documents-waiting',
    'documents-refused',
    'certificates-missing',
  ]),
  blocks: z.boolean(),
  count: z.number(),
});
export type ClosingCheck = z.infer<typeof closingCheck>;

/** `hasChanged`: a closed month does not have the figures any more that it was closed with. */
const accountingMonthView = z.object({
  period: accountingPeriod,
  hasChanged: z.boolean(),
  checks: z.array(closingCheck),
  vatReturn,
  withholding: withholdingSummary,
  proof: documentProof,
});
export type AccountingMonth = z.infer<typeof accountingMonthView>;

const ofMonth = z.object({ month: accountingMonth });

export const getAccountingMonth = defineEndpoint({
  method: 'GET',
  path: '/api/staff/accounting-periods/:month',
  access: 'admin',
  permission: 'ledger:read',
  summary:
    'A month of the accountant: VAT return, withheld tax, ledger against documents, and what keeps it from being closed',
  params: ofMonth,
  answer: accountingMonthView,
  errors: [],
});

const changed = z.object({ ...acknowledged, period: accountingPeriod });

export const closeAccountingPeriod = defineEndpoint({
  method: 'POST',
  path: '/api/staff/accounting-periods/:month/closing',
  access: 'admin',
  permission: 'accounting:close',
  summary: 'Close a month that is over: nothing is booked into it any more',
  params: ofMonth,
  body: z.object({ note: z.optional(z.string().check(z.trim(), z.maxLength(500), storable)) }),
  freshProof: true,
  answer: changed,
  errors: [
    'accounting-period.not-over',
    'accounting-period.earlier-open',
    'accounting-period.closed',
    'accounting-period.unbalanced',
  ],
});

export const requestReopening = defineEndpoint({
  method: 'POST',
  path: '/api/staff/accounting-periods/:month/reopening',
  access: 'admin',
  permission: 'accounting:close',
  summary: 'Ask for a closed month to be opened; a second person decides',
  params: ofMonth,
  body: z.object({ reason: requiredText(500, 'Say why.') }),
  freshProof: true,
  answer: changed,
  errors: ['accounting-period.not-closed'],
});

export const decideReopening = defineEndpoint({
  method: 'POST',
  path: '/api/staff/accounting-periods/:month/reopening/decision',
  access: 'admin',
  permission: 'accounting:close',
  summary: 'As a second person, open a closed month, or leave it closed; who asked may only take it back',
  params: ofMonth,
  body: z.object({ approve: z.boolean() }),
  freshProof: true,
  answer: changed,
  errors: ['accounting-period.no-request', 'accounting-period.second-person', 'accounting-period.later-closed'],
});

export const exportVatReturn = defineEndpoint({
  method: 'GET',
  path: '/api/staff/accounting-periods/:month/vat-documents.csv',
  access: 'admin',
  permission: 'ledger:read',
  summary: 'Every document of a month’s VAT return with its VAT by rate, as CSV',
  params: ofMonth,
  freshProof: true,
  answer: null,
  errors: [],
});

export const getAuditFile = defineEndpoint({
  method: 'GET',
  path: '/api/staff/accounting-periods/:month/audit-file.tar.gz',
  access: 'admin',
  permission: 'ledger:read',
  summary:
    'A month as one file that opens without the portal: journal, VAT return, every document as a page and as UBL, attachments, checksums',
  params: ofMonth,
  freshProof: true,
  answer: null,
  errors: [],
});

export const api = {
  description: 'The accountant’s month: VAT return, withheld tax, ledger against documents, closing, audit file.',
  endpoints: {
    listAccountingPeriods,
    getAccountingMonth,
    closeAccountingPeriod,
    requestReopening,
    decideReopening,
    exportVatReturn,
    getAuditFile,
  },
  schemas: { accountingPeriod, accountingMonth: accountingMonthView, vatReturn, documentProof, withholdingSummary },
};
