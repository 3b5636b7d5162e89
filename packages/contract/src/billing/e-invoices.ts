import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, timestamp } from '../platform/fields.ts';

/**
 * A document on its way to the tax authority. `clearance`: registered before it is sent to its buyer;
 * `reporting`: within 24 hours. `waiting`: it is sent, or sent again, at `nextAttemptAt`; `unknown`: it
 * was sent and the answer is missing, so it is asked for; `refused`: a person has to mend what `fault`
 * says. `irn` is its number there, from the first attempt on.
 */
const eInvoice = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  documentNumber: z.string(),
  invoiceNumber: z.string(),
  customer: z.object({ id: z.number(), name: z.string() }),
  total: naira,
  procedure: z.enum(['clearance', 'reporting']),
  status: z.enum(['waiting', 'unknown', 'registered', 'refused']),
  irn: z.nullable(z.string()),
  attempts: z.number(),
  fault: z.nullable(z.object({ code: z.string(), field: z.nullable(z.string()), message: z.string(), at: timestamp })),
  createdAt: timestamp,
  /** By when it has to be registered; null for clearance, which holds the sending and has no day. */
  dueAt: z.nullable(timestamp),
  nextAttemptAt: z.nullable(timestamp),
  registeredAt: z.nullable(timestamp),
});
export type EInvoice = z.infer<typeof eInvoice>;

/** `isOn` false: nothing is registered, and there is nothing to see. */
const eInvoiceList = z.object({
  isOn: z.boolean(),
  provider: z.nullable(z.string()),
  waiting: z.number(),
  refused: z.number(),
  /** Since when the oldest one waits. */
  oldestAt: z.nullable(timestamp),
  /** The provider rejects our keys. */
  keysRefused: z.boolean(),
  documents: z.array(eInvoice),
  /** Pass it as `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
});
export type EInvoiceList = z.infer<typeof eInvoiceList>;

export const listEInvoices = defineEndpoint({
  method: 'GET',
  path: '/api/staff/e-invoices',
  access: 'admin',
  permission: 'e-invoices:read',
  summary: 'Documents for the tax authority, newest first: those that wait, those that were refused, or all',
  query: z.object({
    state: z.optional(z.enum(['waiting', 'refused', 'registered'])),
    /** The number of a document, of the invoice that it corrects, at the authority, or of a customer. */
    search: z.optional(identifier),
    before: z.optional(identifier),
  }),
  answer: eInvoiceList,
  errors: [],
});

const eInvoiceId = z.object({ id: identifier });

export const retryEInvoice = defineEndpoint({
  method: 'POST',
  path: '/api/staff/e-invoices/:id/retry',
  access: 'admin',
  permission: 'e-invoices:write',
  summary: 'Have a refused document made anew and sent again, or one that waits sent now',
  params: eInvoiceId,
  answer: z.object(acknowledged),
  errors: ['e-invoice.not-found', 'e-invoice.registered'],
});

export const retryEInvoices = defineEndpoint({
  method: 'POST',
  path: '/api/staff/e-invoices/retry',
  access: 'admin',
  permission: 'e-invoices:write',
  summary: 'Have all refused documents made anew and sent again, and all that wait sent now',
  answer: z.object({ ...acknowledged, retried: z.number() }),
  errors: [],
});

/** For a number that the authority has and the portal has not sent, as after a restore of an older backup. */
export const acceptEInvoice = defineEndpoint({
  method: 'POST',
  path: '/api/staff/e-invoices/:id/accept',
  access: 'admin',
  permission: 'e-invoices:write',
  summary: 'Say that the document which the authority has under this number is this one; it is asked again first',
  params: eInvoiceId,
  freshProof: true,
  answer: z.object(acknowledged),
  errors: ['e-invoice.not-found', 'e-invoice.not-a-duplicate', 'e-invoice.not-confirmed'],
});

export const testEInvoicing = defineEndpoint({
  method: 'POST',
  path: '/api/staff/e-invoices/test',
  access: 'admin',
  permission: 'e-invoices:write',
  summary: 'Try the provider’s address and keys, without a document',
  answer: z.object({ works: z.boolean(), message: z.string() }),
  errors: ['e-invoice.off'],
});

export const getEInvoiceJson = defineEndpoint({
  method: 'GET',
  path: '/api/staff/e-invoices/:id/document.json',
  access: 'admin',
  permission: 'e-invoices:read',
  summary: 'A document as it is, or was, sent to the tax authority, in its own fields',
  params: eInvoiceId,
  answer: null,
  errors: ['e-invoice.not-found', 'e-invoice.off'],
});

const xmlParams = z.object({ invoiceNumber: identifier });

export const getInvoiceXml = defineEndpoint({
  method: 'GET',
  path: '/api/user/invoices/:invoiceNumber/invoice.xml',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'One of the caller’s invoices or credit notes as UBL 2.1, where documents are registered',
  params: xmlParams,
  answer: null,
  errors: ['invoice.not-found'],
});

export const getStaffInvoiceXml = defineEndpoint({
  method: 'GET',
  path: '/api/staff/invoices/:invoiceNumber/invoice.xml',
  access: 'admin',
  permission: 'invoices:read',
  summary: 'An invoice or credit note as UBL 2.1, where documents are registered',
  params: xmlParams,
  answer: null,
  errors: ['invoice.not-found'],
});

export const api = {
  description: 'Invoices and credit notes at the tax authority (NRS Merchant Buyer Solution), and as UBL.',
  endpoints: {
    listEInvoices,
    retryEInvoice,
    retryEInvoices,
    acceptEInvoice,
    testEInvoicing,
    getEInvoiceJson,
    getInvoiceXml,
    getStaffInvoiceXml,
  },
  schemas: { eInvoice, eInvoiceList },
};
