import type { ChatMessage, ChatSide } from '@portal/contract/support/chat';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { isTooLong } from '../chat.policy.ts';
import { findChatState } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { findContact } from '../contacts/contact.repository.ts';
import { presentMessage } from '../present-chat.ts';
import { agentTopic, customerTopic } from '../sockets/chat-topics.ts';
import { publishQueue } from '../sockets/publish-queue.ts';
import { findByClientId, type NewMessage } from './message.repository.ts';

export type Draft = {
  readonly sessionId: string;
  readonly content: string;
  readonly clientMessageId?: string | undefined;
  readonly sender: ChatSide;
  readonly author: { readonly id: number; readonly firstName: string | null };
};

/** Publishes to both sides. Repeating is harmless: sockets know their position. */
function announce({ bus }: ChatDependencies, sessionId: string, agentId: number | null, message: ChatMessage): void {
  bus.publish([customerTopic(sessionId)], { type: 'message', message });
  if (agentId !== null) bus.publish([agentTopic(agentId)], { type: 'message', sessionId, message });
}

/**
 * The message stored under the same clientMessageId, published once more: the instance that stored
 * it may have died before publishing it.
 */
async function findRepeated(deps: ChatDependencies, message: NewMessage): Promise<ChatMessage | null> {
  const { sessionId, senderId, clientMessageId } = message;
  if (clientMessageId === null) return null;
  const stored = await findByClientId(deps.database, { sessionId, senderId, clientMessageId });
  if (!stored) return null;
  const state = await findChatState(deps.database, sessionId);
  announce(deps, sessionId, state?.agentId ?? null, presentMessage(stored));
  return presentMessage(stored);
}

async function refuse(deps: ChatDependencies, message: NewMessage): Promise<never> {
  const state = await findChatState(deps.database, message.sessionId);
  if (!state || (message.sender === 'user' && state.userId !== message.senderId)) throw new ApiError('chat.not-found');
  if (state.status === 'closed') throw new ApiError('chat.closed');
  if (state.agentId !== message.senderId || state.contactId === null) throw new ApiError('chat.not-yours');
  const contact = await findContact(deps.database, state.contactId);
  throw new ApiError(contact?.endedAt ? 'chat.contact-gone' : 'chat.window-closed');
}

/**
 * Stores a message with the next seq of its chat and then publishes it to both sides. The same
 * clientMessageId again returns the stored message, also when the chat has ended meanwhile. Throws
 * ApiError chat.not-found, chat.closed, chat.too-long and, for an agent in a chat that is not
 * theirs, chat.not-yours; chat.window-closed and chat.contact-gone where somebody outside the portal can not be
 * written to.
 */
export async function sendMessage(deps: ChatDependencies, draft: Draft): Promise<ChatMessage> {
  const { sessionId, content, sender, author } = draft;
  if (isTooLong(content)) throw new ApiError('chat.too-long');
  if (!isUuid(sessionId)) throw new ApiError('chat.not-found');
  const id = sessionId.toLowerCase();
  const clientMessageId = draft.clientMessageId ?? null;
  const message: NewMessage = { sessionId: id, senderId: author.id, sender, content, clientMessageId };
  const written = await deps.storeMessage(message);
  if (!written) return (await findRepeated(deps, message)) ?? refuse(deps, message);
  const { seq, createdAt, agentId, status, contactId } = written;
  const mark = { delivered: 0, read: 0 };
  const delivery = contactId === null ? {} : { delivery: { state: 'waiting' as const, reason: null } };
  const row = { ...message, seq, createdAt, senderFirstName: author.firstName, mark };
  const answer = { ...presentMessage(row), ...delivery };
  announce(deps, id, agentId, answer);
  if (status === 'waiting') publishQueue(deps, id);
  if (contactId !== null) deps.deliverSoon();
  return answer;
}
