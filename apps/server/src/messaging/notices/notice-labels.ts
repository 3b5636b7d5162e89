import type { LanguageCode } from '@portal/contract/messaging/notices';
import { interpolate } from '@portal/kernel/interpolate';
import { type NoticeKind, noticeTemplates } from '@portal/kernel/notice';

/**
 * English to another language, for each language with translations; missing ones are shown in
 * English.
 */
export type NoticeTexts = Partial<Readonly<Record<LanguageCode, Readonly<Record<string, string>>>>>;

/** Translates an English text into one language. */
export type Speak = (english: string) => string;

/** Every English text in notices, so that only their translations are held in memory. */
export function englishOfNotices(): string[] {
  return Object.values(noticeTemplates).flatMap(({ title, text, action }) => [title, text, action]);
}

export function speakerOf(texts: NoticeTexts, language: LanguageCode): Speak {
  return (english) => texts[language]?.[english] ?? english;
}

/** The text of a notice in one language, with its values. */
export function wordsOf(
  kind: NoticeKind,
  values: Readonly<Record<string, string>>,
  speak: Speak,
): { readonly title: string; readonly text: string; readonly action: string } {
  const { title, text, action } = noticeTemplates[kind];
  return { title: interpolate(speak(title), values), text: interpolate(speak(text), values), action: speak(action) };
}

/** Whether a stored kind still exists. */
export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(noticeTemplates, kind);
}
