import { createHmac, hash } from 'node:crypto';

/** What an HMAC is for, so that one of them can never stand in for another. */
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
 * The stored name of a session: SHA-256 of the installation's secret and the cookie's token. Every request of a customer asks for it, and one
 * call costs a third of an HMAC; what HMAC guards against needs texts of other lengths, and a token always has 43 characters.
 */
export function sessionId(secret: string, token: string): string {
  return hash('sha256', `session:${secret}:${token}`, 'base64url');
}
