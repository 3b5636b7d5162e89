import type { Presence, StaffAgent } from '@portal/contract/support/staff-chat';
import type { Queryable } from '../../../platform/database/connection.ts';
import { fullName } from '../chat.policy.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { type AgentRow, findAgent, listAgentRows, setAgentPresence, touchAgents } from './agent.repository.ts';

/** The caller is online, also before their first heartbeat is stored. */
function presentAgent(agent: AgentRow, viewerId: number): StaffAgent {
  const isThere = agent.isThere || agent.id === viewerId;
  const presence = isThere ? (agent.presence ?? 'available') : 'offline';
  const { id, takesChats, takesTickets, activeChats } = agent;
  return { id, name: fullName(agent), takesChats, takesTickets, presence, activeChats };
}

/** All active staff, and whether each accepts chats now. */
export async function listAgents(database: Queryable, viewerId: number): Promise<StaffAgent[]> {
  return (await listAgentRows(database)).map((agent) => presentAgent(agent, viewerId));
}

/** Sets whether an agent accepts chats. They keep the chats that they have. */
export async function setPresence(
  { database, recordAudit }: Pick<ChatDependencies, 'database' | 'recordAudit'>,
  agentId: number,
  presence: Presence,
): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await findAgent(tx, agentId);
    await setAgentPresence(tx, agentId, presence);
    await recordAudit(tx, {
      actorId: agentId,
      action: 'agent.presence',
      subject: `customer:${agentId}`,
      before: { presence: before?.presence ?? null },
      after: { presence },
    });
  });
}

/** The agents who are online at this instance: with a socket, or with a call just now. */
export type AgentPresence = {
  readonly enter: (agentId: number) => void;
  /** To be called as often as `enter`. */
  readonly leave: (agentId: number) => void;
  readonly called: (agentId: number) => void;
  /** Stores who is online at this instance, for the other instances. */
  readonly store: () => Promise<void>;
};

export function createAgentPresence({ database }: Pick<ChatDependencies, 'database'>): AgentPresence {
  const sockets = new Map<number, number>();
  const calls = new Set<number>();
  return {
    enter: (agentId) => {
      sockets.set(agentId, (sockets.get(agentId) ?? 0) + 1);
      calls.add(agentId);
    },
    leave: (agentId) => {
      const left = (sockets.get(agentId) ?? 1) - 1;
      if (left > 0) sockets.set(agentId, left);
      else sockets.delete(agentId);
      // From now on the minute counts.
      calls.add(agentId);
    },
    called: (agentId) => calls.add(agentId),
    store: async () => {
      const there = [...new Set([...sockets.keys(), ...calls])].sort((a, b) => a - b);
      calls.clear();
      await touchAgents(database, there);
    },
  };
}
