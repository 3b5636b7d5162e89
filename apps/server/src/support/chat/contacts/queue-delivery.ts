import type { Transaction } from '../../../platform/database/connection.ts';
import type { Publish } from '../../../platform/events/domain-events.ts';
import { contactAnswered } from '../../events.ts';
import { insertDelivery } from './delivery.repository.ts';

/** The job that sends what agents write to people outside the portal. */
export const DELIVERY_JOB = 'chat deliveries';

/** Has a message of an agent sent out of the portal; part of the transaction that stores it. */
export type QueueDelivery = (
  tx: Transaction,
  message: {
    readonly sessionId: string;
    readonly seq: number;
    readonly contactId: number | null;
    readonly content: string;
  },
) => Promise<void>;

export function createQueueDelivery(publish: Publish): QueueDelivery {
  return async (tx, { sessionId, seq, contactId, content }) => {
    if (contactId === null) return;
    await insertDelivery(tx, { sessionId, seq });
    await publish(tx, contactAnswered, { contactId, sessionId, seq, content });
  };
}
