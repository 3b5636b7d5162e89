import type { ChatEvent } from '@portal/contract/support/chat';
import type { QueueEvent, StaffEvent } from '@portal/contract/support/staff-chat';
import { type Topic, topic } from '../../../platform/events/live-bus.ts';

/** Events for the customer's sockets of one chat. */
export function customerTopic(sessionId: string): Topic<ChatEvent> {
  return topic(`chat:${sessionId}`);
}

/** Events for the sockets of one agent about their chats. */
export function agentTopic(userId: number): Topic<StaffEvent> {
  return topic(`agent:${userId}`);
}

/** Events for every agent. */
export const queueTopic: Topic<QueueEvent> = topic('chat-queue');
