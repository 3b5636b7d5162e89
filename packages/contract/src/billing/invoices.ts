import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDay, identifier, naira, timestamp } from '../platform/fields.ts';

/** The seller or the buyer as they were when the document was issued. */
export const party = z.object({
  name: z.string(),
  address: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  registrationNumber: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
});

const line = z.object({ label: z.string(), amount: naira });

/**
 * `total` includes `vat`. Invoices that an older version cached lack `subscriptionId`. `open`: due at `dueAt`; `void`: nothing is owed, because the month did
 * not begin, or another invoice replaced it. `receiptNumber` and `paidBy` (how, and under which
 * reference) are null until it is paid; `creditNotes` exist once it was refunded, several where it
 * was refunded in parts.
 */
const invoice = z.object({
  invoiceNumber: z.string(),
  subscriptionId: z.optional(z.string()),
  kind: z.enum(['period', 'upgrade', 'bundle', 'charge', 'monthly']),
  status: z.enum(['open', 'paid', 'void']),
  issuedAt: timestamp,
  dueAt: timestamp,
  paidAt: z.nullable(timestamp),
  planName: z.string(),
  periodStart: timestamp,
  periodEnd: timestamp,
  total: naira,
  vat: naira,
  /** What is still owed for an invoice of all lines; absent for others, which are paid whole. */
  outstanding: z.optional(naira),
  /** The customer's own account number, which takes a transfer for an open invoice; absent without one. */
  sendTo: z.optional(z.object({ bank: z.string(), accountNumber: z.string() })),
  /** What the customer is not asked to pay any more; absent where nothing is written off. */
  writtenOff: z.optional(naira),
  currency: z.string(),
  /**
   * At the tax authority: `refused` waits for us, or where `lacks` is there, for the customer to complete
   * that. Null where this document is not registered, absent in answers of earlier releases.
   */
  registration: z.optional(
    z.nullable(
      z.object({
        status: z.enum(['waiting', 'registered', 'refused']),
        irn: z.nullable(z.string()),
        registeredAt: z.nullable(timestamp),
        lacks: z.optional(z.enum(['name', 'taxId', 'address', 'email', 'phone'])),
      }),
    ),
  ),
  creditNotes: z.array(z.object({ creditNoteNumber: z.string(), issuedAt: timestamp, total: naira })),
});
export type InvoiceSummary = z.infer<typeof invoice>;

const invoicePage = z.extend(invoice, {
  customerNumber: z.number(),
  speed: z.string(),
  seller: party,
  buyer: party,
  lines: z.array(line),
  vatPercent: z.number(),
  /** The VAT by rate where a document has several, or some of it bears none. */
  vatBreakdown: z.optional(
    z.array(
      z.object({
        category: z.enum(['standard', 'zero-rated', 'exempt']),
        percent: z.number(),
        taxable: naira,
        vat: naira,
      }),
    ),
  ),
  electronicReference: z.nullable(z.string()),
  paidBy: z.nullable(z.object({ gateway: z.string(), channel: z.nullable(z.string()), reference: z.string() })),
  receiptNumber: z.nullable(z.string()),
  /** What was paid, and what tax was withheld, for an invoice of all lines. */
  settlements: z.optional(
    z.array(z.object({ kind: z.enum(['payment', 'withheld']), at: timestamp, reference: z.string(), amount: naira })),
  ),
  purchaseOrder: z.optional(z.string()),
});
export type InvoiceView = z.infer<typeof invoicePage>;

export const listInvoices = defineEndpoint({
  method: 'GET',
  path: '/api/user/invoices',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s invoices, newest first; `before` is the last number of the page before',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    before: z.optional(identifier),
  }),
  answer: z.array(invoice),
  errors: [],
});

const invoiceNumber = z.object({ invoiceNumber: identifier });

export const getInvoice = defineEndpoint({
  method: 'GET',
  path: '/api/user/invoices/:invoiceNumber',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'One of the caller’s invoices',
  params: invoiceNumber,
  answer: invoicePage,
  errors: ['invoice.not-found'],
});

/**
 * `document` is `page` (HTML, for reading or printing) or `pdf`. A credit note's number returns the
 * credit note.
 */
export const getInvoiceDocument = defineEndpoint({
  method: 'GET',
  path: '/api/user/invoices/:invoiceNumber/:document',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'One of the caller’s invoices or credit notes as a page or as a PDF',
  params: z.object({ invoiceNumber: identifier, document: z.enum(['page', 'pdf']) }),
  answer: null,
  errors: ['invoice.not-found'],
});

/**
 * `balanceAfter` is the balance at that time; `amount` is negative where credit was spent or taken
 * back.
 */
const creditEntry = z.object({
  id: z.string(),
  at: timestamp,
  label: z.string(),
  amount: naira,
  balanceAfter: naira,
  reference: z.nullable(z.string()),
});
export type CreditEntry = z.infer<typeof creditEntry>;

export const getCredit = defineEndpoint({
  method: 'GET',
  path: '/api/user/credit',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s credit, line by line, newest first; `before` is the last id of the page before',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    before: z.optional(identifier),
  }),
  answer: z.object({ balance: naira, entries: z.array(creditEntry) }),
  errors: [],
});

/** A month in Lagos, for example "2026-11". */
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Name a month, such as 2026-11'));

const statement = z.object({
  month: z.string(),
  openingCredit: naira,
  closingCredit: naira,
  invoiced: naira,
  paid: naira,
  refunded: naira,
  /** The credit notes of this month, whenever their invoices were issued. */
  corrected: naira,
  /** The chargebacks of this month. */
  chargedBack: naira,
  invoices: z.array(invoice),
  payments: z.array(
    z.object({
      reference: z.string(),
      gateway: z.string(),
      channel: z.optional(z.nullable(z.string())),
      paidAt: timestamp,
      amount: naira,
      description: z.string(),
    }),
  ),
  refunds: z.array(z.object({ reference: z.string(), at: timestamp, amount: naira })),
  creditNotes: z.array(
    z.object({ creditNoteNumber: z.string(), invoiceNumber: z.string(), issuedAt: timestamp, total: naira }),
  ),
  chargebacks: z.array(z.object({ reference: z.string(), at: timestamp, amount: naira })),
  credit: z.array(creditEntry),
});
export type StatementView = z.infer<typeof statement>;

export const getStatement = defineEndpoint({
  method: 'GET',
  path: '/api/user/statements/:month',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The invoices, credit notes, payments, refunds, chargebacks and credits of the caller in a month of Lagos',
  params: z.object({ month }),
  answer: statement,
  errors: [],
});

export const exportInvoices = defineEndpoint({
  method: 'GET',
  path: '/api/staff/invoices.csv',
  access: 'admin',
  permission: 'payments:read',
  summary:
    'All invoices issued from one day in Lagos to another, as CSV in the order of their numbers, then all credit notes issued meanwhile with their sums below zero',
  query: z.object({ from: calendarDay(), to: calendarDay() }),
  freshProof: true,
  answer: null,
  errors: [],
});

export const api = {
  description: 'Invoices, credit notes, statements and credit of a customer, as data and as files.',
  endpoints: {
    listInvoices,
    getInvoice,
    getInvoiceDocument,
    getCredit,
    getStatement,
    exportInvoices,
  },
  schemas: {
    invoiceParty: party,
    invoiceLine: line,
    invoice,
    invoicePage,
    creditEntry,
    monthlyStatement: statement,
  },
};
