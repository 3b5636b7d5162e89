import type { FilledReply, SavedReply } from '@portal/contract/support/saved-replies';
import { formatLagosDay } from '@portal/kernel/calendar';
import { formatNaira } from '@portal/kernel/money';
import { fillReply, type ReplyVariable } from '@portal/kernel/support/reply-variables';
import { listLines, sumOpenInvoices } from '../../billing/index.ts';
import { findAccountContact, listAccountsOf } from '../../identity/index.ts';
import { findLanguage } from '../../messaging/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findStaffChat } from '../chat/agents/staff-chat.repository.ts';
import { ticketNumber } from '../tickets/ticket.policy.ts';
import { findTicket, type TicketRow } from '../tickets/ticket.repository.ts';
import { findReply } from './saved-reply.repository.ts';

/** Whom a reply is for, and who writes it. */
type Recipient = {
  /** Null for the sender of a mail whom nobody has confirmed. */
  readonly personId: number | null;
  readonly firstName: string | null;
  /** Null where the person has several accounts and nobody has said which. */
  readonly accountId: number | null;
  /** Null where nobody has said which. */
  readonly lineId: number | null;
  readonly ticketNumber: string | null;
  readonly agentName: string | null;
};

/** The one line that is meant: the named one, or the only one that is in use; else null, for nothing is guessed. */
async function findLine(queryable: Queryable, accountId: number, lineId: number | null) {
  const lines = await listLines(queryable, accountId);
  const inUse = lines.filter(({ status }) => status !== null && status !== 'cancelled');
  const meant = lineId === null ? inUse : lines.filter(({ id }) => id === lineId);
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/** What the portal knows for each variable; null where it does not. */
async function readValues(
  queryable: Queryable,
  { firstName, accountId, lineId, ticketNumber: number, agentName }: Recipient,
): Promise<Readonly<Record<ReplyVariable, string | null>>> {
  const line = accountId === null ? null : await findLine(queryable, accountId, lineId);
  return {
    firstName: firstName || null,
    ticketNumber: number,
    agentName: agentName || null,
    planName: line?.planName ?? null,
    paidUntil: line?.nextBillingDate ? formatLagosDay(new Date(line.nextBillingDate)) : null,
    amountDue: accountId === null ? null : formatNaira(await sumOpenInvoices(queryable, accountId)),
  };
}

async function fill(queryable: Queryable, reply: SavedReply, recipient: Recipient): Promise<FilledReply> {
  const wanted = recipient.personId === null ? null : await findLanguage(queryable, recipient.personId);
  const translation = wanted === null || wanted === 'en' ? reply.content : reply[wanted];
  const { text, missing } = fillReply(translation ?? reply.content, await readValues(queryable, recipient));
  return { text, language: (translation && wanted) || 'en', wanted, missing };
}

/** A saved reply as it would be sent to the customer of a ticket by somebody of staff. */
export async function fillForTicket(
  queryable: Queryable,
  reply: SavedReply,
  { ticket, agentName }: { readonly ticket: TicketRow; readonly agentName: string | null },
): Promise<FilledReply> {
  const customer = ticket.userId === null ? null : await findAccountContact(queryable, ticket.userId);
  return fill(queryable, reply, {
    personId: customer?.id ?? null,
    firstName: customer?.firstName ?? null,
    accountId: ticket.userId,
    lineId: ticket.lineId,
    ticketNumber: ticketNumber(ticket.number),
    agentName,
  });
}

type Wanted = { readonly id: string; readonly replyId: string; readonly agentName: string | null };

async function requireReply(queryable: Queryable, id: string): Promise<SavedReply> {
  const reply = await findReply(queryable, id);
  if (!reply) throw new ApiError('saved-reply.not-found');
  return reply;
}

/** A saved reply for the customer of a ticket. Throws ApiError ticket.not-found, saved-reply.not-found. */
export async function fillReplyForTicket(
  queryable: Queryable,
  { id, replyId, agentName }: Wanted,
): Promise<FilledReply> {
  const ticket = await findTicket(queryable, id, null);
  if (!ticket) throw new ApiError('ticket.not-found');
  return fillForTicket(queryable, await requireReply(queryable, replyId), { ticket, agentName });
}

/** A saved reply for the customer of a chat. Throws ApiError chat.not-found, saved-reply.not-found. */
export async function fillReplyForChat(queryable: Queryable, { id, replyId, agentName }: Wanted): Promise<FilledReply> {
  const chat = await findStaffChat(queryable, id);
  if (!chat) throw new ApiError('chat.not-found');
  const reply = await requireReply(queryable, replyId);
  const { customer } = chat;
  const accounts = customer ? await listAccountsOf(queryable, customer.id) : [];
  return fill(queryable, reply, {
    personId: customer?.id ?? null,
    firstName: customer?.firstName ?? null,
    accountId: accounts.length === 1 ? (accounts[0]?.id ?? null) : null,
    lineId: null,
    ticketNumber: chat.ticketNumber,
    agentName,
  });
}
