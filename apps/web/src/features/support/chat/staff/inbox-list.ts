import type { ChatMessage } from '@portal/contract/support/chat';
import type { StaffChat } from '@portal/contract/support/staff-chat';
import { foldName } from '@portal/kernel/fold-name';

const LONGEST_PREVIEW = 200;

/**
 * The open chats as the inbox lists them: the queue in the order of the server, which puts a
 * returned chat first, then the others, last written first.
 */
export function inInboxOrder(chats: readonly StaffChat[]): StaffChat[] {
  const waiting = chats.filter(({ status }) => status === 'waiting');
  const active = chats.filter(({ status }) => status === 'active');
  waiting.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
  active.sort((a, b) => lastMoment(b).localeCompare(lastMoment(a)) || a.id.localeCompare(b.id));
  return [...waiting, ...active];
}

/** When something last happened in a chat. */
export function lastMoment(chat: StaffChat): string {
  return chat.closedAt ?? chat.lastMessage?.timestamp ?? chat.createdAt;
}

/** The open chats with one of them added, changed or, once it has ended, removed. */
export function withChat(chats: readonly StaffChat[], changed: StaffChat): StaffChat[] {
  const others = chats.filter(({ id }) => id !== changed.id);
  return changed.status === 'closed' ? others : [...others, changed];
}

/** A chat’s new state, with the messages that are known where it was read before the last of them. */
export function withKnownMessages(chat: StaffChat, known: StaffChat | undefined): StaffChat {
  if (!known || known.lastSeq <= chat.lastSeq) return chat;
  const { lastSeq, lastMessage, unread, firstReplyAt } = known;
  return { ...chat, lastSeq, lastMessage, unread, firstReplyAt };
}

/** A chat after a message; one that it holds already changes nothing. */
export function withMessage(chat: StaffChat, { seq, sender, content, timestamp }: ChatMessage): StaffChat {
  if (seq <= chat.lastSeq) return chat;
  const preview = content.length <= LONGEST_PREVIEW ? content : `${content.slice(0, LONGEST_PREVIEW).trimEnd()}…`;
  return {
    ...chat,
    lastSeq: seq,
    unread: chat.unread + (sender === 'user' ? 1 : 0),
    firstReplyAt: chat.firstReplyAt ?? (sender === 'agent' ? timestamp : null),
    lastMessage: { sender, content: preview, timestamp },
  };
}

export function isMine(chat: StaffChat, userId: number): boolean {
  return chat.status === 'active' && chat.agent?.id === userId;
}

/**
 * How many chats need somebody: those that wait, and one's own in which the customer has written.
 */
export function countNeedy(chats: readonly StaffChat[], userId: number): number {
  return chats.filter((chat) => chat.status === 'waiting' || (isMine(chat, userId) && chat.unread > 0)).length;
}

/**
 * Chats in which each word that was typed is somewhere in the customer's name or address, the name and
 * number they write from, also as people in Nigeria write it, the agent's name, or the ticket's number.
 */
export function matching(chats: readonly StaffChat[], typed: string): StaffChat[] {
  const words = typed.split(/\s+/).map(foldName).filter(Boolean);
  return chats.filter((chat) => {
    const { customer, contact, agent, ticket } = chat;
    const written = [contact?.name, contact?.address, contact?.address.replace(/^\+234/, '0')];
    const about = [customer.name, customer.email, ...written, agent?.name, ticket?.number];
    const searched = foldName(about.filter(Boolean).join(' '));
    return words.every((word) => searched.includes(word));
  });
}
