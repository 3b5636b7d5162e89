import type { LanguageCode } from '@portal/contract/messaging/notices';
import { formatMessage } from '@portal/kernel/messaging/message-descriptor';
import type { NoticeKind } from '@portal/kernel/messaging/notices/notice';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { closing, type WantedTemplate, wantedTemplate } from './template.policy.ts';

/** The template of a notice in one language: in the operator's words where staff have published some. */
export function noticeTemplate(
  { noticeWords, speakIn }: Pick<WhatsAppDependencies['messaging'], 'noticeWords' | 'speakIn'>,
  kind: NoticeKind,
  language: LanguageCode,
): WantedTemplate {
  const end = formatMessage(closing(), speakIn(language));
  return wantedTemplate(kind, language, { ...noticeWords(kind, language), closing: end });
}
