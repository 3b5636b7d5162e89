/** Characters with which a text changes the direction of the text after it. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Hebrew, Arabic and related scripts: they reorder adjacent numbers and commas. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Isolates a name inserted into other text (Unicode bidi isolates), so that neither changes the
 * direction of the other.
 */
export function bidiIsolate(name: string): string {
  const plain = name.replace(DIRECTIONS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
