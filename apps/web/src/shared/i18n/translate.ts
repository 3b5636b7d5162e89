import { bidiIsolate } from '../format/bidi-isolate.ts';

/** English text to the text of another language. */
export type Dictionary = Readonly<Record<string, string>>;

export type Values = Readonly<Record<string, string | number>>;

/**
 * The text in the reader's language. `{name}` in it stands for `values.name`. What a language lacks
 * is shown in English.
 */
export type Translate = (english: string, values?: Values) => string;

/** The English text is the key, so it needs no dictionary. */
export const inEnglish: Translate = (english, values) => fill(english, values);

/** Puts values in the place of their names in braces. */
export function fill(text: string, values: Values | undefined): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => bidiIsolate(String(values[name] ?? braces)));
}

/**
 * Marks a text that is written down in one place and translated where it is shown, so that the list
 * of texts has it.
 */
export function phrase(english: string): string {
  return english;
}
