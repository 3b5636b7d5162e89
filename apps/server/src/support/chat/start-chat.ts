import type { ChatSession } from '@portal/contract/support/chat';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findOpenChat, insertChat } from './chat.repository.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { viewChat } from './find-chat.ts';
import { publishQueue } from './sockets/publish-queue.ts';

const ID_BYTES = 16;
const TRIES = 3;

/**
 * The customer's open chat, which is created when there is none: one at most, however many requests
 * arrive at once (threats C1). The id is 128 random bits.
 */
export async function startChat(deps: ChatDependencies, userId: number): Promise<ChatSession> {
  // An agent may just have closed it.
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const open = await findOpenChat(deps.database, userId);
    if (open) return viewChat(deps, open);
    const id = deps.randomBytes(ID_BYTES).toString('hex');
    if (!(await insertChat(deps.database, { id, userId }))) continue;
    publishQueue(deps, dashed(id));
    deps.publishChatStarted(userId);
  }
  throw new ApiError('service.unavailable');
}

/** As PostgreSQL writes it. */
function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
