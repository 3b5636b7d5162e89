import { countWaiting, findStaffChat } from '../agents/staff-chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { presentStaffChat } from '../present-chat.ts';
import { queueTopic } from './chat-topics.ts';

/**
 * Updates a chat in every agent's inbox. Call it after the commit; a failure is logged and delays
 * nothing.
 */
export function publishQueue(
  { database, bus, log }: Pick<ChatDependencies, 'database' | 'bus' | 'log'>,
  id: string,
): void {
  const announce = async (): Promise<void> => {
    const [chat, waiting] = await Promise.all([findStaffChat(database, id), countWaiting(database)]);
    if (chat) bus.publish([queueTopic], { type: 'queue', waiting, chat: presentStaffChat(chat) });
  };
  announce().catch((error: unknown) => log.warn({ err: error }, 'the chat queue update could not be published'));
}
