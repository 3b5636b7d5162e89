import type { StaffChat } from '@portal/contract/support/staff-chat';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { giveToAgent } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { requireOpenChat } from '../require-chat.ts';
import { publishQueue } from '../sockets/publish-queue.ts';
import { touchAgents } from './agent.repository.ts';
import { requireStaffChat } from './find-staff-chat.ts';
import { type Agent, notifyAgentJoined } from './notify-agent-joined.ts';

/**
 * Accepts a waiting chat; of several agents one succeeds, and for that one a repeat changes
 * nothing. Throws ApiError chat.not-found, chat.closed and chat.taken.
 */
export async function acceptChat(deps: ChatDependencies, agent: Agent, id: string): Promise<StaffChat> {
  const isNew = await deps.database.transaction(async (tx) => {
    const chat = await requireOpenChat(tx, id);
    if (chat.agentId === agent.id) return false;
    if (!(await giveToAgent(tx, chat.id, agent.id))) throw new ApiError('chat.taken');
    await touchAgents(tx, [agent.id]);
    await deps.recordAudit(tx, {
      actorId: agent.id,
      action: 'chat.accept',
      subject: `chat:${chat.id}`,
      before: { status: chat.status, agentId: null },
      after: { status: 'active', agentId: agent.id },
    });
    return true;
  });
  const chat = await requireStaffChat(deps.database, id);
  if (isNew) {
    notifyAgentJoined(deps.bus, chat.id, agent, [agent.id]);
    publishQueue(deps, chat.id);
  }
  return chat;
}
