import type { ChatEvent } from '@portal/contract/support/chat';
import type { QueueEvent, StaffEvent } from '@portal/contract/support/staff-chat';
import { type Topic, topic } from '../../../platform/events/live-bus.ts';

/** What the customer's sockets of one chat are told. */
export function customerTopic(sessionId: string): Topic<ChatEvent> {
  return topic(`chat:${sessionId}`);
}

/** What the sockets of one agent are told about their chats. */
export function agentTopic(userId: number): Topic<StaffEvent> {
  return topic(`agent:${userId}`);
}

/** What every agent is told. */
export const queueTopic: Topic<QueueEvent> = topic('chat-queue');
