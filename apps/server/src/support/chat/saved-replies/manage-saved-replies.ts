import type { SavedReply, SavedReplyForm } from '@portal/contract/support/staff-chat';
import type { Queryable } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { deleteReply, insertReply, listReplies, lockReply, updateReply } from './saved-reply.repository.ts';

type Deps = Pick<ChatDependencies, 'database' | 'recordAudit'>;

/** The replies that every agent may use, by title. */
export async function listSavedReplies(database: Queryable): Promise<SavedReply[]> {
  return listReplies(database);
}

/** Saves a reply, or changes the one of that id. Throws ApiError saved-reply.not-found. */
export async function saveReply(
  { database, recordAudit }: Deps,
  actorId: number,
  { id, form }: { readonly id: string | null; readonly form: SavedReplyForm },
): Promise<SavedReply> {
  return database.transaction(async (tx) => {
    const before = id === null ? null : await lockReply(tx, id);
    if (id !== null && !before) throw new ApiError('saved-reply.not-found');
    const after = before ? { ...form, id: before.id } : await insertReply(tx, form);
    if (before) await updateReply(tx, before.id, form);
    const action = before ? 'saved-reply.update' : 'saved-reply.create';
    await recordAudit(tx, { actorId, action, subject: `saved-reply:${after.id}`, before, after });
    return after;
  });
}

/** Throws ApiError saved-reply.not-found. */
export async function removeReply({ database, recordAudit }: Deps, actorId: number, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await lockReply(tx, id);
    if (!before) throw new ApiError('saved-reply.not-found');
    await deleteReply(tx, before.id);
    const subject = `saved-reply:${before.id}`;
    await recordAudit(tx, { actorId, action: 'saved-reply.delete', subject, before, after: null });
  });
}
