import { formatMessage, type MessageDescriptor } from '@portal/kernel/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';
import { type NoticeTexts, speakerOf } from '../notices/notice-labels.ts';
import { findLanguage } from '../preferences/notification.repository.ts';
import { expireSms, insertSms, type ShortMessage } from './short-message.repository.ts';

/** A text in the outbox, held for its writer for 30 seconds. */
export type QueuedSms = ShortMessage;

/**
 * Writes a text into the outbox in the transaction of what it tells about, in the language of the customer `userId`. The writer delivers it after the commit (`deliverSms`); what is
 * not delivered then, the job takes up, for as long as the text is of use. `recipient` in E.164; a key can be used once.
 */
export type QueueSms = (
  tx: Transaction,
  sms: {
    readonly userId: number;
    readonly messageKey: string;
    readonly recipient: string;
    readonly text: MessageDescriptor;
    readonly usefulSeconds: number;
  },
) => Promise<QueuedSms>;

export function createQueueSms(texts: NoticeTexts): QueueSms {
  return async (tx, { userId, text, ...sms }) => {
    const speak = speakerOf(texts, await findLanguage(tx, userId));
    return insertSms(tx, { ...sms, text: formatMessage(text, speak) });
  };
}

/** Says that a text is of no more use: it is not delivered if it was not yet. Repeating is safe. */
export function withdrawSms(tx: Transaction, messageKey: string): Promise<void> {
  return expireSms(tx, messageKey);
}
