import type { ChatDelivery } from '@portal/contract/support/chat';
import { findChatState } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import type { DeliveryReceipts } from '../messages/record-delivery-receipts.ts';
import { agentTopic } from '../sockets/chat-topics.ts';
import { saveDelivery } from './delivery.repository.ts';

export type OutsideStatus = ChatDelivery | { readonly state: 'delivered' | 'read'; readonly reason: null };

/**
 * Records what became of a message to somebody outside the portal, and shows it to its agent. Safe to
 * repeat and in any order: a message that was read is not unread again.
 */
export async function recordDelivery(
  deps: Pick<ChatDependencies, 'bus' | 'database'> & { readonly receipts: DeliveryReceipts },
  place: { readonly sessionId: string; readonly seq: number },
  status: OutsideStatus,
): Promise<void> {
  const { sessionId, seq } = place;
  const { state, reason } = status;
  const delivery: ChatDelivery = { state: state === 'delivered' || state === 'read' ? 'sent' : state, reason };
  const changed = await saveDelivery(deps.database, place, delivery);
  if (changed) {
    const chat = await findChatState(deps.database, sessionId);
    if (chat?.agentId) deps.bus.publish([agentTopic(chat.agentId)], { type: 'delivery', sessionId, seq, delivery });
  }
  if (status.state === 'read') deps.receipts.read(sessionId, 'user', seq);
  else if (status.state === 'delivered') deps.receipts.delivered(sessionId, 'user', seq);
}
