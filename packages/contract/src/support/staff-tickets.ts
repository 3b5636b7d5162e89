import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumber, rowNumberInJson, timestamp } from '../platform/fields.ts';
import { attachmentTypes, fileName } from '../platform/files.ts';
import { withoutMarks } from './saved-replies.ts';
import {
  byMail,
  mergedInto,
  replyForm,
  ticket,
  ticketAttachment,
  ticketCategory,
  ticketForm,
  ticketId,
  ticketPriority,
  ticketReply,
  ticketStatus,
} from './tickets.ts';

const staffMember = z.object({ id: z.number(), name: z.string() });

/** The id of a customer whom nobody has confirmed: the writer of a mail that no account is proved to have sent. */
export const UNCONFIRMED = 0;

/** Whether it is known which customer a ticket is of. */
export const isConfirmed = ({ customer }: { readonly customer: { readonly id: number } }): boolean =>
  customer.id !== UNCONFIRMED;

/** A word by which staff group tickets, kept in lower case. */
export const ticketTag = requiredText(30, 'Write a tag.');
const MOST_TAGS = 20;

/**
 * `lastWrote` is the author of the last message: after `customer` an answer is due. `customer` has the id 0,
 * and the name and address that the mail names, until staff confirm which customer wrote it; `sender` is who wrote the mail that opened
 * the ticket, where that is no account's own mailbox, and `senderWarning` why to look twice at it.
 */
const staffTicket = z.extend(ticket, {
  customer: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  sender: z.optional(z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() }))),
  senderWarning: z.optional(z.nullable(z.enum(['unknown-sender', 'dmarc-failed', 'forged-reply-address']))),
  assignee: z.nullable(staffMember),
  lastWrote: z.enum(['customer', 'staff']),
  tags: z.optional(z.array(z.string())),
  mergedInto,
});
export type StaffTicket = z.infer<typeof staffTicket>;

/** `note`: for staff only, never shown to the customer. */
export const staffTicketReply = z.extend(ticketReply, { note: z.boolean() });
export type StaffTicketReply = z.infer<typeof staffTicketReply>;

export const staffThread = z.extend(staffTicket, {
  mail: byMail,
  attachments: z.array(ticketAttachment),
  replies: z.array(staffTicketReply),
  closedAt: z.nullable(timestamp),
  /** From when the deadlines count; null for tickets of earlier releases. */
  slaFrom: z.optional(z.nullable(timestamp)),
});
export type StaffTicketThread = z.infer<typeof staffThread>;

/**
 * What the writer has seen: `afterEntry` is the largest id of the replies, "0" where there is none. With
 * something newer of somebody else the call is refused, and the answer has it as `newerEntries`; with
 * `overNewer` it is not.
 */
export const expectedThread = {
  afterEntry: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  overNewer: z._default(z.boolean(), false),
};

/**
 * `waiting` is `open` and `in-progress`: those are ordered by what is due next, the others newest
 * first.
 */
export const listStaffTickets = defineEndpoint({
  method: 'GET',
  path: '/api/staff/tickets',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'Tickets for staff; `after` is the last id of the page before',
  query: z.object({
    status: z._default(z.union([z.literal('waiting'), ticketStatus]), 'waiting'),
    assigned: z.optional(z.enum(['me', 'nobody'])),
    category: z.optional(ticketCategory),
    overdue: z.optional(z.literal('true')),
    tag: z.optional(ticketTag),
    customer: z.optional(rowNumber),
    unconfirmed: z.optional(z.literal('true')),
    after: z.optional(identifier),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(staffTicket),
  errors: [],
});

export const countStaffTickets = defineEndpoint({
  method: 'GET',
  path: '/api/staff/ticket-counts',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'How many tickets wait, how many of them are the caller’s own, unassigned, and overdue',
  answer: z.object({ waiting: z.number(), mine: z.number(), unassigned: z.number(), overdue: z.number() }),
  errors: [],
});

export const getStaffTicket = defineEndpoint({
  method: 'GET',
  path: '/api/staff/tickets/:id',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'One ticket with everything that was written, staff notes too',
  params: ticketId,
  answer: staffThread,
  errors: ['ticket.not-found'],
});

export const replyAsStaff = defineEndpoint({
  method: 'POST',
  path: '/api/staff/tickets/:id/replies',
  access: 'admin',
  permission: 'tickets:write',
  summary:
    'Answer the customer, or with `note` write down what only staff may read. The first answer is the first response of the SLA',
  params: ticketId,
  body: z.extend(replyForm, {
    text: replyForm.shape.text.check(withoutMarks),
    note: z._default(z.boolean(), false),
    ...expectedThread,
  }),
  answer: z.object({ ...acknowledged, reply: staffTicketReply, ticket: staffTicket }),
  errors: ['ticket.not-found', 'ticket.closed', 'ticket.full', 'ticket.newer-entry', 'file.not-found'],
});

/**
 * Missing fields stay unchanged. `status` goes forward only: open, in-progress, resolved, closed;
 * staff close only a resolved ticket.
 */
export const changeTicket = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/tickets/:id',
  access: 'admin',
  permission: 'tickets:write',
  summary:
    'Change the status, assignee or category of a ticket; another category has its own SLA, counted from the report or its reopening. What was missed stays missed',
  params: ticketId,
  body: z.object({
    status: z.optional(z.enum(['in-progress', 'resolved', 'closed'])),
    priority: z.optional(ticketPriority),
    category: z.optional(ticketCategory),
    assigneeId: z.optional(z.nullable(rowNumberInJson)),
  }),
  answer: z.object({ ...acknowledged, ticket: staffTicket }),
  errors: ['ticket.not-found', 'ticket.closed', 'ticket.not-possible', 'customer.not-found'],
});

export const setTicketTags = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/tickets/:id/tags',
  access: 'admin',
  permission: 'tickets:write',
  summary: 'The tags of a ticket, all of them, for staff only; kept in lower case',
  params: ticketId,
  body: z.object({ tags: z.array(ticketTag).check(z.maxLength(MOST_TAGS, `Use at most ${MOST_TAGS} tags`)) }),
  answer: z.object({ ...acknowledged, tags: z.array(z.string()) }),
  errors: ['ticket.not-found'],
});

export const mergeTicket = defineEndpoint({
  method: 'POST',
  path: '/api/staff/tickets/:id/merges',
  access: 'admin',
  permission: 'tickets:write',
  summary:
    'Close a ticket into another one of the same customer, which gets everything that was written, and the SLA of the older one; the customer is told once. Of a mail that nobody has confirmed the sender of, it confirms them. Repeating it changes nothing',
  params: ticketId,
  body: z.object({ into: identifier }),
  answer: z.object({ ...acknowledged, ticket: staffThread }),
  errors: [
    'ticket.not-found',
    'ticket.merge-itself',
    'ticket.merge-other-account',
    'ticket.merge-unconfirmed',
    'ticket.merge-closed',
    'ticket.merge-resolved',
    'ticket.too-many-tags',
    'ticket.full',
  ],
});

export const createTicketForCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:customerId/tickets',
  access: 'admin',
  permission: 'tickets:write',
  summary: 'Open a ticket for somebody who called or came by; they get its number by mail',
  params: z.object({ customerId: rowNumber }),
  body: z.extend(ticketForm, { category: z._default(ticketCategory, 'other') }),
  answer: z.object({ ...acknowledged, ticket: staffTicket }),
  errors: ['customer.not-found'],
});

export const confirmSender = defineEndpoint({
  method: 'POST',
  path: '/api/staff/tickets/:id/sender',
  access: 'admin',
  permission: 'tickets:write',
  summary:
    'Confirm which customer wrote the mail of an unknown sender: the ticket becomes theirs, and answers go to their own mailbox',
  params: ticketId,
  body: z.object({ customerId: rowNumberInJson }),
  answer: z.object({ ...acknowledged, ticket: staffTicket }),
  errors: ['ticket.not-found', 'ticket.closed', 'ticket.sender-confirmed', 'customer.not-found'],
});

export const uploadStaffAttachment = defineEndpoint({
  method: 'POST',
  path: '/api/staff/ticket-attachments',
  access: 'admin',
  permission: 'tickets:write',
  summary: 'Store a file, to be sent with a reply within a day',
  query: fileName,
  file: attachmentTypes,
  answer: z.object({ ...acknowledged, attachment: ticketAttachment }),
  errors: ['file.not-accepted', 'file.harmful', 'file.too-large', 'file.no-room'],
});

export const downloadStaffAttachment = defineEndpoint({
  method: 'GET',
  path: '/api/staff/ticket-attachments/:id',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'A file of any ticket, as a download',
  params: ticketId,
  answer: null,
  errors: ['file.not-found'],
});

export const api = {
  description: 'All support tickets, and answering them.',
  endpoints: {
    listStaffTickets,
    countStaffTickets,
    getStaffTicket,
    replyAsStaff,
    changeTicket,
    setTicketTags,
    mergeTicket,
    createTicketForCustomer,
    confirmSender,
    uploadStaffAttachment,
    downloadStaffAttachment,
  },
  schemas: { staffMember, staffTicket, staffTicketReply, staffThread },
};
