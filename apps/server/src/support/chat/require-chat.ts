import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type ChatState, lockChat } from './chat.repository.ts';

/**
 * The open chat of that id, locked until the transaction ends. Throws ApiError chat.not-found and
 * chat.closed.
 */
export async function requireOpenChat(tx: Transaction, id: string): Promise<ChatState> {
  const chat = await lockChat(tx, id);
  if (!chat) throw new ApiError('chat.not-found');
  if (chat.status === 'closed') throw new ApiError('chat.closed');
  return chat;
}
