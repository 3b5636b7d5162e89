import type { ChatMessage } from '@portal/contract/support/chat';
import type { Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findChatState } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { presentMessage } from '../present-chat.ts';
import { requireOpenChat } from '../require-chat.ts';
import { agentTopic } from '../sockets/chat-topics.ts';
import { appendMessage, type Contact, lockContactById } from './contact.repository.ts';
import { insertDelivery } from './delivery.repository.ts';

export type WrittenByAgent = {
  readonly contact: Contact;
  readonly sessionId: string;
  readonly seq: number;
  /** As staff see it. */
  readonly message: ChatMessage;
  /** Shows it to the agent's other pages, after the commit. */
  readonly publish: () => void;
};

/**
 * Stores what an agent sends in their chat with somebody outside the portal, other than by writing
 * freely; the caller sends it. Throws ApiError chat.not-found, chat.closed, chat.not-yours,
 * chat.not-outside and chat.contact-gone.
 */
export async function writeAsAgent(
  tx: Transaction,
  deps: Pick<ChatDependencies, 'bus' | 'recordAudit'>,
  message: {
    readonly chatId: string;
    readonly agent: { readonly id: number; readonly firstName: string | null };
    readonly content: string;
  },
): Promise<WrittenByAgent> {
  const { chatId, agent, content } = message;
  // The contact first, as whoever receives a message from them does.
  const found = await findChatState(tx, chatId);
  if (!found) throw new ApiError('chat.not-found');
  if (found.contactId === null) throw new ApiError('chat.not-outside');
  const contact = await lockContactById(tx, found.contactId);
  const chat = await requireOpenChat(tx, chatId);
  if (chat.agentId !== agent.id || chat.status !== 'active') throw new ApiError('chat.not-yours');
  if (!contact || contact.endedAt !== null) throw new ApiError('chat.contact-gone');
  const written = await appendMessage(tx, { sessionId: chat.id, content, agentId: agent.id });
  if (!written) throw new ApiError('chat.not-yours');
  const { sessionId, seq, createdAt } = written;
  await insertDelivery(tx, { sessionId, seq });
  await deps.recordAudit(tx, {
    actorId: agent.id,
    action: 'chat.message',
    subject: `chat:${sessionId}`,
    before: null,
    after: { seq },
  });
  const row = { sessionId, seq, sender: 'agent' as const, senderFirstName: agent.firstName, content, createdAt };
  const shown: ChatMessage = {
    ...presentMessage({ ...row, clientMessageId: null, mark: { delivered: 0, read: 0 } }),
    delivery: { state: 'waiting', reason: null },
  };
  const publish = () => deps.bus.publish([agentTopic(agent.id)], { type: 'message', sessionId, message: shown });
  return { contact, sessionId, seq, message: shown, publish };
}
