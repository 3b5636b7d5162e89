import type { FastifyRequest } from 'fastify';
import { sessionId } from '../../platform/crypto/hmac.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readSessionToken, type SessionCookie, sessionCookieHeader } from '../../platform/http/session-cookie.ts';
import { createFindViewers, type FindViewers } from './create-find-viewers.ts';
import { openSession } from './open-session.repository.ts';
import { deleteSession, recordSecondFactor } from './session.repository.ts';

const COOKIE_MAX_AGE_SECONDS = 30 * 24 * 3600;
const TOKEN_BYTES = 32;

type ProvenAccount = { readonly id: number; readonly passwordHash: string };

/** What opening a session records with it. */
type Opening = {
  /** The serial of the browser's device cookie, where the device is to be recorded. */
  readonly device: string | null;
  /** The keys under which the successful attempt was counted. */
  readonly attempts: readonly string[];
};

export type Sessions = FindViewers & {
  /**
   * Opens a session with a new token for the account whose password was verified, and ends the
   * previous one of this browser. Returns the Set-Cookie value, to be sent after the commit. Throws
   * ApiError account.bad-credentials when the password was changed or the account disabled
   * meanwhile.
   */
  readonly startSession: (
    database: Queryable,
    account: ProvenAccount & Opening,
    request: FastifyRequest,
  ) => Promise<string>;
  /**
   * Records that staff have verified their second factor in this browser's session, and gives it a
   * new token; the old one becomes invalid. Returns the Set-Cookie value, to be sent after the
   * commit. Throws ApiError session.missing when the session has ended meanwhile.
   */
  readonly recordSecondFactor: (database: Queryable, request: FastifyRequest) => Promise<string>;
  /**
   * Ends this browser's session, if there is one. Returns the Set-Cookie value that deletes the
   * cookie.
   */
  readonly endSession: (request: FastifyRequest) => Promise<string>;
};

/**
 * Sessions in the database: an opaque 256-bit token in the cookie, its HMAC in the table. They end
 * after 24 hours (those of staff after 30 minutes) without use, 30 days after they began, when
 * their row is deleted, or when the account is disabled.
 */
export function createSessions(deps: {
  readonly database: Database;
  readonly secret: string;
  readonly cookie: SessionCookie;
  readonly randomBytes: (size: number) => Buffer;
  /** False on a machine with demo data: the passwords of its staff are published. */
  readonly asksSecondFactor: boolean;
}): Sessions {
  const sidOf = (request: Pick<FastifyRequest, 'headers'>): string | null => {
    const token = readSessionToken(request.headers.cookie, deps.cookie);
    return token === null ? null : sessionId(deps.secret, token);
  };
  const newToken = () => deps.randomBytes(TOKEN_BYTES).toString('base64url');
  const { findViewer, findLastViewer, forget } = createFindViewers({ ...deps, sidOf });
  return {
    findViewer,
    findLastViewer,
    startSession: async (database, { id: userId, ...proven }, request) => {
      const before = sidOf(request);
      if (before !== null) await deleteSession(database, before);
      const token = newToken();
      const session = {
        sid: sessionId(deps.secret, token),
        sess: { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) },
        userId,
      };
      if (!(await openSession(database, session, proven))) throw new ApiError('account.bad-credentials');
      return sessionCookieHeader(deps.cookie, token, COOKIE_MAX_AGE_SECONDS);
    },
    recordSecondFactor: async (database, request) => {
      const before = sidOf(request);
      const token = newToken();
      const noted = before !== null && (await recordSecondFactor(database, before, sessionId(deps.secret, token)));
      if (!noted) throw new ApiError('session.missing');
      return sessionCookieHeader(deps.cookie, token, COOKIE_MAX_AGE_SECONDS);
    },
    endSession: async (request) => {
      const sid = sidOf(request);
      if (sid !== null) {
        forget(sid);
        await deleteSession(deps.database, sid);
      }
      return sessionCookieHeader(deps.cookie, null, 0);
    },
  };
}
