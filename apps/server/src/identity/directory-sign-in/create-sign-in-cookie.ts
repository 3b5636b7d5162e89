import { timingSafeEqual } from 'node:crypto';
import { isPortalPath } from '@portal/contract/platform/fields';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { hmacsOf } from '../../platform/crypto/hmac.ts';
import {
  readCookie,
  type SessionCookie,
  sessionCookieHeader,
} from '../../platform/http/authorisation/session-cookie.ts';
import type { SignInChecks } from './create-directory.ts';

const LIFETIME_S = 600;
const LONGEST_PATH = 500;
const SECRET_BYTES = 32;

const content = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** Seconds since 1970. */
  until: z.number(),
});

/** A sign-in that has begun in this browser, and the page of the console that it leads to. */
export type BegunSignIn = SignInChecks & { readonly next: string };

export type SignInCookie = {
  /** New secrets, and the Set-Cookie value that keeps them in the browser for ten minutes. */
  readonly begin: (next: string | undefined) => { readonly begun: BegunSignIn; readonly setCookie: string };
  /** Null when no sign-in has begun in this browser, or too long ago. */
  readonly read: (request: FastifyRequest) => BegunSignIn | null;
  /** The Set-Cookie value that ends it. */
  readonly end: () => string;
};

/** A page of the console; the first one for any other address. */
export function consolePath(next: string | undefined): string {
  const isConsole = next !== undefined && next.length <= LONGEST_PATH && /^\/admin(?![^/?])/.test(next);
  return isConsole && isPortalPath(next) ? next : '/admin';
}

/**
 * Keeps a sign-in by the directory in the browser that began it, signed. Lax: the directory sends the
 * browser back from its own site.
 */
export function createSignInCookie(deps: {
  readonly secrets: AcceptedSecrets;
  readonly cookie: SessionCookie;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
}): SignInCookie {
  const { secure } = deps.cookie;
  const cookie = { name: secure ? '__Host-directory' : 'directory', secure };
  const sign = (text: string) => hmacsOf(deps.secrets, 'directory-sign-in', text);
  const secret = () => deps.randomBytes(SECRET_BYTES).toString('base64url');
  const now = () => Math.floor(deps.clock().getTime() / 1000);
  return {
    begin: (next) => {
      const begun = { state: secret(), nonce: secret(), verifier: secret(), next: consolePath(next) };
      const text = Buffer.from(JSON.stringify({ ...begun, until: now() + LIFETIME_S })).toString('base64url');
      const [signature] = sign(text);
      const value = `${text}.${signature.toString('base64url')}`;
      return { begun, setCookie: sessionCookieHeader(cookie, value, LIFETIME_S) };
    },
    read: (request) => {
      const [text = '', signature = ''] = (readCookie(request.headers.cookie, cookie.name) ?? '').split('.');
      const given = Buffer.from(signature, 'base64url');
      const isOurs = sign(text).some((own) => own.length === given.length && timingSafeEqual(own, given));
      if (!isOurs) return null;
      const { until, ...begun } = z.parse(content, JSON.parse(Buffer.from(text, 'base64url').toString()));
      return until > now() ? begun : null;
    },
    end: () => sessionCookieHeader(cookie, null, 0),
  };
}
