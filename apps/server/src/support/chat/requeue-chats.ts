import { takeBackAbandonedChats } from './agents/agent.repository.ts';
import { tellBackInQueue } from './agents/notify-requeued.ts';
import type { ChatParts } from './chat-dependencies.ts';
import { agentTopic } from './sockets/chat-topics.ts';
import { announceQueue } from './sockets/publish-queue.ts';

/** Puts the chats of agents who have been gone for 60 s back into the queue, each once, and tells the customers. Safe to run on every instance. */
export async function returnAbandonedChats(parts: ChatParts): Promise<number> {
  const returned = await takeBackAbandonedChats(parts.database);
  for (const { id, agentId } of returned) {
    parts.bus.publish([agentTopic(agentId)], { type: 'waiting', sessionId: id });
    await tellBackInQueue(parts, id);
    announceQueue(parts, id);
  }
  return returned.length;
}
