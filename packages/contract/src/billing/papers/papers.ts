import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { timestamp } from '../../platform/fields.ts';

/** The documents of an account: those with a number, and a statement of account for some days. */
export const paperKind = z.enum(['invoice', 'credit-note', 'receipt', 'proof', 'statement']);
export type PaperKind = z.infer<typeof paperKind>;

/** `number` is absent for a statement, which has its first and last day instead. */
export const paperName = z.object({
  kind: paperKind,
  number: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});
export type PaperName = z.infer<typeof paperName>;

/** In the body and not in the address, so that no log and no other site gets to know it. */
const token = z.string().check(z.minLength(1), z.maxLength(128));

/** What the holder of a texted link sees: the documents by name. `papers` is empty once it is closed. */
const documentLink = z.object({
  state: z.enum(['open', 'expired', 'withdrawn']),
  papers: z.array(paperName),
  expiresAt: timestamp,
});
export type DocumentLink = z.infer<typeof documentLink>;

export const readDocumentLink = defineEndpoint({
  method: 'POST',
  path: '/api/document-links/read',
  access: 'anyone',
  summary: 'Which documents a texted link opens, by the token in it',
  body: z.object({ token }),
  answer: documentLink,
  errors: ['document-link.not-found'],
});

/** `paper` is the place of the document in the link, from 0. */
export const downloadLinkedDocument = defineEndpoint({
  method: 'POST',
  path: '/api/document-links/pdf',
  access: 'anyone',
  summary: 'One document of a texted link as a PDF',
  body: z.object({ token, paper: z.int().check(z.minimum(0), z.maximum(9)) }),
  answer: null,
  errors: ['document-link.not-found', 'document-link.closed'],
});

export const api = {
  description: 'Documents of an account that a texted link opens for a week, without signing in.',
  endpoints: { readDocumentLink, downloadLinkedDocument },
  schemas: { paperKind, paperName, documentLink },
};
