import { interpolate, type PlaceholderNames } from './interpolate.ts';

/** A sentence of ours to somebody whose language is found later. In English, as the translations have it; the values that its `{names}` stand for are in no language. */
export type MessageDescriptor = { readonly english: string; readonly values: Readonly<Record<string, string>> };

/** A sentence of ours, or what stays as it is: values, the words of people, and what we say in English alone. */
export type TranslatableText = string | MessageDescriptor;

/** Never for a text that is put together of pieces: its properties would be any of a pattern. */
type Literal<Text extends string> = Record<never, never> extends Record<Text, unknown> ? never : Text;

/** Says a text of ours to customers, in their language. The text is a literal, which is how the translators' list finds it. */
export function defineMessage<English extends string>(
  english: Literal<English>,
  ...values: [PlaceholderNames<English>] extends [never] ? [] : [Readonly<Record<PlaceholderNames<English>, string>>]
): MessageDescriptor {
  return { english, values: values[0] ?? {} };
}

/** `translate` knows our texts in the language of the reader. */
export function formatMessage(said: TranslatableText, translate: (english: string) => string): string {
  return typeof said === 'string' ? said : interpolate(translate(said.english), said.values);
}
