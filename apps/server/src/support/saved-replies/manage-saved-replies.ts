import type { SavedReply, SavedReplyForm } from '@portal/contract/support/saved-replies';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { ChatDependencies } from '../chat/chat-dependencies.ts';
import { findTicket } from '../tickets/ticket.repository.ts';
import {
  deleteReply,
  insertReply,
  isInMacro,
  listReplies,
  lockReply,
  type ReplyTexts,
  updateReply,
} from './saved-reply.repository.ts';

type Deps = Pick<ChatDependencies, 'database' | 'recordAudit'>;

/** The replies that every agent may use, by title. */
export async function listSavedReplies(database: Queryable): Promise<SavedReply[]> {
  return listReplies(database);
}

/** The same for whoever answers a ticket. Throws ApiError ticket.not-found. */
export async function listForTicket(database: Queryable, ticketId: string): Promise<SavedReply[]> {
  if (!(await findTicket(database, ticketId, null))) throw new ApiError('ticket.not-found');
  return listReplies(database);
}

/** An empty translation is none. */
function textsOf({ title, content, ...translations }: SavedReplyForm): ReplyTexts {
  const given = Object.entries(translations).filter(([, text]) => text !== undefined);
  return { title, content, ...Object.fromEntries(given.map(([language, text]) => [language, text || null])) };
}

/** Saves a reply, or changes the one of that id. Throws ApiError saved-reply.not-found. */
export async function saveReply(
  { database, recordAudit }: Deps,
  actorId: number,
  { id, form }: { readonly id: string | null; readonly form: SavedReplyForm },
): Promise<SavedReply> {
  const texts = textsOf(form);
  return database.transaction(async (tx) => {
    const before = id === null ? null : await lockReply(tx, id);
    if (id !== null && !before) throw new ApiError('saved-reply.not-found');
    const after = before ? await updateReply(tx, before.id, texts) : await insertReply(tx, texts);
    const action = before ? 'saved-reply.update' : 'saved-reply.create';
    await recordAudit(tx, { actorId, action, subject: `saved-reply:${after.id}`, before, after });
    return after;
  });
}

/** Throws ApiError saved-reply.not-found, saved-reply.in-macro. */
export async function removeReply({ database, recordAudit }: Deps, actorId: number, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await lockReply(tx, id);
    if (!before) throw new ApiError('saved-reply.not-found');
    if (await isInMacro(tx, before.id)) throw new ApiError('saved-reply.in-macro');
    await deleteReply(tx, before.id);
    const subject = `saved-reply:${before.id}`;
    await recordAudit(tx, { actorId, action: 'saved-reply.delete', subject, before, after: null });
  });
}
