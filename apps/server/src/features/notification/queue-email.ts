import type { Queryable } from '../../database/connection.ts';
import { insertMessage } from './notification.repository.ts';

export type Email = {
  /** Says what the mail is about, for example `receipt:RCT-2026-000001`; a second mail with the same key is not sent. */
  readonly messageKey: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
};

/** Line breaks in a header would start another header. */
function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Writes a mail into the outbox, in the transaction of what it tells about; it is delivered after the commit. Repeating is safe. */
export async function queueEmail(database: Queryable, email: Email): Promise<void> {
  await insertMessage(database, {
    messageKey: email.messageKey,
    channel: 'email',
    recipient: singleLine(email.recipient),
    subject: singleLine(email.subject).slice(0, 255),
    text: email.text,
  });
}
