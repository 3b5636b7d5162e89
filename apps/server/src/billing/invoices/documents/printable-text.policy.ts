const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/[\u2010\u2011\u2012\u2212]/g, '-'],
  [/[\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u02bb\u02bd-\u02bf\ua78c]/g, '’'],
  [/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f/g, ''],
];

/**
 * A text for the font of printed documents, which lacks some signs of names as telephones write them:
 * other hyphens, spaces and apostrophes. Letters of other scripts stay.
 */
export function printableText(text: string): string {
  return INSTEAD.reduce((printed, [signs, sign]) => printed.replace(signs, sign), text);
}

/** Every text in a document. */
export function printable<T>(document: T): T {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    typeof value === 'string' ? printableText(value) : value,
  );
}
