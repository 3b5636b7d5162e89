import type { ChatMessage } from '@portal/contract/support/chat';
import type { Queryable } from '../../../platform/database/connection.ts';
import { listDeliveries, listFiles } from './delivery.repository.ts';

/** The messages of a conversation with somebody outside the portal, with their files and what became of them. */
export async function describeOutside(
  database: Queryable,
  sessionId: string,
  messages: readonly ChatMessage[],
): Promise<ChatMessage[]> {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return [];
  const range = { sessionId, from: first.seq, to: last.seq };
  const [files, deliveries] = [await listFiles(database, range), await listDeliveries(database, range)];
  return messages.map((message) => {
    const own = files
      .get(message.seq)
      ?.map(({ id, name, mediaType, sizeBytes }) => ({ id, name, mediaType, sizeBytes }));
    const delivery = deliveries.get(message.seq);
    return { ...message, ...(own ? { files: own } : {}), ...(delivery ? { delivery } : {}) };
  });
}
