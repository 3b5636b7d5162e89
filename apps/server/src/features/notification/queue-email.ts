import type { Mail } from '@portal/kernel/mail';
import type { Queryable } from '../../database/connection.ts';
import { composeMail } from './compose-mail.ts';
import { insertMessages } from './notification.repository.ts';
import { isWanted, writeNotice } from './write-notice.ts';

const LONGEST_SUBJECT = 255;

/** Line breaks in a header would start another header (threats T4). */
function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/**
 * Writes a mail into the outbox, in the transaction of what it tells about; it is delivered after the commit. Repeating is safe. A customer who
 * does not want mail of its category gets none: then nothing is written. The notice that goes with it is shown at the customer's bell all the same.
 */
export async function queueEmail(database: Queryable, mail: Mail): Promise<void> {
  if (mail.notice) await writeNotice(database, { ...mail.notice, key: mail.messageKey });
  if (mail.category !== 'account' && !(await isWanted(database, mail.category, mail.userId))) return;
  const subject = singleLine(mail.subject).slice(0, LONGEST_SUBJECT);
  const message = {
    messageKey: mail.messageKey,
    channel: 'email' as const,
    recipient: singleLine(mail.recipient),
    subject,
    promotional: mail.category === 'promotions',
    ...composeMail({ ...mail, subject }),
  };
  await insertMessages(database, [message]);
}
