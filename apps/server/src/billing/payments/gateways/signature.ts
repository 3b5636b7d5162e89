import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether it is one of the secrets, in constant time. An empty secret matches nothing. */
export function isOneOf(given: string | string[] | undefined, secrets: readonly string[]): boolean {
  if (typeof given !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secrets.some((secret) => secret !== '' && timingSafeEqual(digest(given), digest(secret)));
}

/**
 * Whether the header is the HMAC of the body's bytes under one of the secrets. Anything but exactly
 * one value of the right form is rejected; a repeated header arrives joined by a comma and so never
 * has it.
 */
export function isSignedBy(
  given: string | string[] | undefined,
  rawBody: Buffer,
  scheme: {
    readonly secrets: readonly string[];
    readonly hash: 'sha256' | 'sha512';
    readonly encoding: 'hex' | 'base64';
  },
): boolean {
  const expected = scheme.secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac(scheme.hash, secret).update(rawBody).digest(scheme.encoding));
  return isOneOf(given, expected);
}
