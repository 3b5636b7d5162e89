const LONGEST = 300;

/** Parts of a message that may be personal or secret, and what is written instead. */
const MASKED: readonly (readonly [RegExp, string])[] = [
  // The user and password of an address.
  [/\/\/[^\s/@]*@/g, '//'],
  [/[^\s<>"'()]+@[^\s<>"'(),;]+/g, '[address]'],
  // Keys and tokens: a long run that has a digit.
  [/\b(?=[\w-]*\d)[\w-]{20,}\b/g, '[key]'],
  [/\+?\d[\d -]{5,}\d/g, '[number]'],
];

/** The error at the bottom of a chain of causes: a failed query wraps what the database said. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** SQLSTATE class 22, data exceptions, whose messages quote the value. */
function quotesValue(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);
}

/**
 * Why something failed, in at most 300 characters that staff may read: without statements and their
 * parameters, addresses, numbers and keys.
 */
export function failureMessage(error: unknown): string {
  const root = rootOf(error);
  if (!(root instanceof Error)) return 'failed without an error';
  if (quotesValue(root)) return `the database refused a value (${(root as Error & { code: string }).code})`;
  const text = root.message.startsWith('Failed query') ? 'a query failed' : root.message.split('\n', 1)[0] || root.name;
  return MASKED.reduce((masked, [pattern, instead]) => masked.replace(pattern, instead), text).slice(0, LONGEST);
}
