import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { keyedHash } from '../../http/keyed-hash.ts';
import { readSessionToken, type SessionCookie, sessionCookieHeader } from '../../http/session.ts';

const SERIAL_BYTES = 8;
const SEAL_BYTES = 24;
const MAX_AGE_SECONDS = 180 * 24 * 3600;

export type BrowserMarks = {
  /** The serial of this browser's mark when it signed in to this account before, else null. */
  readonly find: (request: FastifyRequest, emailKey: string) => string | null;
  /** The Set-Cookie text that marks this browser as one that knows the account's password. */
  readonly issue: (emailKey: string) => string;
};

/**
 * A sealed cookie that tells a browser which signed in before from all others, so that strangers who guess at an account cannot keep its
 * owner out (OWASP device cookies). It signs nobody in: it only gives a browser its own count of failures. Nothing of it is stored.
 */
export function createBrowserMarks(deps: {
  readonly secret: string;
  readonly cookie: SessionCookie;
  readonly randomBytes: (size: number) => Buffer;
}): BrowserMarks {
  const cookie = { name: deps.cookie.secure ? '__Host-browser' : 'browser', secure: deps.cookie.secure };
  const seal = (serial: Buffer, emailKey: string): Buffer =>
    keyedHash(deps.secret, 'browser', `${serial.toString('hex')}:${emailKey}`).subarray(0, SEAL_BYTES);
  return {
    find: (request, emailKey) => {
      const token = readSessionToken(request.headers.cookie, cookie);
      if (token === null) return null;
      const mark = Buffer.from(token, 'base64url');
      const serial = mark.subarray(0, SERIAL_BYTES);
      return timingSafeEqual(mark.subarray(SERIAL_BYTES), seal(serial, emailKey)) ? serial.toString('hex') : null;
    },
    issue: (emailKey) => {
      const serial = deps.randomBytes(SERIAL_BYTES);
      const token = Buffer.concat([serial, seal(serial, emailKey)]).toString('base64url');
      return sessionCookieHeader(cookie, token, MAX_AGE_SECONDS);
    },
  };
}
