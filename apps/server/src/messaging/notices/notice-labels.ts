import type { LanguageCode } from '@portal/contract/messaging/notices';
import { interpolate } from '@portal/kernel/interpolate';
import { type NoticeKind, noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { wordedNotices } from '@portal/kernel/messaging/notices/notice-words';
import type { Settings } from '../../platform/settings/create-settings.ts';

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
function wordsOf(
  kind: NoticeKind,
  values: Readonly<Record<string, string>>,
  speak: Speak,
): { readonly title: string; readonly text: string; readonly action: string } {
  const { title, text, action } = noticeTemplates[kind];
  return { title: interpolate(speak(title), values), text: interpolate(speak(text), values), action: speak(action) };
}

/** The words of a notice that are sent, in one language: the operator's where staff have published some. */
export function sentWords(
  kind: NoticeKind,
  values: Readonly<Record<string, string>>,
  {
    language,
    speak,
    settings,
  }: { readonly language: LanguageCode; readonly speak: Speak; readonly settings: Pick<Settings, 'get'> },
): { readonly title: string; readonly text: string; readonly sms: string; readonly action: string } {
  const worded = wordedNotices.find((each) => each === kind);
  if (worded === undefined) {
    const words = wordsOf(kind, values, speak);
    return { ...words, sms: `${words.title}. ${words.text}` };
  }
  const own = settings.get(`notice-${worded}`);
  const said = (words: string) => interpolate(words, values);
  return {
    title: said(own[`${language}Title`]),
    text: said(own[`${language}Text`]),
    sms: said(own[`${language}Sms`] ?? `${own[`${language}Title`]}. ${own[`${language}Text`]}`),
    action: speak(noticeTemplates[kind].action),
  };
}

/** The same with the names of its values in braces. */
export function templateWords(
  kind: NoticeKind,
  reader: Parameters<typeof sentWords>[2],
): { readonly title: string; readonly text: string } {
  const { title, text } = sentWords(kind, {}, reader);
  return { title, text };
}

/** Whether a stored kind still exists. */
export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(noticeTemplates, kind);
}
