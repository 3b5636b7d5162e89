import type { MailRemainder, Ticket, TicketReply } from '@portal/contract/support/tickets';
import { deadlinesAfterReopening, missedDeadlines } from '@portal/kernel/support/ticket-sla';
import type { Transaction } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { ticketChanged } from '../events.ts';
import { attachFiles } from './attachments/attach-files.ts';
import { listAttachments } from './attachments/attachment.repository.ts';
import { inConversation } from './merges/in-conversation.ts';
import { presentReply, presentTicket } from './present-ticket.ts';
import { customerReplyNotice, queueStaffNotice } from './staff/staff-ticket-mail.ts';
import { findPerson, type TicketRow, updateTicket } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';
import { countRepliesSince, findSentReply, insertReply, isFull, type ReplyRow } from './ticket-reply.repository.ts';

const HOUR_MS = 3_600_000;
const PER_HOUR = 60;

export type ReplyText = {
  readonly text: string;
  /** The client's own id for it: the same again is the same reply. */
  readonly clientReplyId: string;
  readonly attachments: readonly string[];
};

type CustomerReply = ReplyText & { readonly id: string; readonly customerId: number; readonly authorId: number };

/** The recipients of the mail: the ticket's assignee, else the support address. */
async function supportAddress({ settings }: TicketDependencies, tx: Transaction, ticket: TicketRow): Promise<string> {
  const assignee = ticket.assigneeId === null ? null : await findPerson(tx, ticket.assigneeId, { staff: true });
  return assignee?.email ?? settings.get('contacts').supportEmail;
}

/** A new response is due, unless the last one was late: then the late time stays recorded. */
function reopening({ settings }: TicketDependencies, ticket: TicketRow, now: Date) {
  const wasLate = missedDeadlines(ticket, now).some(({ what }) => what === 'first-response');
  const firstResponseAt = wasLate ? ticket.firstResponseAt : null;
  const deadlines = deadlinesAfterReopening(ticket, now, settings.get('support'));
  return { status: 'open', resolvedAt: null, firstResponseAt, slaFrom: now, ...deadlines } as const;
}

/** A reply of whoever opened the ticket; `authorId` is null for somebody without an account. */
type NewReply = {
  readonly authorId: number | null;
  readonly text: string;
  readonly clientReplyId: string;
  readonly attachments: readonly string[];
  readonly mail?: MailRemainder;
  /** Whether staff get a mail of it. */
  readonly isAnnounced: boolean;
};

/**
 * Stores a reply with its files, reopens a resolved ticket and mails it to support; the ticket must be
 * locked, and neither closed nor full. Throws ApiError file.not-found.
 */
export async function writeReply(
  deps: TicketDependencies,
  tx: Transaction,
  ticket: TicketRow,
  reply: NewReply,
): Promise<{ readonly ticket: TicketRow; readonly replyId: number }> {
  const now = deps.clock();
  const { text, authorId } = reply;
  const replyId = await insertReply(tx, {
    ticketId: ticket.id,
    authorId,
    body: text,
    clientReplyId: reply.clientReplyId,
    mail: reply.mail ?? null,
    createdAt: now,
    fromStaff: false,
    isNote: false,
  });
  await attachFiles(tx, { ids: reply.attachments, uploaderId: authorId, ticketId: ticket.id, replyId });
  const change = ticket.status === 'resolved' ? reopening(deps, ticket, now) : {};
  const changed = await updateTicket(tx, ticket.id, [ticket.status], { ...change, updatedAt: now });
  if (!changed) throw new Error(`ticket ${ticket.id} moved under its lock`);
  if (reply.isAnnounced) {
    const said = { ticket: changed, replyId, text, origin: deps.origin };
    await queueStaffNotice(deps, tx, customerReplyNotice(said, await supportAddress(deps, tx, changed)));
  }
  await deps.publish(tx, ticketChanged, { ticketId: ticket.id, change: 'replied' });
  return { ticket: changed, replyId };
}

async function write(
  deps: TicketDependencies,
  tx: Transaction,
  ticket: TicketRow,
  reply: CustomerReply,
): Promise<TicketRow> {
  if (ticket.status === 'closed') throw new ApiError('ticket.closed');
  if (await isFull(tx, ticket.id)) throw new ApiError('ticket.full');
  const since = new Date(deps.clock().getTime() - HOUR_MS);
  if ((await countRepliesSince(tx, reply.authorId, since)) >= PER_HOUR) {
    throw new ApiError('ticket.too-many-replies', { retryAfterSeconds: 600 });
  }
  return (await writeReply(deps, tx, ticket, { ...reply, isAnnounced: true })).ticket;
}

/**
 * The customer replies to one of their tickets: stored once by `clientReplyId`, with its files, and
 * mailed to support, all or nothing. Reopens a resolved ticket; goes where a merged one goes on. Throws ApiError ticket.not-found
 * (also for another customer's), ticket.closed, ticket.full, ticket.too-many-replies (60 an hour),
 * file.not-found.
 */
export async function replyToTicket(
  deps: TicketDependencies,
  reply: CustomerReply,
): Promise<{ readonly reply: TicketReply; readonly ticket: Ticket }> {
  const { id, customerId, authorId, clientReplyId } = reply;
  const written = await inConversation(deps.database, { id, userId: customerId }, async (tx, locked) => {
    await lockCustomer(tx, 'ticket-reply', authorId);
    const name = { ticketId: locked.id, authorId, clientReplyId };
    const sent = await findSentReply(tx, name);
    const ticket = sent ? locked : await write(deps, tx, locked, reply);
    const row: ReplyRow | null = sent ?? (await findSentReply(tx, name));
    if (!row) throw new Error('the reply is not there');
    return { ticket, row, files: await listAttachments(tx, locked.id) };
  });
  deps.publishChange(customerId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return {
    reply: presentReply(written.row, written.files, authorId),
    ticket: presentTicket(written.ticket, deps.clock()),
  };
}
