import type { Transaction } from '../../../platform/database/connection.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import type { DeliveryReceipts } from '../messages/record-delivery-receipts.ts';
import { sumChatFiles } from './chat-file.repository.ts';
import {
  extendWritable,
  findContact,
  findNumberOwner,
  findOpenSession,
  hasConversations,
  listOutdatedContacts,
  lockContact,
  saveContact,
} from './contact.repository.ts';
import { receiveFromContact } from './receive-from-contact.ts';
import { type OutsideStatus, recordDelivery } from './record-delivery.ts';
import { requireWritable } from './require-writable.ts';
import { writeAsAgent } from './write-as-agent.ts';

/** What the channels outside the portal need of the chat. */
export function createContacts(deps: ChatDependencies & { readonly receipts: DeliveryReceipts }) {
  return {
    lock: lockContact,
    find: findContact,
    save: saveContact,
    extendWritable,
    findNumberOwner,
    hasConversations,
    findOpenSession,
    listOutdated: listOutdatedContacts,
    sumFiles: sumChatFiles,
    /** From now on the address is somebody else's. Repeating is safe. */
    end: (tx: Transaction, id: number, now: Date) => saveContact(tx, id, { endedAt: now }),
    receive: (tx: Transaction, message: Parameters<typeof receiveFromContact>[2]) =>
      receiveFromContact(tx, deps, message),
    writeAsAgent: (tx: Transaction, message: Parameters<typeof writeAsAgent>[2]) => writeAsAgent(tx, deps, message),
    recordDelivery: (place: { readonly sessionId: string; readonly seq: number }, status: OutsideStatus) =>
      recordDelivery(deps, place, status),
    requireWritable: (chatId: string, agentId: number, now: Date) =>
      requireWritable(deps.database, { chatId, agentId, now }),
    deliverSoon: deps.deliverSoon,
    /** Calls the listener each time that an agent on this instance writes in a chat of theirs, every 2 s at most. */
    onAgentTyping: deps.agentTyping.listen,
  };
}
