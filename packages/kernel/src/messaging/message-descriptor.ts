import { interpolate, type PlaceholderNames } from '../interpolate.ts';

/**
 * A text of ours for a reader whose language is determined later. In English, which is the
 * translations' key; the values of its `{names}` are not translated.
 */
export type MessageDescriptor = { readonly english: string; readonly values: Readonly<Record<string, string>> };

/**
 * A text of ours, or one that is not translated: values, texts by people, and texts that are
 * English only.
 */
export type TranslatableText = string | MessageDescriptor;

/** Rejects a concatenated text, whose properties would be any that match a pattern. */
type Literal<Text extends string> = Record<never, never> extends Record<Text, unknown> ? never : Text;

/**
 * Marks a text of ours for translation into the customer's language. It must be a literal, so that
 * the extraction for translators finds it.
 */
export function defineMessage<English extends string>(
  english: Literal<English>,
  ...values: [PlaceholderNames<English>] extends [never] ? [] : [Readonly<Record<PlaceholderNames<English>, string>>]
): MessageDescriptor {
  return { english, values: values[0] ?? {} };
}

/** `translate` translates our texts into the reader's language. */
export function formatMessage(said: TranslatableText, translate: (english: string) => string): string {
  return typeof said === 'string' ? said : interpolate(translate(said.english), said.values);
}
