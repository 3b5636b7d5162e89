import type { ChatSession } from '@portal/contract/support/chat';
import type { StaffChat } from '@portal/contract/support/staff-chat';
import type { TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import type { Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { agentName, ticketSubject, transcriptOf } from '../chat.policy.ts';
import { type ChatState, endChat, findCustomer, lockChat, setTicket } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { notifyClosed } from '../close-chat.ts';
import { findContact } from '../contacts/contact.repository.ts';
import { requireOwnChat, viewChat } from '../find-chat.ts';
import { listMessages } from '../messages/message.repository.ts';
import { requireStaffChat } from './find-staff-chat.ts';

/** A ticket contains the end of a very long conversation; all of it stays in the chat. */
const MOST_LINES = 1000;

type Wish = {
  readonly id: string;
  readonly subject?: string | undefined;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
};

/** `customerId`: whose ticket was opened just now. */
type Opened = { readonly id: string; readonly number: string; readonly customerId: number | null };

async function ownerOf(tx: Transaction, { contactId }: ChatState): Promise<number | null> {
  return contactId === null ? null : ((await findContact(tx, contactId))?.userId ?? null);
}

/** The ticket of the chat, opened when it has none. Throws ApiError chat.nothing-said and, for somebody without a
 * known account, chat.no-customer. */
async function openTicket(
  deps: ChatDependencies,
  tx: Transaction,
  chat: ChatState,
  { subject, category, priority }: Wish,
): Promise<Opened> {
  if (chat.ticketId !== null && chat.ticketNumber !== null)
    return { id: chat.ticketId, number: chat.ticketNumber, customerId: null };
  const after = Math.max(0, chat.lastSeq - MOST_LINES);
  const lines = await listMessages(tx, { sessionId: chat.id, after, limit: MOST_LINES });
  const ownerId = chat.userId ?? (await ownerOf(tx, chat));
  if (ownerId === null) throw new ApiError('chat.no-customer');
  const customer = await findCustomer(tx, ownerId);
  if (lines.length === 0 || !customer) throw new ApiError('chat.nothing-said');
  const description = transcriptOf(
    lines.map(({ sender, senderFirstName, content, createdAt }) => ({
      sender,
      senderName: sender === 'agent' ? agentName(senderFirstName) : null,
      content,
      at: createdAt,
    })),
    customer.firstName ?? customer.email,
  );
  const ticket = await deps.openTicket(tx, {
    customer: { id: customer.id, email: customer.email },
    subject: subject || ticketSubject(chat.createdAt),
    description,
    category,
    priority,
    source: `chat:${chat.id}`,
  });
  await setTicket(tx, chat.id, ticket);
  return { ...ticket, customerId: customer.id };
}

/**
 * For a customer who does not want to wait: their messages become a ticket and the chat ends, both
 * or neither. Throws ApiError chat.not-found, chat.closed, chat.not-waiting when an agent has
 * accepted it, and chat.nothing-said.
 */
export async function moveChatToTicket(
  deps: ChatDependencies,
  userId: number,
  wish: Wish,
): Promise<{ ticketNumber: string; session: ChatSession }> {
  const { chat, ticket } = await deps.database.transaction(async (tx) => {
    const found = await lockChat(tx, wish.id);
    if (found?.userId !== userId) throw new ApiError('chat.not-found');
    if (found.status !== 'waiting') throw new ApiError(found.status === 'closed' ? 'chat.closed' : 'chat.not-waiting');
    const opened = await openTicket(deps, tx, found, wish);
    await endChat(tx, found.id, 'moved-to-ticket');
    return { chat: found, ticket: opened };
  });
  notifyClosed(deps, chat, 'moved-to-ticket');
  deps.publishTicketOpened(userId);
  const session = await viewChat(deps, await requireOwnChat(deps.database, userId, wish.id));
  return { ticketNumber: ticket.number, session };
}

/**
 * An agent opens a ticket for the customer; the chat goes on. A chat has one ticket: a repeat
 * returns it. Throws ApiError chat.not-found, chat.nothing-said and chat.no-customer.
 */
export async function openTicketFromChat(
  deps: ChatDependencies,
  agentId: number,
  wish: Wish,
): Promise<{ ticketNumber: string; chat: StaffChat }> {
  const ticket = await deps.database.transaction(async (tx) => {
    const chat = await lockChat(tx, wish.id);
    if (!chat) throw new ApiError('chat.not-found');
    const opened = await openTicket(deps, tx, chat, wish);
    if (chat.ticketId === null) {
      await deps.recordAudit(tx, {
        actorId: agentId,
        action: 'chat.ticket',
        subject: `chat:${chat.id}`,
        before: null,
        after: { ticket: opened.number },
      });
    }
    return opened;
  });
  if (ticket.customerId !== null) deps.publishTicketOpened(ticket.customerId);
  return { ticketNumber: ticket.number, chat: await requireStaffChat(deps.database, wish.id) };
}
