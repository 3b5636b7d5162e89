import { bidiIsolate } from '../format/bidi-isolate.ts';

/** English text to the text of another language. */
export type Dictionary = Readonly<Record<string, string>>;

export type Values = Readonly<Record<string, string | number>>;

/**
 * The text in the reader's language. `{name}` in it stands for `values.name`. Without a translation
 * it is shown in English.
 */
export type Translate = (english: string, values?: Values) => string;

/** The English text is the key, so it needs no dictionary. */
export const inEnglish: Translate = (english, values) => fill(english, values);

/** Replaces names in braces by their values. */
export function fill(text: string, values: Values | undefined): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => bidiIsolate(String(values[name] ?? braces)));
}

/**
 * Marks a text that is defined in one place and translated where it is shown, so that the list of
 * texts contains it.
 */
export function phrase(english: string): string {
  return english;
}
