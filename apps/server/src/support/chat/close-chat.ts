import type { ChatCloseReason, ChatSession } from '@portal/contract/support/chat';
import type { StaffChat } from '@portal/contract/support/staff-chat';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { requireStaffChat } from './agents/find-staff-chat.ts';
import { type ChatState, endChat, lockChat } from './chat.repository.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { requireOwnChat, viewChat } from './find-chat.ts';
import { requireOpenChat } from './require-chat.ts';
import { agentTopic, customerTopic } from './sockets/chat-topics.ts';
import { publishQueue } from './sockets/publish-queue.ts';

/** Notifies both sides, and every agent's list, of the end. Call it after the commit. */
export function notifyClosed(deps: ChatDependencies, chat: ChatState, reason: ChatCloseReason): void {
  const { id, agentId } = chat;
  deps.bus.publish([customerTopic(id)], { type: 'closed', reason });
  if (agentId !== null) deps.bus.publish([agentTopic(agentId)], { type: 'closed', sessionId: id, reason });
  publishQueue(deps, id);
}

/**
 * The customer ends their chat; one that has ended already stays as it is. Throws ApiError
 * chat.not-found.
 */
export async function leaveChat(deps: ChatDependencies, userId: number, id: string): Promise<ChatSession> {
  const ended = await deps.database.transaction(async (tx) => {
    const chat = await lockChat(tx, id);
    if (chat?.userId !== userId) throw new ApiError('chat.not-found');
    if (chat.status === 'closed') return null;
    await endChat(tx, chat.id, 'ended-by-customer');
    return chat;
  });
  if (ended) notifyClosed(deps, ended, 'ended-by-customer');
  return viewChat(deps, await requireOwnChat(deps.database, userId, id));
}

/**
 * An agent ends their own chat, or one that waits. Throws ApiError chat.not-found, chat.closed,
 * chat.not-yours, and chat.no-ticket when the reason is a ticket that does not exist.
 */
export async function closeChat(
  deps: ChatDependencies,
  agentId: number,
  end: { readonly id: string; readonly reason: ChatCloseReason },
): Promise<StaffChat> {
  const ended = await deps.database.transaction(async (tx) => {
    const chat = await requireOpenChat(tx, end.id);
    if (chat.agentId !== null && chat.agentId !== agentId) throw new ApiError('chat.not-yours');
    if (end.reason === 'moved-to-ticket' && chat.ticketId === null) throw new ApiError('chat.no-ticket');
    await endChat(tx, chat.id, end.reason);
    await deps.recordAudit(tx, {
      actorId: agentId,
      action: 'chat.close',
      subject: `chat:${chat.id}`,
      before: { status: chat.status, agentId: chat.agentId },
      after: { status: 'closed', reason: end.reason },
    });
    return chat;
  });
  notifyClosed(deps, ended, end.reason);
  return requireStaffChat(deps.database, ended.id);
}
