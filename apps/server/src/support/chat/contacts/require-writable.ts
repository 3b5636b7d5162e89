import type { Queryable } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findChatState } from '../chat.repository.ts';
import { findContact } from './contact.repository.ts';

/**
 * The id of an agent's own open chat with somebody outside the portal, who may be written to freely now.
 * Throws ApiError chat.not-found, chat.closed, chat.not-yours and chat.window-closed.
 */
export async function requireWritable(
  queryable: Queryable,
  { chatId, agentId, now }: { readonly chatId: string; readonly agentId: number; readonly now: Date },
): Promise<string> {
  const chat = await findChatState(queryable, chatId);
  if (!chat || chat.contactId === null) throw new ApiError('chat.not-found');
  if (chat.status === 'closed') throw new ApiError('chat.closed');
  if (chat.agentId !== agentId) throw new ApiError('chat.not-yours');
  const contact = await findContact(queryable, chat.contactId);
  const isOpen = contact?.writableUntil && contact.writableUntil > now && contact.endedAt === null;
  if (!isOpen) throw new ApiError('chat.window-closed');
  return chat.id;
}
