import type { StaffNote } from '@portal/contract/support/staff-chat';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { Agent } from '../agents/notify-agent-joined.ts';
import { insertNote } from '../agents/staff-chat.repository.ts';
import { lockChat } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { presentNote } from '../present-chat.ts';
import { agentTopic } from '../sockets/chat-topics.ts';

/** Adds a staff note to a chat, open or closed. Throws ApiError chat.not-found. */
export async function addNote(
  deps: ChatDependencies,
  author: Agent,
  note: { readonly chatId: string; readonly content: string },
): Promise<StaffNote> {
  const { chat, written } = await deps.database.transaction(async (tx) => {
    const found = await lockChat(tx, note.chatId);
    if (!found) throw new ApiError('chat.not-found');
    const row = { sessionId: found.id, authorId: author.id, content: note.content, afterSeq: found.lastSeq };
    const inserted = await insertNote(tx, row);
    await deps.recordAudit(tx, {
      actorId: author.id,
      action: 'chat.note',
      subject: `chat:${found.id}`,
      before: null,
      after: { note: inserted.id },
    });
    return { chat: found, written: { ...row, ...inserted } };
  });
  const presented = presentNote({ ...written, author });
  if (chat.agentId !== null) {
    deps.bus.publish([agentTopic(chat.agentId)], { type: 'note', sessionId: chat.id, note: presented });
  }
  return presented;
}
