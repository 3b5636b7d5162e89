import { createHmac, hash } from 'node:crypto';

/** The purpose of an HMAC, so that one can never be used in place of another. */
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
 * computed at every request of a customer, and one call costs a third of an HMAC; HMAC guards
 * against length extension, and a token always has 43 characters.
 */
export function sessionId(secret: string, token: string): string {
  return hash('sha256', `session:${secret}:${token}`, 'base64url');
}
