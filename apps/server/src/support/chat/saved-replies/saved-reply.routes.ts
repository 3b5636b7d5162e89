import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from '@portal/contract/support/staff-chat';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { listSavedReplies as list, removeReply, saveReply } from './manage-saved-replies.ts';

/** Saved replies of agents. */
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
}
