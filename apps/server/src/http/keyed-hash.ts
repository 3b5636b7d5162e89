import { createHmac } from 'node:crypto';

/** What a keyed hash is for, so that one of them can never stand in for another. */
type Purpose = 'session' | 'sign-in' | 'browser' | 'account-link' | 'phone-code';

/** HMAC-SHA256 with the installation's secret. */
export function keyedHash(secret: string, purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}:${text}`).digest();
}
