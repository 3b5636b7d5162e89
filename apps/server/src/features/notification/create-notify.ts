import { brand } from '@portal/brand';
import { type Notice, noticeAddress, noticeTemplates } from '@portal/kernel/notice';
import type { Queryable } from '../../database/connection.ts';
import { composeMail } from './compose-mail.ts';
import { type NoticeTexts, speakerOf, wordsOf } from './notice-words.ts';
import { findContact, insertMessage } from './notification.repository.ts';
import { writeNotice } from './write-notice.ts';

/**
 * Tells a customer something, once by its `key` (at most 130 characters, naming the event and, where several hear of it, the customer): a notice at their bell, and by mail, text and
 * push what the kind provides for and their choices allow, in their language. Part of the transaction of what it tells about; everything goes out after the commit. Repeating is safe.
 */
export type Notify = (database: Queryable, notice: Notice & { readonly key: string }) => Promise<void>;

/** A text that arrives half a day later is no news any more. */
const SMS_USEFUL_SECONDS = 12 * 3600;

type Contact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

function composeNotice(
  deps: { readonly texts: NoticeTexts; readonly origin: string },
  { kind, values }: Notice,
  { language, email }: Contact,
) {
  const speak = speakerOf(deps.texts, language);
  const { title, text, action } = wordsOf(kind, values, speak);
  const button = { label: action, href: `${deps.origin}${noticeAddress(kind, values)}` };
  const { category } = noticeTemplates[kind];
  const mail = { category, subject: title, parts: [text, { button }] } as Parameters<typeof composeMail>[0];
  return {
    mail: { recipient: email, subject: title, ...composeMail(mail, language, speak) },
    sms: `${brand.name}: ${title}. ${text}`,
  };
}

/** `canText`: whether texts reach anybody from this installation. `origin` is the one customers use. */
export function createNotify(deps: {
  readonly texts: NoticeTexts;
  readonly origin: string;
  readonly canText: boolean;
}): Notify {
  return async (database, notice) => {
    const template = noticeTemplates[notice.kind];
    const written = await writeNotice(database, notice);
    if (!written?.wanted || !template.mail) return;
    const contact = await findContact(database, notice.customerId);
    if (!contact) return;
    const { mail, sms } = composeNotice(deps, notice, contact);
    const phone = template.sms !== null && deps.canText ? contact.phone : null;
    if (phone !== null) {
      const fallback = template.sms === 'instead' ? mail : null;
      await insertMessage(database, {
        ...{ messageKey: `${notice.key}:sms`, channel: 'sms', recipient: phone, subject: '', text: sms, fallback },
        usefulSeconds: SMS_USEFUL_SECONDS,
      });
    }
    if (phone !== null && template.sms === 'instead') return;
    await insertMessage(database, { messageKey: notice.key, channel: 'email', ...mail });
  };
}
