import {
  acceptChat as acceptEntry,
  addStaffNote,
  closeStaffChat,
  downloadChatFile,
  getStaffChat,
  linkChatContact as linkEntry,
  listAgents as listAgentsEntry,
  listStaffChats as listEntry,
  listStaffChatMessages,
  openTicketFromChat as openTicketEntry,
  sendStaffMessage,
  setPresence as setPresenceEntry,
  transferChat as transferEntry,
} from '@portal/contract/support/staff-chat';
import { sendFile } from '../../../platform/files/send-file.ts';
import { mayDo } from '../../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { closeChat } from '../close-chat.ts';
import { linkContact } from '../contacts/link-contact.ts';
import { readChatFile } from '../contacts/read-chat-file.ts';
import { addNote } from '../messages/add-note.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { acceptChat } from './accept-chat.ts';
import { type AgentPresence, listAgents, setPresence } from './agent-presence.ts';
import { listStaffChats, openStaffChat } from './find-staff-chat.ts';
import { openTicketFromChat } from './open-ticket-from-chat.ts';
import { transferChat } from './transfer-chat.ts';

/**
 * The agents' calls of the live chat. Each call counts as activity: an agent without a socket is
 * online for a minute after it.
 */
export function registerStaffChat(
  routes: Routes,
  deps: ChatDependencies & { readonly agentPresence: AgentPresence },
): void {
  const { database, agentPresence } = deps;

  routes.serve(listEntry, async ({ viewer, query }) => listStaffChats(database, viewer.user.id, query));

  routes.serve(getStaffChat, async ({ params }) => openStaffChat(database, params.id));

  routes.serve(listStaffChatMessages, async ({ params, query }) =>
    listMessages(deps, { id: params.id, ownerId: null }, query),
  );

  routes.serve(acceptEntry, async ({ viewer, params }) => {
    const chat = await acceptChat(deps, viewer.user, params.id);
    return {
      success: true as const,
      message: `You are with ${chat.customer.name} now.`,
      chat,
    };
  });

  routes.serve(sendStaffMessage, async ({ viewer, params, body }) => {
    agentPresence.called(viewer.user.id);
    return sendMessage(deps, { ...body, sessionId: params.id, sender: 'agent', author: viewer.user });
  });

  routes.serve(closeStaffChat, async ({ viewer, params, body }) => {
    const chat = await closeChat(deps, viewer.user.id, { id: params.id, reason: body?.reason ?? 'resolved' });
    return { success: true as const, message: 'The chat has ended.', chat };
  });

  routes.serve(transferEntry, async ({ viewer, params, body }) => {
    const chat = await transferChat(deps, viewer.user.id, { id: params.id, to: body.agentId });
    const message = chat.agent ? `The chat is with ${chat.agent.name} now.` : 'The chat is back in the queue.';
    return { success: true as const, message, chat };
  });

  routes.serve(addStaffNote, async ({ viewer, params, body }) => {
    const note = await addNote(deps, viewer.user, { chatId: params.id, content: body.content });
    return { success: true as const, message: 'Note saved.', note };
  });

  routes.serve(openTicketEntry, async ({ viewer, params, body }) => {
    const { ticketNumber, chat } = await openTicketFromChat(deps, viewer.user.id, { ...body, id: params.id });
    return { success: true as const, message: `Ticket ${ticketNumber} is open.`, ticketNumber, chat };
  });

  routes.serve(linkEntry, async ({ viewer, params, body }) => {
    const chat = await linkContact(deps, { staffId: viewer.user.id, chatId: params.id, ...body });
    return { success: true as const, message: `This chat belongs to ${chat.customer.name} now.`, chat };
  });

  routes.serve(downloadChatFile, async ({ params, reply }) =>
    sendFile(deps, reply, await readChatFile(database, params.id)),
  );

  routes.serve(listAgentsEntry, async ({ viewer, alsoNeeds }) => {
    // Who sells at the agents' counter is staff, too, and has no colleagues to name.
    if (!mayDo(viewer, 'chats:read') && !mayDo(viewer, 'audit:read')) await alsoNeeds('tickets:read');
    return listAgents(database, viewer.user.id);
  });

  routes.serve(setPresenceEntry, async ({ viewer, body: { presence } }) => {
    await setPresence(deps, viewer.user.id, presence);
    const message = presence === 'available' ? 'You are available.' : 'You are away.';
    return { success: true as const, message, presence };
  });
}
