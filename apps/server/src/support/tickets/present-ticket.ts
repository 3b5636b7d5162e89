import type { Ticket, TicketAttachment, TicketReply, TicketThread } from '@portal/contract/support/tickets';
import type { AttachmentRow } from './attachments/attachment.repository.ts';
import { ticketNumber } from './ticket.policy.ts';
import type { TicketRow } from './ticket.repository.ts';
import type { ReplyRow } from './ticket-reply.repository.ts';
import { presentSla } from './ticket-sla.policy.ts';

/** The customer's view: `title` is the subject (specification section 3). */
export function presentTicket(row: TicketRow, now: Date): Ticket {
  return {
    id: row.id,
    number: ticketNumber(row.number),
    title: row.subject,
    description: row.description,
    status: row.status,
    priority: row.priority,
    category: row.category,
    sla: presentSla(row, now),
    createdAt: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
  };
}

export function presentAttachment({ id, name, mediaType, sizeBytes }: AttachmentRow): TicketAttachment {
  return { id, name, mediaType, sizeBytes };
}

/** The files of one text: those of a reply, or with null those of the ticket itself. */
export function attachmentsOf(replyId: number | null, all: readonly AttachmentRow[]): TicketAttachment[] {
  return all.filter((attachment) => attachment.replyId === replyId).map(presentAttachment);
}

/**
 * A reply as everybody in the conversation may see it; only its author gets the client's own id
 * back.
 */
export function presentReply(row: ReplyRow, attachments: readonly AttachmentRow[], readerId: number): TicketReply {
  return {
    id: String(row.id),
    from: row.fromStaff ? 'staff' : 'customer',
    author: row.fromStaff ? row.authorName : null,
    text: row.body,
    mail: row.mail,
    createdAt: row.createdAt.toISOString(),
    clientReplyId: row.authorId === readerId ? row.clientReplyId : null,
    attachments: attachmentsOf(row.id, attachments),
    mergedFrom: row.mergedFrom === null ? null : ticketNumber(row.mergedFrom),
  };
}

/** Where a merged ticket goes on, as everybody may see it. */
export function presentMergedInto(ticket: { readonly id: string; readonly number: number } | null) {
  return ticket && { id: ticket.id, number: ticketNumber(ticket.number) };
}

export function presentThread(
  row: TicketRow,
  thread: {
    readonly replies: readonly ReplyRow[];
    readonly attachments: readonly AttachmentRow[];
    readonly mergedInto: { readonly id: string; readonly number: number } | null;
  },
  { readerId, now }: { readonly readerId: number; readonly now: Date },
): TicketThread {
  const { replies, attachments, mergedInto } = thread;
  return {
    ...presentTicket(row, now),
    mail: row.mail,
    attachments: attachmentsOf(null, attachments),
    replies: replies.map((reply) => presentReply(reply, attachments, readerId)),
    mergedInto: presentMergedInto(mergedInto),
  };
}
