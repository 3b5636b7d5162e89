import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, emailAddress, identifier, naira, rowNumber, timestamp } from '../../platform/fields.ts';
import { day } from '../companies.ts';
import { clientRequestId } from '../staff-counter.ts';
import { paperKind, paperName } from './papers.ts';

const customerId = z.object({ id: rowNumber });

/** At most as many documents go out at once. */
const MOST_PAPERS = 10;

/**
 * One document. `about` says what it is for: the plan, the invoice that a credit note corrects, the
 * line of a proof. `status` is null where a document has none; `registration` is how it stands at the tax
 * authority, absent where it is not registered there.
 */
const paper = z.object({
  kind: paperKind,
  number: z.string(),
  issuedAt: timestamp,
  about: z.string(),
  amount: z.nullable(naira),
  status: z.nullable(z.enum(['open', 'paid', 'void', 'valid', 'withdrawn'])),
  registration: z.optional(z.enum(['waiting', 'registered', 'refused'])),
});
export type Paper = z.infer<typeof paper>;

export const listPapers = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/papers',
  access: 'admin',
  permission: 'invoices:read',
  summary:
    'A customer’s invoices, credit notes, receipts and proofs of account, newest first; `before` is the last number of the page before',
  params: customerId,
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    before: z.optional(identifier),
  }),
  answer: z.object({ total: z.number(), papers: z.array(paper) }),
  errors: ['customer.not-found'],
});

const invoiceNumber = z.object({ invoiceNumber: identifier });

/** `document` is `page` (HTML) or `pdf`, as the customer’s own call has it. Audited. */
export const getStaffInvoiceDocument = defineEndpoint({
  method: 'GET',
  path: '/api/staff/invoices/:invoiceNumber/:document',
  access: 'admin',
  permission: 'invoices:read',
  summary:
    'A customer’s invoice as they get it; the number of a credit note, a receipt or a proof of account returns that',
  params: z.object({ invoiceNumber: identifier, document: z.enum(['page', 'pdf']) }),
  answer: null,
  errors: ['invoice.not-found'],
});

/** How a document goes out: attached to a mail, or as a link in a text. */
export const sendingBy = z.enum(['email', 'text']);
export type SendingBy = z.infer<typeof sendingBy>;

/**
 * What became of it: `waiting` to be sent, `sent` (accepted by the mail server or the provider),
 * `delivered` (a text whose delivery was reported), `failed`, or `unknown` once the message itself is
 * deleted. `toOther`: to another address than the customer’s own. `link` is the state of a texted link.
 */
const documentSending = z.object({
  id: z.number(),
  papers: z.array(paperName),
  by: sendingBy,
  to: z.string(),
  toOther: z.boolean(),
  outcome: z.enum(['waiting', 'sent', 'delivered', 'failed', 'unknown']),
  link: z.nullable(z.enum(['open', 'expired', 'withdrawn'])),
  expiresAt: z.nullable(timestamp),
  createdAt: timestamp,
  createdBy: z.object({ id: z.number(), name: z.string() }),
});
export type DocumentSending = z.infer<typeof documentSending>;

/** Without `to` it goes to the customer. A text goes to their verified number alone. */
const address = { to: z.optional(emailAddress), by: sendingBy };
const sent = z.object({ ...acknowledged, sending: documentSending });
const sendingErrors = [
  'documents.unreachable',
  'documents.no-verified-number',
  'documents.text-to-other',
  'documents.too-many-today',
  'account-proof.withdrawn',
  'counter.request-reused',
] as const;

export const sendInvoiceAgain = defineEndpoint({
  method: 'POST',
  path: '/api/staff/invoices/:invoiceNumber/sendings',
  access: 'admin',
  permission: 'documents:send',
  summary: 'Send an invoice, credit note, receipt or proof of account again, once for each `clientRequestId`',
  params: invoiceNumber,
  body: z.object({ ...address, clientRequestId: z.optional(clientRequestId) }),
  answer: sent,
  errors: ['invoice.not-found', ...sendingErrors],
});

/** A document with a number, or a statement of account from one day to another. */
const chosenPaper = z.union([
  z.object({ number: identifier }),
  z.object({ kind: z.literal('statement'), from: day, to: day }),
]);
export type ChosenPaper = z.infer<typeof chosenPaper>;

export const sendPapers = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/document-sendings',
  access: 'admin',
  permission: 'documents:send',
  summary: 'Send documents of a customer together, once for each `clientRequestId`',
  params: customerId,
  body: z.object({
    papers: z
      .array(chosenPaper)
      .check(z.minLength(1, 'Choose what to send'), z.maxLength(MOST_PAPERS, `Choose at most ${MOST_PAPERS}`)),
    ...address,
    clientRequestId,
  }),
  answer: sent,
  errors: ['customer.not-found', 'invoice.not-found', 'statement.empty', ...sendingErrors],
});

export const listDocumentSendings = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/document-sendings',
  access: 'admin',
  permission: 'invoices:read',
  summary:
    'Which documents of a customer staff have sent, and what became of each sending, newest first, fifty at most',
  params: customerId,
  answer: z.array(documentSending),
  errors: ['customer.not-found'],
});

export const withdrawDocumentLink = defineEndpoint({
  method: 'POST',
  path: '/api/staff/document-sendings/:id/withdraw',
  access: 'admin',
  permission: 'documents:send',
  summary: 'Close a texted link, so that it opens nothing any more',
  params: customerId,
  answer: sent,
  errors: ['document-link.not-found', 'document-link.closed'],
});

export const api = {
  description: 'Documents of customers as staff see them, and send them again.',
  endpoints: {
    listPapers,
    getStaffInvoiceDocument,
    sendInvoiceAgain,
    sendPapers,
    listDocumentSendings,
    withdrawDocumentLink,
  },
  schemas: { paper, documentSending, chosenPaper },
};
