import type { LiveBus } from '../../../platform/events/live-bus.ts';
import { agentName, fullName } from '../chat.policy.ts';
import { agentTopic, customerTopic } from '../sockets/chat-topics.ts';

export type Agent = {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
};

/** Tells the customer, and the agents whom it concerns, who is there for the chat now. */
export function notifyAgentJoined(bus: LiveBus, sessionId: string, agent: Agent, concerned: readonly number[]): void {
  bus.publish([customerTopic(sessionId)], { type: 'agent_joined', agent: { name: agentName(agent.firstName) } });
  bus.publish(concerned.map(agentTopic), {
    type: 'agent_joined',
    sessionId,
    agent: { id: agent.id, name: fullName(agent) },
  });
}
