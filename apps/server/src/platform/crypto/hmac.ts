import { createHmac, hash } from 'node:crypto';

/** The purpose of an HMAC, so that an HMAC for one purpose is never valid for another. */
type Purpose =
  | 'session-name'
  | 'sign-in'
  | 'browser'
  | 'account-link'
  | 'phone-code'
  | 'second-factor'
  | 'saved-card'
  | 'recovery-code';

/** HMAC-SHA256 with the installation's secret. */
export function hmacOf(secret: string, purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}:${text}`).digest();
}

/**
 * The stored id of a session: SHA-256 of the installation's secret and the cookie's token. It is
 * computed for every customer request, at a third of the cost of an HMAC. HMAC prevents length
 * extension, which cannot occur here: a token always has 43 characters.
 */
export function sessionId(secret: string, token: string): string {
  return hash('sha256', `session:${secret}:${token}`, 'base64url');
}
