import type { ChatSession } from '@portal/contract/support/chat';
import { Refusal } from '../../platform/http/api-error.ts';
import { findOpenChat, insertChat } from './chat.repository.ts';
import type { ChatParts } from './chat-dependencies.ts';
import { viewChat } from './find-chat.ts';
import { announceQueue } from './sockets/publish-queue.ts';

const ID_BYTES = 16;
const TRIES = 3;

/** The customer's open chat, which is opened when there is none: one at most, however many ask at once (threats C1). The id is 128 random bits. */
export async function startChat(parts: ChatParts, userId: number): Promise<ChatSession> {
  // What is found may just have been closed by an agent.
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const open = await findOpenChat(parts.database, userId);
    if (open) return viewChat(parts, open);
    const id = parts.randomBytes(ID_BYTES).toString('hex');
    if (!(await insertChat(parts.database, { id, userId }))) continue;
    announceQueue(parts, dashed(id));
    parts.tellStarted(userId);
  }
  throw new Refusal('service.unavailable');
}

/** As PostgreSQL writes it. */
function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
