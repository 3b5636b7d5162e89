import type { Queryable } from '../../../platform/database/connection.ts';
import { findChatFile } from './chat-file.repository.ts';

/** A file of a conversation, for staff who may read chats; null for none of that id. */
export function readChatFile(queryable: Queryable, id: string): ReturnType<typeof findChatFile> {
  return findChatFile(queryable, id);
}
