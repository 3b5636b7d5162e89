import type { StaffChat } from '@portal/contract/support/staff-chat';
import type { Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { moveChat } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { requireOpenChat } from '../require-chat.ts';
import { agentTopic } from '../sockets/chat-topics.ts';
import { publishQueue } from '../sockets/publish-queue.ts';
import { type AgentRow, findAgent } from './agent.repository.ts';
import { requireStaffChat } from './find-staff-chat.ts';
import { notifyAgentJoined } from './notify-agent-joined.ts';
import { notifyRequeued } from './notify-requeued.ts';

/** The agents to whom a chat can be transferred: online and accepting chats. */
async function requireAvailableAgent(tx: Transaction, id: number): Promise<AgentRow> {
  const agent = await findAgent(tx, id);
  if (!agent?.isThere || agent.presence !== 'available') throw new ApiError('chat.no-such-agent');
  return agent;
}

/**
 * Transfers one's own chat to another agent, or with null back to the queue. Throws ApiError
 * chat.not-found, chat.closed, chat.not-yours and chat.no-such-agent.
 */
export async function transferChat(
  deps: ChatDependencies,
  agentId: number,
  move: { readonly id: string; readonly to: number | null },
): Promise<StaffChat> {
  const next = await deps.database.transaction(async (tx) => {
    const chat = await requireOpenChat(tx, move.id);
    if (chat.agentId !== agentId) throw new ApiError('chat.not-yours');
    const agent = move.to === null ? null : await requireAvailableAgent(tx, move.to);
    await moveChat(tx, chat.id, agent?.id ?? null);
    await deps.recordAudit(tx, {
      actorId: agentId,
      action: 'chat.transfer',
      subject: `chat:${chat.id}`,
      before: { status: chat.status, agentId },
      after: { status: agent ? 'active' : 'waiting', agentId: agent?.id ?? null },
    });
    return agent;
  });
  const chat = await requireStaffChat(deps.database, move.id);
  if (next) {
    notifyAgentJoined(deps.bus, chat.id, next, [agentId, next.id]);
  } else {
    deps.bus.publish([agentTopic(agentId)], { type: 'waiting', sessionId: chat.id });
    await notifyRequeued(deps, chat.id);
  }
  publishQueue(deps, chat.id);
  return chat;
}
