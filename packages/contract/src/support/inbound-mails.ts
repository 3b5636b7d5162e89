import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, rowNumber, timestamp } from '../platform/fields.ts';

export const inboundMailState = z.enum(['taken', 'ignored', 'unreadable', 'retrying']);
export type InboundMailState = z.infer<typeof inboundMailState>;

/**
 * `reason`: why a mail has no ticket, or could not be read; null for one that is taken. `ticket` is what it
 * became, `receivedAt` when the mail server took it.
 */
const inboundMail = z.object({
  id: z.number(),
  sender: z.string(),
  subject: z.string(),
  sizeBytes: z.number(),
  state: inboundMailState,
  reason: z.nullable(z.enum(['automatic', 'list', 'bounce', 'own', 'copy', 'too-deep', 'malformed', 'gone'])),
  ticket: z.nullable(z.object({ id: z.string(), number: z.string() })),
  receivedAt: timestamp,
  createdAt: timestamp,
});
export type InboundMail = z.infer<typeof inboundMail>;

export const listInboundMails = defineEndpoint({
  method: 'GET',
  path: '/api/staff/inbound-mails',
  access: 'admin',
  permission: 'inbound-mail:read',
  summary: 'What was read in the mailbox, newest first; `before` is the last id of the page before',
  query: z.object({
    state: z._default(inboundMailState, 'taken'),
    before: z.optional(rowNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(inboundMail),
  errors: [],
});

/** `address` is null where no mailbox is read. `lastError` is set while the mailbox cannot be reached. */
export const getMailbox = defineEndpoint({
  method: 'GET',
  path: '/api/staff/mailbox',
  access: 'admin',
  permission: 'inbound-mail:read',
  summary: 'How the reading of the mailbox goes, and how many mails could not be read',
  answer: z.object({
    address: z.nullable(z.string()),
    lastReadAt: z.nullable(timestamp),
    lastError: z.nullable(z.string()),
    nextAttemptAt: z.nullable(timestamp),
    unreadable: z.number(),
  }),
  errors: [],
});

export const retryInboundMail = defineEndpoint({
  method: 'POST',
  path: '/api/staff/inbound-mails/:id/retry',
  access: 'admin',
  permission: 'inbound-mail:write',
  summary: 'Have a mail that could not be read be read again; answers at once, the mail is read within half a minute',
  params: z.object({ id: rowNumber }),
  answer: z.object({ ...acknowledged, mail: inboundMail }),
  errors: ['inbound-mail.not-found', 'inbound-mail.not-unreadable'],
});

export const api = {
  description: 'The mailbox of the support desk: what became of each mail.',
  endpoints: { listInboundMails, getMailbox, retryInboundMail },
  schemas: { inboundMailState, inboundMail },
};
