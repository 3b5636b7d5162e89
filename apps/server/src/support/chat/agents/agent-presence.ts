import type { Presence, StaffAgent } from '@portal/contract/support/staff-chat';
import type { Queryable } from '../../../platform/database/connection.ts';
import { fullName } from '../chat.policy.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { type AgentRow, findAgent, listAgentRows, setAgentPresence, touchAgents } from './agent.repository.ts';

/** Who asks is there, also before the first beat of their socket has been written down. */
function presentAgent(agent: AgentRow, viewerId: number): StaffAgent {
  const isThere = agent.isThere || agent.id === viewerId;
  const presence = isThere ? (agent.presence ?? 'available') : 'offline';
  return { id: agent.id, name: fullName(agent), presence, activeChats: agent.activeChats };
}

/** Everybody who may serve customers, and whether they do now. */
export async function listAgents(database: Queryable, viewerId: number): Promise<StaffAgent[]> {
  return (await listAgentRows(database)).map((agent) => presentAgent(agent, viewerId));
}

/** Says whether an agent takes chats. The chats they have stay theirs. */
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

/** Who of the staff is there on this instance: with a socket, or with a call just now. */
export type AgentPresence = {
  readonly enter: (agentId: number) => void;
  /** To be called as often as `enter`. */
  readonly leave: (agentId: number) => void;
  readonly called: (agentId: number) => void;
  /** Tells the other instances who is there on this one. */
  readonly tell: () => Promise<void>;
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
    tell: async () => {
      const there = [...new Set([...sockets.keys(), ...calls])].sort((a, b) => a - b);
      calls.clear();
      await touchAgents(database, there);
    },
  };
}
