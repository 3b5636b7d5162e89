import type { LiveBus } from '../../../platform/events/live-bus.ts';
import { agentName, fullName } from '../chat.policy.ts';
import { agentTopic, customerTopic } from '../sockets/chat-topics.ts';

export type Agent = {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
};

/** Notifies the customer and the agents concerned of the chat's new agent. */
export function notifyAgentJoined(bus: LiveBus, sessionId: string, agent: Agent, concerned: readonly number[]): void {
  bus.publish([customerTopic(sessionId)], { type: 'agent_joined', agent: { name: agentName(agent.firstName) } });
  bus.publish(concerned.map(agentTopic), {
    type: 'agent_joined',
    sessionId,
    agent: { id: agent.id, name: fullName(agent) },
  });
}
