import type { Transaction } from '../../database/connection.ts';
import { expireSms, insertSms, type ShortMessage } from './short-message.repository.ts';

/** A text in the outbox, held for its writer for 30 seconds. */
export type QueuedSms = ShortMessage;

/**
 * Writes a text into the outbox in the transaction of what it tells about. The writer delivers it after the commit (`deliverSms`); what is not delivered then,
 * the job takes up, for as long as the text is of use. `recipient` in E.164; a key can be used once.
 */
export function queueSms(
  tx: Transaction,
  sms: {
    readonly messageKey: string;
    readonly recipient: string;
    readonly text: string;
    readonly usefulSeconds: number;
  },
): Promise<QueuedSms> {
  return insertSms(tx, sms);
}

/** Says that a text is of no more use: it is not delivered if it was not yet. Repeating is safe. */
export function withdrawSms(tx: Transaction, messageKey: string): Promise<void> {
  return expireSms(tx, messageKey);
}
