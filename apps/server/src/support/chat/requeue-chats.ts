import { recordAudits } from '../../identity/index.ts';
import { requeueAbandonedChats } from './agents/agent.repository.ts';
import { notifyRequeued } from './agents/notify-requeued.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { agentTopic } from './sockets/chat-topics.ts';
import { publishQueue } from './sockets/publish-queue.ts';

/**
 * Requeues the chats of agents who have been offline for 60 s, each once, and notifies the
 * customers. Safe to run on every instance.
 */
export async function requeueChats(deps: ChatDependencies): Promise<number> {
  const returned = await deps.database.transaction(async (tx) => {
    const requeued = await requeueAbandonedChats(tx);
    await recordAudits(
      tx,
      requeued.map(({ id, agentId }) => ({
        actorId: agentId,
        action: 'chat.requeue',
        subject: `chat:${id}`,
        before: { agentId },
        after: { agentId: null },
      })),
    );
    return requeued;
  });
  for (const { id, agentId } of returned) {
    deps.bus.publish([agentTopic(agentId)], { type: 'waiting', sessionId: id });
    await notifyRequeued(deps, id);
    publishQueue(deps, id);
  }
  return returned.length;
}
