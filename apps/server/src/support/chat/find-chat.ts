import type { ChatSession } from '@portal/contract/support/chat';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { estimateWait } from './chat.policy.ts';
import { findOpenChat, findOwnChat, findWaitFacts, type OwnChat } from './chat.repository.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { presentChat } from './present-chat.ts';

type Deps = Pick<ChatDependencies, 'database' | 'settings'>;

/** The expected wait of a customer who starts a chat now, in minutes. */
export async function findEstimatedWait({ database, settings }: Deps): Promise<number | null> {
  return estimateWait(await findWaitFacts(database), settings.get('claims').chatReply);
}

/** The customer's view of their own chat. */
export async function viewChat(deps: Deps, chat: OwnChat): Promise<ChatSession> {
  return presentChat(chat, chat.status === 'waiting' ? await findEstimatedWait(deps) : 0);
}

/** The customer's open chat, or null. */
export async function findActiveChat(deps: Deps, userId: number): Promise<ChatSession | null> {
  const chat = await findOpenChat(deps.database, userId);
  return chat && viewChat(deps, chat);
}

/**
 * The customer's chat of that id, open or closed. Throws ApiError chat.not-found, also for another
 * customer's.
 */
export async function requireOwnChat(database: Queryable, userId: number, id: string): Promise<OwnChat> {
  const chat = await findOwnChat(database, userId, id);
  if (!chat) throw new ApiError('chat.not-found');
  return chat;
}
