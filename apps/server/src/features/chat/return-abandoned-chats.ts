import { takeBackAbandonedChats } from './agent.repository.ts';
import { announceQueue } from './announce-queue.ts';
import type { ChatParts } from './chat-parts.port.ts';
import { agentTopic } from './chat-topics.ts';
import { tellBackInQueue } from './tell-back-in-queue.ts';

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
