import type { Mail } from '@portal/kernel/mail';
import type { Queryable } from '../../database/connection.ts';
import { composeMail } from './compose-mail.ts';
import { findChoices, insertMessage } from './notification.repository.ts';

/** The choice of specification section 2 that a category obeys. */
const CHOICE = { service: 'serviceUpdates', bills: 'billReminders', promotions: 'promotionalOffers' } as const;

const LONGEST_SUBJECT = 255;

/** Line breaks in a header would start another header (threats T4). */
function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

async function isWanted(database: Queryable, mail: Mail): Promise<boolean> {
  if (mail.category === 'account') return true;
  return (await findChoices(database, mail.userId))[CHOICE[mail.category]];
}

/**
 * Writes a mail into the outbox, in the transaction of what it tells about; it is delivered after the commit. Repeating is safe. A customer who
 * does not want mail of its category gets none: then nothing is written.
 */
export async function queueEmail(database: Queryable, mail: Mail): Promise<void> {
  if (!(await isWanted(database, mail))) return;
  const subject = singleLine(mail.subject).slice(0, LONGEST_SUBJECT);
  await insertMessage(database, {
    messageKey: mail.messageKey,
    channel: 'email',
    recipient: singleLine(mail.recipient),
    subject,
    ...composeMail({ ...mail, subject }),
  });
}
