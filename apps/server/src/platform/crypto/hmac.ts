import { createHmac, hash } from 'node:crypto';
import type { AcceptedSecrets } from './accepted-secrets.ts';

/** The purpose of an HMAC, so that an HMAC for one purpose is never valid for another. */
type Purpose =
  | 'session-name'
  | 'sign-in'
  | 'browser'
  | 'directory-sign-in'
  | 'account-link'
  | 'phone-code'
  | 'second-factor'
  | 'saved-card'
  | 'voucher-pin'
  | 'webhook-secret'
  | 'access-server-secret'
  | 'recovery-code'
  | 'hash-key'
  | 'security-event'
  | 'key-id'
  | 'unsubscribe'
  | 'reply-address'
  | 'quick-pay'
  | 'phone-pin'
  | 'ussd-entries'
  | 'inbound-text'
  | 'whatsapp-event';

/** HMAC-SHA256 with one of the installation's secrets. */
export function hmacOf(secret: string, purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}:${text}`).digest();
}

/** The HMACs under every accepted secret, that of the present one first. */
export function hmacsOf(secrets: AcceptedSecrets, purpose: Purpose, text: string): readonly [Buffer, ...Buffer[]] {
  const [present, ...others] = secrets;
  return [hmacOf(present, purpose, text), ...others.map((secret) => hmacOf(secret, purpose, text))];
}

function sessionId(secret: string, token: string): string {
  return hash('sha256', `session:${secret}:${token}`, 'base64url');
}

/**
 * The ids under which a session may be stored, that of the present secret first. Each is the
 * SHA-256 of a secret and the cookie's token. It is computed for every customer request, at a third
 * of the cost of an HMAC. HMAC prevents length extension, which cannot occur here: a token always
 * has 43 characters.
 */
export function sessionIds(secrets: AcceptedSecrets, token: string): readonly [string, ...string[]] {
  const [present, ...others] = secrets;
  return [sessionId(present, token), ...others.map((secret) => sessionId(secret, token))];
}
