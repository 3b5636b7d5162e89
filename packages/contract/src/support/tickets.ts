import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, timestamp } from '../platform/fields.ts';
import { attachmentTypes, fileName } from '../platform/files.ts';

const MISSING = 'Please fill in all required fields.';

export const ticketStatus = z.enum(['open', 'in-progress', 'resolved', 'closed']);
export type TicketStatus = z.infer<typeof ticketStatus>;
export const ticketPriority = z.enum(['low', 'medium', 'high', 'urgent']);
export type TicketPriority = z.infer<typeof ticketPriority>;
/** The category decides the SLA: when the first response and the resolution are due. */
export const ticketCategory = z.enum(['fault', 'billing', 'account', 'other']);
export type TicketCategory = z.infer<typeof ticketCategory>;

export const ATTACHMENTS_PER_TEXT = 5;

/** Ids of previously uploaded files that are attached to the text. */
const attachmentIds = z._default(z.array(identifier).check(z.maxLength(ATTACHMENTS_PER_TEXT)), []);

export const ticketForm = z.object({
  subject: requiredText(200, MISSING),
  description: requiredText(10_000, MISSING),
  priority: z._default(ticketPriority, 'medium'),
});

export const ticketAttachment = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.enum(attachmentTypes),
  sizeBytes: z.number(),
});
export type TicketAttachment = z.infer<typeof ticketAttachment>;

/**
 * What a text that came by mail has beside its own words: the quoted text below them, the files that were
 * not taken and why, and the size of a mail that was too large to be read.
 */
const mailRemainder = z.object({
  quoted: z.nullable(z.string()),
  omitted: z.array(z.object({ name: z.string(), reason: z.enum(['kind', 'size', 'count', 'room', 'harmful']) })),
  tooLargeBytes: z.nullable(z.number()),
});
export type MailRemainder = z.infer<typeof mailRemainder>;

/** Null for what was written in the portal; absent in what a browser kept from before. */
export const byMail = z.optional(z.nullable(mailRemainder));

/**
 * The SLA of a ticket. `firstResponseDueAt`: first response due; `resolutionDueAt`: resolution due;
 * both are null for tickets created before the SLA existed. `next` is what is due next, `overdue`
 * whether that time has passed; once any deadline was missed, `canEscalate` means that /escalation
 * has the facts.
 */
export const ticketSla = z.object({
  firstResponseDueAt: z.nullable(timestamp),
  resolutionDueAt: z.nullable(timestamp),
  firstResponseAt: z.nullable(timestamp),
  resolvedAt: z.nullable(timestamp),
  next: z.nullable(z.object({ what: z.enum(['first-response', 'resolution']), by: timestamp })),
  overdue: z.boolean(),
  canEscalate: z.boolean(),
});
export type TicketSla = z.infer<typeof ticketSla>;

/**
 * `title` is the subject (specification section 3, client views). `number` is what a customer
 * quotes on the phone.
 */
export const ticket = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  description: z.string(),
  status: ticketStatus,
  priority: ticketPriority,
  category: ticketCategory,
  sla: ticketSla,
  createdAt: timestamp,
  updated: timestamp,
});
export type Ticket = z.infer<typeof ticket>;

/**
 * `author` is the first name of the member of staff, null on the customer's own. `clientReplyId` is
 * the client's own id. `mergedFrom` is the number of the ticket that it was written to, where that was
 * merged into this one.
 */
export const ticketReply = z.object({
  id: z.string(),
  from: z.enum(['customer', 'staff']),
  author: z.nullable(z.string()),
  text: z.string(),
  createdAt: timestamp,
  clientReplyId: z.nullable(z.string()),
  mail: byMail,
  attachments: z.array(ticketAttachment),
  mergedFrom: z.optional(z.nullable(z.string())),
});
export type TicketReply = z.infer<typeof ticketReply>;

/** Where a merged ticket goes on. */
export const mergedInto = z.optional(z.nullable(z.object({ id: z.string(), number: z.string() })));

/** `attachments` are those of the ticket itself. */
const ticketThread = z.extend(ticket, {
  mail: byMail,
  attachments: z.array(ticketAttachment),
  replies: z.array(ticketReply),
  mergedInto,
});
export type TicketThread = z.infer<typeof ticketThread>;

/** Idempotency key created by the client: the same one means the same reply. */
export const replyForm = z.object({
  text: requiredText(10_000, 'Write your reply first.'),
  clientReplyId: identifier,
  attachments: attachmentIds,
});

export const ticketId = z.object({ id: identifier });

export const listTickets = defineEndpoint({
  method: 'GET',
  path: '/api/user/tickets',
  access: 'session',
  viewable: true,
  accountRole: 'technical',
  summary: 'The caller’s tickets, last changed first; `before` is the last id of the page before',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    before: z.optional(identifier),
  }),
  answer: z.array(ticket),
  errors: [],
});

export const createTicket = defineEndpoint({
  method: 'POST',
  path: '/api/user/tickets',
  access: 'session',
  accountRole: 'technical',
  ofLine: true,
  summary: 'Ask for help; the answer carries the number to quote and its SLA',
  body: z.extend(ticketForm, { category: z._default(ticketCategory, 'other'), attachments: attachmentIds }),
  answer: z.object({ ...acknowledged, ticket }),
  errors: ['ticket.too-many', 'file.not-found'],
});

export const getTicket = defineEndpoint({
  method: 'GET',
  path: '/api/user/tickets/:id',
  access: 'session',
  viewable: true,
  accountRole: 'technical',
  summary:
    'One of the caller’s tickets with everything that was written; of a merged one that is in the ticket that `mergedInto` names',
  params: ticketId,
  answer: ticketThread,
  errors: ['ticket.not-found'],
});

export const replyToTicket = defineEndpoint({
  method: 'POST',
  path: '/api/user/tickets/:id/replies',
  access: 'session',
  accountRole: 'technical',
  summary:
    'Reply; reopens a resolved ticket, and goes where a merged one goes on. A repeat with the same clientReplyId answers with the reply that is stored',
  params: ticketId,
  body: replyForm,
  answer: z.object({ ...acknowledged, reply: ticketReply, ticket }),
  errors: ['ticket.not-found', 'ticket.closed', 'ticket.full', 'ticket.too-many-replies', 'file.not-found'],
});

export const closeTicket = defineEndpoint({
  method: 'POST',
  path: '/api/user/tickets/:id/close',
  access: 'session',
  accountRole: 'technical',
  summary: 'Say that it is settled; final. Also answers when it is closed already',
  params: ticketId,
  answer: z.object({ ...acknowledged, ticket }),
  errors: ['ticket.not-found'],
});

/** The facts for a complaint to the regulator. `history` is in chronological order. */
const escalation = z.object({
  number: z.string(),
  title: z.string(),
  category: ticketCategory,
  customerName: z.string(),
  provider: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
  createdAt: timestamp,
  missed: z.array(
    z.object({ what: z.enum(['first-response', 'resolution']), dueAt: timestamp, metAt: z.nullable(timestamp) }),
  ),
  history: z.array(z.object({ at: timestamp, what: z.enum(['opened', 'customer-wrote', 'staff-wrote', 'resolved']) })),
  regulator: z.object({ name: z.string(), phone: z.string(), email: z.string(), website: z.string() }),
});
export type TicketEscalation = z.infer<typeof escalation>;

export const getEscalation = defineEndpoint({
  method: 'GET',
  path: '/api/user/tickets/:id/escalation',
  access: 'session',
  viewable: true,
  accountRole: 'technical',
  summary: 'Once our time ran out: the facts with which the customer can turn to the regulator',
  params: ticketId,
  answer: escalation,
  errors: ['ticket.not-found', 'ticket.time-left'],
});

export const uploadAttachment = defineEndpoint({
  method: 'POST',
  path: '/api/user/ticket-attachments',
  access: 'session',
  accountRole: 'technical',
  summary: 'Store a file, to be sent with a ticket or a reply within a day',
  query: fileName,
  file: attachmentTypes,
  answer: z.object({ ...acknowledged, attachment: ticketAttachment }),
  errors: ['file.not-accepted', 'file.harmful', 'file.too-large', 'file.no-room'],
});

export const downloadAttachment = defineEndpoint({
  method: 'GET',
  path: '/api/user/ticket-attachments/:id',
  access: 'session',
  viewable: true,
  accountRole: 'technical',
  summary: 'A file of one of the caller’s tickets, as a download',
  params: ticketId,
  answer: null,
  errors: ['file.not-found'],
});

export const api = {
  description: 'Support tickets of a customer, with attachments.',
  endpoints: {
    listTickets,
    createTicket,
    getTicket,
    replyToTicket,
    closeTicket,
    getEscalation,
    uploadAttachment,
    downloadAttachment,
  },
  schemas: {
    ticketStatus,
    ticketPriority,
    ticketCategory,
    ticketAttachment,
    ticketSla,
    ticket,
    ticketReply,
    ticketThread,
    mailRemainder,
    ticketReplyForm: replyForm,
    ticketEscalation: escalation,
  },
};
