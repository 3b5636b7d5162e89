import type { ChatDependencies } from '../chat-dependencies.ts';
import { findEstimatedWait } from '../find-chat.ts';
import { customerTopic } from '../sockets/chat-topics.ts';

/** Notifies the customer that they wait for an agent again, and how long. */
export async function notifyRequeued(
  deps: Pick<ChatDependencies, 'database' | 'bus' | 'settings'>,
  sessionId: string,
): Promise<void> {
  deps.bus.publish([customerTopic(sessionId)], { type: 'waiting', estimatedWaitTime: await findEstimatedWait(deps) });
}
