import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  readSessionToken,
  type SessionCookie,
  sessionCookieHeader,
  type Viewer,
} from '../../platform/http/authorisation/session-cookie.ts';

const LIFETIME_S = 300;
const TOKEN_BYTES = 32;
const CHALLENGE_BYTES = 32;

/** Who has to answer a challenge: the browser with this session. A registration and a proof do not disturb each other. */
export function holderOf({ sids }: Pick<Viewer, 'sids'>, purpose: 'new' | 'proof' = 'proof'): string {
  return `${purpose}:${sids[0]}`;
}

export type ChallengeCookie = {
  /** A new token, and the Set-Cookie value that keeps it in the browser for five minutes. */
  readonly begin: () => { readonly holder: string; readonly setCookie: string };
  /** Null when no sign-in with a passkey has begun in this browser, or too long ago. */
  readonly holder: (request: FastifyRequest) => string | null;
  /** The Set-Cookie value that ends it. */
  readonly end: () => string;
};

/** Binds the challenge of a sign-in to the browser that began it, which has no session yet. */
export function createChallengeCookie(deps: {
  readonly cookie: SessionCookie;
  readonly randomBytes: (size: number) => Buffer;
}): ChallengeCookie {
  const { secure } = deps.cookie;
  const cookie = { name: secure ? '__Host-passkey' : 'passkey', secure };
  const holderOfToken = (token: string) => `sign-in:${hash('sha256', token, 'base64url')}`;
  return {
    begin: () => {
      const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
      return { holder: holderOfToken(token), setCookie: sessionCookieHeader(cookie, token, LIFETIME_S) };
    },
    holder: (request) => {
      const token = readSessionToken(request.headers.cookie, cookie);
      return token === null ? null : holderOfToken(token);
    },
    end: () => sessionCookieHeader(cookie, null, 0),
  };
}

/** What an authenticator has to sign, in base64url. */
export function newChallenge(randomBytes: (size: number) => Buffer): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}
