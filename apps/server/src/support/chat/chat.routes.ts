import {
  endChat,
  getActiveChat,
  initializeChat,
  listChatMessages,
  moveChatToTicket as moveEntry,
  sendChatMessage,
} from '@portal/contract/support/chat';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { moveChatToTicket } from './agents/open-ticket-from-chat.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { leaveChat } from './close-chat.ts';
import { findActiveChat } from './find-chat.ts';
import { listMessages } from './messages/list-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import { startChat } from './start-chat.ts';

/**
 * The customer's calls of the live chat (specification sections 2, 4 and 7). The session names the
 * customer, never the body.
 */
export function registerChat(routes: Routes, deps: ChatDependencies): void {
  routes.serve(initializeChat, async ({ viewer }) => startChat(deps, viewer.user.id));

  routes.serve(getActiveChat, async ({ viewer }) => findActiveChat(deps, viewer.user.id));

  routes.serve(sendChatMessage, async ({ viewer, body }) =>
    sendMessage(deps, { ...body, sender: 'user', author: viewer.user }),
  );

  routes.serve(listChatMessages, async ({ viewer, params, query }) =>
    listMessages(deps, { id: params.sessionId, ownerId: viewer.user.id }, query),
  );

  routes.serve(endChat, async ({ viewer, params }) => {
    const session = await leaveChat(deps, viewer.user.id, params.sessionId);
    return { success: true as const, message: 'The chat has ended.', session };
  });

  routes.serve(moveEntry, async ({ viewer, params, body }) => {
    const wish = {
      id: params.sessionId,
      subject: body?.subject,
      category: body?.category ?? 'other',
      priority: 'medium' as const,
    };
    const { ticketNumber, session } = await moveChatToTicket(deps, viewer.user.id, wish);
    return { success: true as const, message: `We have made ticket ${ticketNumber} of it.`, ticketNumber, session };
  });
}
