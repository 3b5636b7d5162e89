import {
  createSavedReply,
  deleteSavedReply,
  fillReplyForChat as fillForChatEntry,
  fillReplyForTicket as fillForTicketEntry,
  listRepliesForTicket,
  listSavedReplies,
  updateSavedReply,
} from '@portal/contract/support/saved-replies';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { ChatDependencies } from '../chat/chat-dependencies.ts';
import { fillReplyForChat, fillReplyForTicket } from './fill-reply.ts';
import { listSavedReplies as list, listForTicket, removeReply, saveReply } from './manage-saved-replies.ts';

/** Saved replies of agents, and the same filled in for a customer. */
export function registerSavedReplies(routes: Routes, deps: Pick<ChatDependencies, 'database' | 'recordAudit'>): void {
  routes.serve(listSavedReplies, async () => list(deps.database));

  routes.serve(createSavedReply, async ({ viewer, body }) => {
    const reply = await saveReply(deps, viewer.user.id, { id: null, form: body });
    return { success: true as const, message: 'Reply saved.', reply };
  });

  routes.serve(updateSavedReply, async ({ viewer, params, body }) => {
    const reply = await saveReply(deps, viewer.user.id, { id: params.id, form: body });
    return { success: true as const, message: 'Reply saved.', reply };
  });

  routes.serve(deleteSavedReply, async ({ viewer, params }) => {
    await removeReply(deps, viewer.user.id, params.id);
    return { success: true as const, message: 'Reply deleted.' };
  });

  routes.serve(listRepliesForTicket, async ({ params }) => listForTicket(deps.database, params.id));

  routes.serve(fillForTicketEntry, async ({ viewer, params }) =>
    fillReplyForTicket(deps.database, { ...params, agentName: viewer.user.firstName }),
  );

  routes.serve(fillForChatEntry, async ({ viewer, params }) =>
    fillReplyForChat(deps.database, { ...params, agentName: viewer.user.firstName }),
  );
}
