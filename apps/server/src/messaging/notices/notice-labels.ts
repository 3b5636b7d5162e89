import type { LanguageCode } from '@portal/contract/messaging/notices';
import { interpolate } from '@portal/kernel/interpolate';
import { type NoticeKind, noticeTemplates } from '@portal/kernel/notice';

/** English to another language, for each language that has anything; what is not in it is said in English. */
export type NoticeTexts = Partial<Readonly<Record<LanguageCode, Readonly<Record<string, string>>>>>;

/** Says an English text in one language. */
export type Speak = (english: string) => string;

/** Every English text that notices are made of, so that no more than their translations is kept in memory. */
export function englishOfNotices(): string[] {
  return Object.values(noticeTemplates).flatMap(({ title, text, action }) => [title, text, action]);
}

export function speakerOf(texts: NoticeTexts, language: LanguageCode): Speak {
  return (english) => texts[language]?.[english] ?? english;
}

/** The words of a notice in one language, with their values. */
export function wordsOf(
  kind: NoticeKind,
  values: Readonly<Record<string, string>>,
  speak: Speak,
): { readonly title: string; readonly text: string; readonly action: string } {
  const { title, text, action } = noticeTemplates[kind];
  return { title: interpolate(speak(title), values), text: interpolate(speak(text), values), action: speak(action) };
}

/** Whether a stored kind is one that there still is. */
export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(noticeTemplates, kind);
}
