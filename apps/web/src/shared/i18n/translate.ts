/** English text to the text of another language. */
export type Dictionary = Readonly<Record<string, string>>;

export type Values = Readonly<Record<string, string | number>>;

/** The text in the reader's language. `{name}` in it stands for `values.name`. What a language lacks is shown in English. */
export type Translate = (english: string, values?: Values) => string;

/** The English text is the key: it is complete by construction, and sentences of the server are looked up like ours. */
export function translator(dictionary: Dictionary): Translate {
  return (english, values) => fill(dictionary[english] ?? english, values);
}

/** Puts values in the place of their names in braces. */
function fill(text: string, values: Values | undefined): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}

/** Marks a text that is written down in one place and translated where it is shown, so that the list of texts has it. */
export function phrase(english: string): string {
  return english;
}
