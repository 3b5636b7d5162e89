import type { StaffTicket, StaffTicketReply } from '@portal/contract/support/staff-tickets';
import type { Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { ticketChanged } from '../../events.ts';
import { attachFiles } from '../attachments/attach-files.ts';
import { listAttachments } from '../attachments/attachment.repository.ts';
import { findTicketContact } from '../find-ticket-contact.ts';
import { inConversation } from '../merges/in-conversation.ts';
import type { ReplyText } from '../reply-to-ticket.ts';
import { queueTicketMail } from '../threading/queue-ticket-mail.ts';
import { type TicketRow, updateTicket } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { staffReplyMail } from '../ticket-mail.ts';
import { findSentReply, insertReply, isFull, listNewerReplies } from '../ticket-reply.repository.ts';
import { presentStaffReply, presentStaffTicket } from './present-staff-ticket.ts';
import { findTicketForStaff } from './staff-ticket.repository.ts';

export type StaffReply = ReplyText & { readonly staffId: number; readonly note: boolean };

/** The last entry that the writer has seen, and whether they write all the same over what is newer. */
export type ExpectedThread = { readonly afterEntry?: string | undefined; readonly overNewer: boolean };

/**
 * The first answer is the first response of the SLA and assigns the ticket to its author. A note
 * does neither.
 */
function changeBy(ticket: TicketRow, staffId: number, now: Date) {
  return {
    firstResponseAt: ticket.firstResponseAt ?? now,
    assigneeId: ticket.assigneeId ?? staffId,
    status: ticket.status === 'open' ? ('in-progress' as const) : ticket.status,
  };
}

/**
 * Throws ApiError ticket.newer-entry, with the entries, where others have written since the writer
 * looked. Correct only under the lock on the ticket.
 */
export async function requireNothingNewer(
  tx: Transaction,
  {
    ticketId,
    staffId,
    afterEntry,
    overNewer,
  }: ExpectedThread & { readonly ticketId: string; readonly staffId: number },
): Promise<void> {
  if (afterEntry === undefined || overNewer) return;
  const newer = await listNewerReplies(tx, { ticketId, after: Number(afterEntry), readerId: staffId });
  if (newer.length === 0) return;
  const files = await listAttachments(tx, ticketId);
  throw new ApiError('ticket.newer-entry', {
    newerEntries: newer.map((reply) => presentStaffReply(reply, files, staffId)),
  });
}

/**
 * Writes an answer, which is mailed, or a note to a ticket that the caller has locked, and returns the
 * ticket as it is then; audited. Throws ApiError ticket.closed (for answers), ticket.full,
 * file.not-found.
 */
export async function writeStaffReply(
  deps: TicketDependencies,
  tx: Transaction,
  ticket: TicketRow,
  reply: StaffReply,
): Promise<TicketRow> {
  const now = deps.clock();
  const { staffId, text, note, clientReplyId } = reply;
  // Staff notes may be added later too.
  if (ticket.status === 'closed' && !note) throw new ApiError('ticket.closed');
  if (await isFull(tx, ticket.id)) throw new ApiError('ticket.full');
  const replyId = await insertReply(tx, {
    ticketId: ticket.id,
    authorId: staffId,
    body: text,
    clientReplyId,
    createdAt: now,
    fromStaff: true,
    isNote: note,
  });
  await attachFiles(tx, { ids: reply.attachments, uploaderId: staffId, ticketId: ticket.id, replyId });
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: note ? 'ticket.note' : 'ticket.reply',
    subject: `ticket:${ticket.id}`,
    before: { status: ticket.status },
    after: { replyId, status: note ? ticket.status : changeBy(ticket, staffId, now).status },
  });
  if (note) return ticket;
  const change = { ...changeBy(ticket, staffId, now), updatedAt: now };
  const changed = await updateTicket(tx, ticket.id, [ticket.status], change);
  const { email } = await findTicketContact(tx, ticket);
  if (!changed) throw new Error(`ticket ${ticket.id} moved under its lock`);
  const canAnswerMail = deps.mailThreads !== null;
  const mail = staffReplyMail({ ticket: changed, replyId, text, origin: deps.origin, canAnswerMail }, email);
  await queueTicketMail(deps, tx, changed, mail);
  await deps.publish(tx, ticketChanged, { ticketId: ticket.id, change: 'replied' });
  return changed;
}

/**
 * Staff answer a customer, or write a staff note: stored once by `clientReplyId`, audited, and an
 * answer is mailed, all or nothing. The first answer sets the ticket to in-progress. Goes where a merged
 * ticket goes on. Throws ApiError ticket.not-found, ticket.closed (for answers), ticket.full,
 * ticket.newer-entry, file.not-found.
 */
export async function replyAsStaff(
  deps: TicketDependencies,
  { id, afterEntry, overNewer, ...reply }: StaffReply & ExpectedThread & { readonly id: string },
): Promise<{ readonly reply: StaffTicketReply; readonly ticket: StaffTicket }> {
  const { staffId, clientReplyId } = reply;
  const written = await inConversation(deps.database, { id, userId: null }, async (tx, locked) => {
    const name = { ticketId: locked.id, authorId: staffId, clientReplyId };
    if (!(await findSentReply(tx, name))) {
      await requireNothingNewer(tx, { ticketId: locked.id, staffId, afterEntry, overNewer });
      await writeStaffReply(deps, tx, locked, reply);
    }
    const row = await findSentReply(tx, name);
    const ticket = await findTicketForStaff(tx, locked.id);
    if (!row || !ticket) throw new Error('the reply is not there');
    return { row, ticket, files: await listAttachments(tx, locked.id) };
  });
  if (!written.row.isNote) deps.publishChange(written.ticket.userId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return {
    reply: presentStaffReply(written.row, written.files, staffId),
    ticket: presentStaffTicket(written.ticket, deps.clock()),
  };
}
