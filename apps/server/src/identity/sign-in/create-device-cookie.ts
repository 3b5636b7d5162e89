import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { hmacsOf } from '../../platform/crypto/hmac.ts';
import {
  readSessionToken,
  type SessionCookie,
  sessionCookieHeader,
} from '../../platform/http/authorisation/session-cookie.ts';

const SERIAL_BYTES = 8;
const SIGNATURE_BYTES = 24;
const MAX_AGE_SECONDS = 180 * 24 * 3600;

export type DeviceCookie = {
  /** The serial of this device cookie when it has signed in to this account before, else null. */
  readonly find: (request: FastifyRequest, emailKey: string) => string | null;
  /** The serial in this browser's cookie; null where it has none. */
  readonly serialOf: (request: FastifyRequest) => string | null;
  /**
   * The serial in this browser's cookie, whichever account it last signed in to; a new one where it
   * has none.
   */
  readonly deviceOf: (request: FastifyRequest) => string;
  /**
   * The Set-Cookie value that marks this browser, by its serial, as a known device of the account.
   */
  readonly issue: (emailKey: string, device: string) => string;
};

/**
 * A signed cookie that tells a browser which signed in before from all others, so that attackers
 * who guess the password of an account cannot lock its owner out (OWASP device cookies). It does
 * not sign anybody in: it gives a browser its own count of failures, and its serial shows when two
 * accounts are opened on one device (threats U5).
 */
export function createDeviceCookie(deps: {
  readonly secrets: AcceptedSecrets;
  readonly cookie: SessionCookie;
  readonly randomBytes: (size: number) => Buffer;
}): DeviceCookie {
  const cookie = { name: deps.cookie.secure ? '__Host-browser' : 'browser', secure: deps.cookie.secure };
  const sign = (serial: string, emailKey: string) => hmacsOf(deps.secrets, 'browser', `${serial}:${emailKey}`);
  const read = (request: FastifyRequest) => {
    const token = readSessionToken(request.headers.cookie, cookie);
    if (token === null) return null;
    const mark = Buffer.from(token, 'base64url');
    return { serial: mark.subarray(0, SERIAL_BYTES).toString('hex'), signature: mark.subarray(SERIAL_BYTES) };
  };
  return {
    find: (request, emailKey) => {
      const mark = read(request);
      const isOurs = (signature: Buffer) =>
        mark !== null && timingSafeEqual(mark.signature, signature.subarray(0, SIGNATURE_BYTES));
      return mark !== null && sign(mark.serial, emailKey).some(isOurs) ? mark.serial : null;
    },
    serialOf: (request) => read(request)?.serial ?? null,
    deviceOf: (request) => read(request)?.serial ?? deps.randomBytes(SERIAL_BYTES).toString('hex'),
    issue: (emailKey, device) => {
      const [signature] = sign(device, emailKey);
      const mark = [Buffer.from(device, 'hex'), signature.subarray(0, SIGNATURE_BYTES)];
      const token = Buffer.concat(mark).toString('base64url');
      return sessionCookieHeader(cookie, token, MAX_AGE_SECONDS);
    },
  };
}
