import { formatMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NoticeTexts, speakerOf } from '../notices/notice-labels.ts';
import { findLanguage, insertMessages } from '../preferences/notification.repository.ts';
import { expireSms, insertSms, type ShortMessage } from './short-message.repository.ts';

/** A text in the outbox, claimed for its writer for 30 seconds. */
export type QueuedSms = ShortMessage;

/**
 * Writes a text into the outbox in the transaction of its event, in the language of the customer
 * `userId`. The writer sends it after the commit (`deliverSms`); the job sends what is left, until
 * it is out of date. `recipient` in E.164; a key can be used once.
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

/** Cancels a text that is not sent yet. Safe to repeat. */
export function withdrawSms(tx: Transaction, messageKey: string): Promise<void> {
  return expireSms(tx, messageKey);
}

/**
 * Writes a text as it is into the outbox, due at once, in the transaction of what it answers; once for each
 * `key`. `userId` null where it is about no account. `recipient` in E.164.
 */
export async function queueText(
  queryable: Queryable,
  {
    key,
    ...text
  }: {
    readonly key: string;
    readonly userId: number | null;
    readonly recipient: string;
    readonly text: string;
    readonly usefulSeconds: number;
  },
): Promise<void> {
  await insertMessages(queryable, [{ ...text, messageKey: key, channel: 'sms', subject: '', promotional: false }]);
}
