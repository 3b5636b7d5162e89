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
type Keyed = Notice & { readonly key: string };

export type Notify = (database: Queryable, ...notices: readonly Keyed[]) => Promise<void>;

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
  notice: Keyed,
  contact: Contact | undefined,
  by: Channels,
): { readonly mailed: readonly NewMessage[]; readonly texted: NewMessage | null } {
  const template = noticeTemplates[notice.kind];
  if (!contact) return { mailed: [], texted: null };
  const { mail, sms } = composeNotice(deps, notice, contact);
  const promotional = categoryOf(notice) === 'promotions';
  const about = { userId: notice.customerId, promotional };
  const mailed = by.email ? [{ messageKey: notice.key, channel: 'email' as const, ...about, ...mail }] : [];
  const phone = template.sms !== null && deps.canText && by.sms ? contact.phone : null;
  if (phone === null) return { mailed, texted: null };
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
  return { mailed: template.sms === 'instead' ? [] : mailed, texted };
}

/** A notice that may go by WhatsApp, to a verified number, with the text that is sent where it does not arrive. */
export type WhatsAppNotice = {
  readonly key: string;
  readonly userId: number;
  readonly kind: Notice['kind'];
  readonly values: Readonly<Record<string, string>>;
  readonly phone: string;
  readonly language: Contact['language'];
  readonly fallback: NewMessage | null;
};

/**
 * Queues those notices that go by WhatsApp, because their reader consents to it and their template is
 * approved. Returns their keys: no text is sent for them.
 */
export type QueueWhatsApp = (database: Queryable, notices: readonly WhatsAppNotice[]) => Promise<ReadonlySet<string>>;

/** `canText`: whether this installation can send texts. `origin` is the one that customers use. */
export function createNotify(deps: {
  readonly texts: NoticeTexts;
  readonly origin: string;
  readonly canText: boolean;
  readonly settings: Pick<Settings, 'get'>;
  /** The address at which somebody ends mails with offers. */
  readonly unsubscribeAt: (userId: number) => string;
  /** Absent or null where there is no WhatsApp. */
  readonly queueWhatsApp?: QueueWhatsApp | null;
}): Notify {
  return async (database, ...notices) => {
    const written = await writeNotices(database, notices);
    const wanted = written.filter(
      ({ notice, by }) => (by.email || by.sms) && (noticeTemplates[notice.kind].mail || deps.queueWhatsApp),
    );
    const contacts = await listContacts(
      database,
      wanted.map(({ notice }) => notice.customerId),
    );
    const composed = wanted.map(({ notice, by }) => {
      const contact = contacts.get(notice.customerId);
      const isMailed = noticeTemplates[notice.kind].mail;
      return { notice, contact, ...(isMailed ? messagesOf(deps, notice, contact, by) : NO_MESSAGES) };
    });
    const byWhatsApp = (await deps.queueWhatsApp?.(database, composed.flatMap(whatsAppNotice))) ?? new Set<string>();
    await insertMessages(
      database,
      composed.flatMap(({ notice, mailed, texted }) =>
        texted === null || byWhatsApp.has(notice.key) ? mailed : [texted, ...mailed],
      ),
    );
  };
}

const NO_MESSAGES = { mailed: [], texted: null } as const;

/** Offers do not go by WhatsApp: their readers have consented to other channels. */
function whatsAppNotice(composed: {
  readonly notice: Keyed;
  readonly contact: Contact | undefined;
  readonly texted: NewMessage | null;
}): WhatsAppNotice[] {
  const { notice, contact, texted: fallback } = composed;
  const { key, kind, values, customerId: userId } = notice;
  if (!contact?.phone || categoryOf(notice) === 'promotions') return [];
  return [{ key, userId, kind, values, phone: contact.phone, language: contact.language, fallback }];
}
