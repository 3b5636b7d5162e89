import type { LanguageCode } from '@portal/contract/messaging/notices';
import { type NoticeSubject, noticeOf, type SettingSubject, settingSchemas } from '@portal/contract/platform/settings';
import { noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import type { Messaging } from '../../messaging/index.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { checkSetting, type SettingDependencies } from './publish-setting.ts';

export type NoticeTestDependencies = SettingDependencies & {
  readonly sendNoticeTest: Messaging['sendNoticeTest'];
  /** Throws ApiError request.too-many beyond the limit. */
  readonly countTest: (staffId: number) => void;
};

type Order = {
  readonly subject: SettingSubject;
  readonly value: unknown;
  readonly language: LanguageCode;
  readonly channel: 'email' | 'sms';
  /** Of the request. */
  readonly id: string;
};

/**
 * Sends unpublished words of a notice with sample data to the member of staff's own mailbox or
 * verified number, and returns where; audited. Throws ApiError request.not-found for settings that
 * are not a notice or have no text message, request.invalid, setting.no-phone, request.too-many.
 */
export async function testNotice(
  { database, recordAudit, sendNoticeTest, countTest }: NoticeTestDependencies,
  { user }: Viewer,
  { subject, value, language, channel, id }: Order,
): Promise<string> {
  const kind = noticeOf(subject);
  if (kind === null || (channel === 'sms' && noticeTemplates[kind].sms === null))
    throw new ApiError('request.not-found');
  const checked = checkSetting(subject, value ?? {});
  const words = settingSchemas[subject as NoticeSubject].parse(checked);
  const phone = user.phoneVerified ? user.phone : null;
  if (channel === 'sms' && phone === null) throw new ApiError('setting.no-phone');
  countTest(user.id);
  const to = channel === 'sms' && phone !== null ? { phone } : { email: user.email };
  await database.transaction(async (tx) => {
    await sendNoticeTest(tx, { kind, words, language, to, key: `setting-test:${id}` });
    await recordAudit(tx, {
      actorId: user.id,
      action: 'setting.test',
      subject: `setting:${subject}`,
      before: null,
      after: { channel, language },
    });
  });
  return 'phone' in to ? to.phone : to.email;
}
