import {
  type StaffTicket,
  type StaffTicketReply,
  type StaffTicketThread,
  UNCONFIRMED,
} from '@portal/contract/support/staff-tickets';
import type { AttachmentRow } from '../attachments/attachment.repository.ts';
import { attachmentsOf, presentMergedInto, presentReply, presentTicket } from '../present-ticket.ts';
import type { ReplyRow } from '../ticket-reply.repository.ts';
import type { StaffTicketRow } from './staff-ticket.repository.ts';

function fullName(firstName: string | null, lastName: string | null, email: string): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}

/** A ticket in staff's lists. */
export function presentStaffTicket(row: StaffTicketRow, now: Date): StaffTicket {
  return {
    ...presentTicket(row, now),
    customer:
      row.userId === null || row.customerEmail === null
        ? { id: UNCONFIRMED, name: row.senderName ?? row.senderEmail ?? '', email: row.senderEmail ?? '' }
        : {
            id: row.userId,
            name: fullName(row.customerFirstName, row.customerLastName, row.customerEmail),
            email: row.customerEmail,
          },
    sender: row.senderEmail === null ? null : { name: row.senderName, email: row.senderEmail },
    senderWarning: row.senderWarning,
    assignee:
      row.assigneeId === null || row.assigneeEmail === null
        ? null
        : { id: row.assigneeId, name: fullName(row.assigneeFirstName, row.assigneeLastName, row.assigneeEmail) },
    lastWrote: row.lastFromStaff ? 'staff' : 'customer',
    tags: row.tags,
    mergedInto: presentMergedInto(row.mergedInto),
  };
}

export function presentStaffReply(
  row: ReplyRow,
  attachments: readonly AttachmentRow[],
  readerId: number,
): StaffTicketReply {
  return { ...presentReply(row, attachments, readerId), note: row.isNote };
}

/** A ticket with its whole thread, staff notes included. */
export function presentStaffThread(
  row: StaffTicketRow,
  thread: { readonly replies: readonly ReplyRow[]; readonly attachments: readonly AttachmentRow[] },
  reader: { readonly id: number; readonly now: Date },
): StaffTicketThread {
  const { replies, attachments } = thread;
  return {
    ...presentStaffTicket(row, reader.now),
    mail: row.mail,
    attachments: attachmentsOf(null, attachments),
    replies: replies.map((reply) => presentStaffReply(reply, attachments, reader.id)),
    closedAt: row.closedAt?.toISOString() ?? null,
    slaFrom: row.slaFrom?.toISOString() ?? null,
  };
}
