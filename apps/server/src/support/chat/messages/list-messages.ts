import type { ChatMessage } from '@portal/contract/support/chat';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findChatState } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { describeOutside } from '../contacts/describe-outside.ts';
import { presentMessage } from '../present-chat.ts';
import { listMessages as listRows } from './message.repository.ts';

const MOST = 1000;

type Page = { readonly after: number; readonly limit?: number | undefined };

/**
 * The messages of a chat after a seq, in order, 1000 unless `limit` says fewer. `ownerId` is the
 * chat's customer, null for staff. Throws ApiError chat.not-found.
 */
export async function listMessages(
  { database }: Pick<ChatDependencies, 'database'>,
  chat: { readonly id: string; readonly ownerId: number | null },
  { after, limit = MOST }: Page,
): Promise<ChatMessage[]> {
  const state = await findChatState(database, chat.id);
  if (!state || (chat.ownerId !== null && state.userId !== chat.ownerId)) throw new ApiError('chat.not-found');
  const messages = (await listRows(database, { sessionId: state.id, after, limit })).map(presentMessage);
  return state.contactId === null ? messages : describeOutside(database, state.id, messages);
}
