import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Compares texts in constant time. An empty secret matches nothing. */
export function isSameSecret(given: string | string[] | undefined, secret: string): boolean {
  if (typeof given !== 'string' || secret === '') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * Whether the header is the HMAC of the body's bytes. Anything but exactly one value of the right
 * form is rejected; a repeated header arrives joined by a comma and so never has it.
 */
export function isSignedBy(
  given: string | string[] | undefined,
  rawBody: Buffer,
  scheme: { readonly secret: string; readonly hash: 'sha256' | 'sha512'; readonly encoding: 'hex' | 'base64' },
): boolean {
  if (scheme.secret === '') return false;
  const expected = createHmac(scheme.hash, scheme.secret).update(rawBody).digest(scheme.encoding);
  return isSameSecret(given, expected);
}
