import { brand } from '@portal/brand';
import { type Notice, noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { mailedAddress } from '@portal/kernel/messaging/notices/notice-address';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { composeMail, mailSender } from '../email/compose-mail.ts';
import { type Contact, insertMessages, listContacts, type NewMessage } from '../preferences/notification.repository.ts';
import { type NoticeTexts, sentWords, speakerOf } from './notice-labels.ts';
import { type Channels, categoryOf, writeNotices } from './write-notice.ts';

/**
 * Notifies the people of accounts (notice-audience.ts), once for each `key` (at most 130 characters, naming the event and, where
 * several customers are notified, the customer), with a handful of statements however many they
 * are: a notice at their bell, and by mail, SMS and push what the kind has and their choices allow,
 * in their language. Part of the transaction of the event; everything is sent after the commit.
 * Safe to repeat.
 */
export type Notify = (database: Queryable, ...notices: readonly (Notice & { readonly key: string })[]) => Promise<void>;

/** A text is out of date after half a day. */
export const SMS_USEFUL_SECONDS = 12 * 3600;

/** The page on which customers choose their notifications; a mail is read without a session. */
const CHOICES = `/login?next=${encodeURIComponent('/profile?tab=notifications')}`;

/** A notice as a mail, in its frame, and as a text. */
export function composeNotice(
  deps: Pick<Parameters<typeof createNotify>[0], 'texts' | 'origin' | 'settings' | 'unsubscribeAt'>,
  { kind, values, customerId: userId }: Notice,
  { language, email }: Pick<Contact, 'language' | 'email'>,
) {
  const speak = speakerOf(deps.texts, language);
  const { title, text, sms, action } = sentWords(kind, values, { language, speak, settings: deps.settings });
  const button = { label: action, href: `${deps.origin}${mailedAddress(kind, values)}` };
  const { category } = noticeTemplates[kind];
  const choicesAt = category === 'promotions' && userId ? deps.unsubscribeAt(userId) : `${deps.origin}${CHOICES}`;
  const mail = { category, choicesAt, subject: title, parts: [text, { button }] };
  return {
    mail: { recipient: email, subject: title, ...composeMail(mail, mailSender(deps.settings), language, speak) },
    sms: `${brand.name}: ${sms}`,
  };
}

/** What is sent for a notice besides the bell: a mail, a text, or both. */
function messagesOf(
  deps: Parameters<typeof createNotify>[0],
  notice: Notice & { readonly key: string },
  contact: Contact | undefined,
  by: Channels,
): NewMessage[] {
  const template = noticeTemplates[notice.kind];
  if (!contact) return [];
  const { mail, sms } = composeNotice(deps, notice, contact);
  const promotional = categoryOf(notice) === 'promotions';
  const about = { userId: notice.customerId, promotional };
  const mailed = by.email ? [{ messageKey: notice.key, channel: 'email' as const, ...about, ...mail }] : [];
  const phone = template.sms !== null && deps.canText && by.sms ? contact.phone : null;
  if (phone === null) return mailed;
  const texted = {
    messageKey: `${notice.key}:sms`,
    channel: 'sms' as const,
    recipient: phone,
    subject: '',
    text: sms,
    ...about,
    fallback: template.sms === 'instead' ? mail : null,
    usefulSeconds: SMS_USEFUL_SECONDS,
  };
  return template.sms === 'instead' ? [texted] : [texted, ...mailed];
}

/** `canText`: whether this installation can send texts. `origin` is the one that customers use. */
export function createNotify(deps: {
  readonly texts: NoticeTexts;
  readonly origin: string;
  readonly canText: boolean;
  readonly settings: Pick<Settings, 'get'>;
  /** The address at which somebody ends mails with offers. */
  readonly unsubscribeAt: (userId: number) => string;
}): Notify {
  return async (database, ...notices) => {
    const written = await writeNotices(database, notices);
    const mailed = written.filter(({ notice, by }) => (by.email || by.sms) && noticeTemplates[notice.kind].mail);
    const contacts = await listContacts(
      database,
      mailed.map(({ notice }) => notice.customerId),
    );
    await insertMessages(
      database,
      mailed.flatMap(({ notice, by }) => messagesOf(deps, notice, contacts.get(notice.customerId), by)),
    );
  };
}
