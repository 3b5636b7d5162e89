import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage, formatMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { findLineName } from '../notices/line-name.repository.ts';
import { type NoticeTexts, speakerOf } from '../notices/notice-labels.ts';
import { isMailWanted, writeNotice } from '../notices/write-notice.ts';
import { findLanguage, insertMessages } from '../preferences/notification.repository.ts';
import { composeMail, mailSender } from './compose-mail.ts';

const LONGEST_SUBJECT = 255;

const LINE = defineMessage('Line');

/** Line breaks in a header would start another header (threats T4). */
function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/**
 * Writes a mail into the outbox, in the transaction of the event that it is about; it is sent after
 * the commit. Safe to repeat. Writes nothing for a customer who does not want mail of its category.
 * The notice that belongs to it is shown at the customer's bell all the same. A mail about one of
 * several lines names it at its end.
 */
export type QueueEmail = (database: Queryable, mail: Mail) => Promise<void>;

/** Mails are in the language of `userId`, where `texts` has a translation. */
export function createQueueEmail(texts: NoticeTexts, settings: Pick<Settings, 'get'>): QueueEmail {
  return async (database, mail) => {
    if (mail.notice) await writeNotice(database, { ...mail.notice, key: mail.messageKey });
    if (mail.category !== 'account' && !(await isMailWanted(database, mail.category, mail.userId))) return;
    const line = await findLineName(database, mail.notice?.lineId);
    const parts = line === null ? mail.parts : [...mail.parts, { facts: [{ label: LINE, value: line }] }];
    const language = mail.userId === undefined ? 'en' : await findLanguage(database, mail.userId);
    const speak = speakerOf(texts, language);
    const subject = singleLine(formatMessage(mail.subject, speak)).slice(0, LONGEST_SUBJECT);
    const message = {
      messageKey: mail.messageKey,
      channel: 'email' as const,
      recipient: singleLine(mail.recipient),
      subject,
      promotional: mail.category === 'promotions',
      ...(mail.userId !== undefined && { userId: mail.userId }),
      ...(mail.attached !== undefined && { invoiceNumber: mail.attached }),
      ...(mail.thread !== undefined && { thread: mail.thread }),
      ...(mail.usefulSeconds !== undefined && { usefulSeconds: mail.usefulSeconds }),
      ...composeMail({ ...mail, parts, subject }, mailSender(settings), language, speak),
    };
    await insertMessages(database, [message]);
  };
}
