import { timingSafeEqual } from 'node:crypto';
import { hmacOf } from '../../platform/crypto/hmac.ts';

const PATH = '/unsubscribe/';
const LARGEST_ID = 2_147_483_647;

const signatureOf = (hashKey: string, userId: number) => hmacOf(hashKey, 'unsubscribe', String(userId));

/**
 * The address at which a reader ends mails with offers without signing in. It works as long as the
 * installation's key, and for nothing else.
 */
export function unsubscribeAddress(origin: string, hashKey: string, userId: number): string {
  return `${origin}${PATH}${userId}.${signatureOf(hashKey, userId).toString('base64url')}`;
}

/** Whose link it is; null for one that we have not signed. */
export function readUnsubscribeToken(hashKey: string, token: string): number | null {
  const [, id, signature] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined || Number(id) > LARGEST_ID) return null;
  const isOurs = timingSafeEqual(signatureOf(hashKey, Number(id)), Buffer.from(signature, 'base64url'));
  return isOurs ? Number(id) : null;
}
