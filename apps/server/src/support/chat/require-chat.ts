import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type ChatState, lockChat } from './chat.repository.ts';

/** The chat of that id, open, and nobody else's to change until the transaction ends. Refuses with chat.not-found and chat.closed. */
export async function requireOpenChat(tx: Transaction, id: string): Promise<ChatState> {
  const chat = await lockChat(tx, id);
  if (!chat) throw new ApiError('chat.not-found');
  if (chat.status === 'closed') throw new ApiError('chat.closed');
  return chat;
}
