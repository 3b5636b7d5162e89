import type { FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../../database/connection.ts';
import { keyedHash } from '../../http/keyed-hash.ts';
import { readSessionToken, type SessionCookie, sessionCookieHeader, type Viewer } from '../../http/session.ts';
import { presentUser } from './present-user.ts';
import { deleteSession, insertSession, prepareFindSession, renewSession } from './session.repository.ts';

const COOKIE_MAX_AGE_SECONDS = 30 * 24 * 3600;
const TOKEN_BYTES = 32;

export type Sessions = {
  /** Who sends this request, as the database says now; null without a session, with one that has ended, or for a disabled account. */
  readonly findViewer: (request: FastifyRequest) => Promise<Viewer | null>;
  /** Opens a session with a new token and ends the one this browser had. Returns the Set-Cookie text, to be sent after the commit. */
  readonly startSession: (database: Queryable, userId: number, request: FastifyRequest) => Promise<string>;
  /** Ends this browser's session, also when there is none. Returns the Set-Cookie text that takes the cookie back. */
  readonly endSession: (request: FastifyRequest) => Promise<string>;
};

/**
 * Sessions that live in the database: an opaque 256-bit token in the cookie, its keyed hash in the table. They end after 24 hours
 * without use, 30 days after they began, when their row is deleted, or when the account is disabled.
 */
export function createSessions(deps: {
  readonly database: Database;
  readonly secret: string;
  readonly cookie: SessionCookie;
  readonly randomBytes: (size: number) => Buffer;
}): Sessions {
  const findSession = prepareFindSession(deps.database);
  const sidOf = (request: FastifyRequest): string | null => {
    const token = readSessionToken(request.headers.cookie, deps.cookie);
    return token === null ? null : keyedHash(deps.secret, 'session', token).toString('base64url');
  };
  return {
    findViewer: async (request) => {
      const sid = sidOf(request);
      const row = sid === null ? null : await findSession(sid);
      if (sid === null || row === null) return null;
      if (row.isRenewalDue) await renewSession(deps.database, sid);
      return { user: presentUser(row), sid };
    },
    startSession: async (database, userId, request) => {
      const before = sidOf(request);
      if (before !== null) await deleteSession(database, before);
      const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
      await insertSession(database, {
        sid: keyedHash(deps.secret, 'session', token).toString('base64url'),
        sess: { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) },
        userId,
      });
      return sessionCookieHeader(deps.cookie, token, COOKIE_MAX_AGE_SECONDS);
    },
    endSession: async (request) => {
      const sid = sidOf(request);
      if (sid !== null) await deleteSession(deps.database, sid);
      return sessionCookieHeader(deps.cookie, null, 0);
    },
  };
}
