import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { NoticeSubject, SettingValue } from '@portal/contract/platform/settings';
import type { Notice } from '@portal/kernel/messaging/notices/notice';
import { noticeSamples, type WordedNotice } from '@portal/kernel/messaging/notices/notice-words';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { insertMessages } from '../preferences/notification.repository.ts';
import { composeNotice } from './create-notify.ts';
import type { NoticeTexts } from './notice-labels.ts';

/** A notice with an operator's unpublished words, to one mailbox or number. */
export type NoticeTest = {
  readonly kind: WordedNotice;
  readonly words: SettingValue<NoticeSubject>;
  readonly language: LanguageCode;
  /** A mailbox, or a number in E.164. */
  readonly to: { readonly email: string } | { readonly phone: string };
  /** At most 130 characters; sent once. */
  readonly key: string;
};

/** A test is of no use after an hour. */
const USEFUL_SECONDS = 3600;

/** Writes a notice with sample data into the outbox; customers get nothing. */
export async function sendNoticeTest(
  deps: {
    readonly texts: NoticeTexts;
    readonly origin: string;
    readonly settings: Pick<Settings, 'get'>;
    readonly unsubscribeAt: (userId: number) => string;
  },
  database: Queryable,
  { kind, words, language, to, key }: NoticeTest,
): Promise<void> {
  const get = ((subject) => (subject === `notice-${kind}` ? words : deps.settings.get(subject))) as Settings['get'];
  // The samples have every variable that a notice of these kinds may use.
  const notice = { kind, customerId: 0, values: noticeSamples } as unknown as Notice;
  const { mail, sms } = composeNotice({ ...deps, settings: { get } }, notice, {
    language,
    email: 'email' in to ? to.email : '',
  });
  const message =
    'email' in to
      ? { messageKey: key, channel: 'email' as const, ...mail }
      : { messageKey: key, channel: 'sms' as const, recipient: to.phone, subject: '', text: sms };
  await insertMessages(database, [{ ...message, usefulSeconds: USEFUL_SECONDS }]);
}
