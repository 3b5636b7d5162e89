import type { FastifyRequest } from 'fastify';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { sessionIds } from '../../platform/crypto/hmac.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import {
  readSessionToken,
  type SessionCookie,
  sessionCookieHeader,
  type Viewer,
} from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { currentWork } from '../../platform/trace/current-work.ts';
import { createFindViewers, type FindViewers } from './create-find-viewers.ts';
import { type Opened, openSession } from './open-session.repository.ts';
import { type AwaitingSession, deleteSessions, findAwaitingSession, recordProof } from './session.repository.ts';

const COOKIE_MAX_AGE_SECONDS = 30 * 24 * 3600;
const TOKEN_BYTES = 32;

type ProvenAccount = { readonly id: number; readonly passwordHash: string };

/** What opening a session records with it. */
type Opening = {
  /** The serial of the browser's device cookie, where the device is to be recorded. */
  readonly device: string | null;
  /** The keys under which the successful attempt was counted. */
  readonly attempts: readonly string[];
  /** It is verified: by a code, by a passkey, or by the directory with whatever it asks. */
  readonly secondFactor?: true;
  /**
   * When the directory last asked who it is, in seconds since 1970, null where it does not say: only
   * that is a proof. Absent where the person has just entered their password here.
   */
  readonly authenticatedAt?: number | null;
};

export type Sessions = FindViewers & {
  /**
   * Opens a session with a new token for the account whose password, or whose person at the
   * directory, was verified, and ends the previous one of this browser. Returns the Set-Cookie value,
   * to be sent after the commit, the role in the account that the person acts for, null when there
   * is none, whether it awaits the code of a customer's authenticator app, and whether the person has
   * not used the device before. Throws ApiError account.bad-credentials when the password was changed or the account
   * disabled meanwhile.
   */
  readonly startSession: (
    database: Queryable,
    account: ProvenAccount & Opening,
    request: FastifyRequest,
  ) => Promise<Opened & { readonly cookie: string }>;
  /** The session of this browser that awaits its second factor; null for any other, or none. */
  readonly findAwaiting: (request: FastifyRequest) => Promise<AwaitingSession | null>;
  /**
   * Records that the person of this browser's session has just proved who they are, or with
   * `recordSecondFactor` that they have verified their second factor, and gives it a new token; the
   * old one becomes invalid. Returns the Set-Cookie value, to be sent after the commit. Throws
   * ApiError session.missing when the session has ended meanwhile.
   */
  readonly recordProof: (database: Queryable, request: FastifyRequest) => Promise<string>;
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
  readonly secrets: AcceptedSecrets;
  readonly cookie: SessionCookie;
  readonly randomBytes: (size: number) => Buffer;
  /** False on a machine with demo data: the passwords of its staff are published. */
  readonly asksSecondFactor: boolean;
}): Sessions {
  const sidsOf = (request: Pick<FastifyRequest, 'headers'>): Viewer['sids'] | null => {
    const token = readSessionToken(request.headers.cookie, deps.cookie);
    return token === null ? null : sessionIds(deps.secrets, token);
  };
  const [presentSecret] = deps.secrets;
  const presentSid = (token: string): string => sessionIds([presentSecret], token)[0];
  const newToken = () => deps.randomBytes(TOKEN_BYTES).toString('base64url');
  const { findViewer, findLastViewer, forget } = createFindViewers({ ...deps, sidsOf });
  async function renewWithProof(database: Queryable, request: FastifyRequest, secondFactor: boolean): Promise<string> {
    const before = sidsOf(request);
    const token = newToken();
    const noted = before !== null && (await recordProof(database, before, presentSid(token), { secondFactor }));
    if (!noted) throw new ApiError('session.missing');
    return sessionCookieHeader(deps.cookie, token, COOKIE_MAX_AGE_SECONDS);
  }
  return {
    findViewer,
    findLastViewer,
    startSession: async (database, { id: userId, ...proven }, request) => {
      const before = sidsOf(request);
      if (before !== null) await deleteSessions(database, before);
      const token = newToken();
      const session = {
        sid: presentSid(token),
        sess: { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) },
        userId,
      };
      const opened = await openSession(database, session, {
        secondFactor: false,
        authenticatedAt: Number.POSITIVE_INFINITY,
        ...proven,
      });
      if (opened === null) throw new ApiError('account.bad-credentials');
      const work = currentWork.getStore();
      if (work) Object.assign(work, { userId, clientAddress: request.ip });
      return { cookie: sessionCookieHeader(deps.cookie, token, COOKIE_MAX_AGE_SECONDS), ...opened };
    },
    findAwaiting: async (request) => {
      const sids = sidsOf(request);
      return sids === null ? null : findAwaitingSession(deps.database, sids);
    },
    recordProof: (database, request) => renewWithProof(database, request, false),
    recordSecondFactor: (database, request) => renewWithProof(database, request, true),
    endSession: async (request) => {
      const sids = sidsOf(request);
      if (sids !== null) {
        forget(sids);
        await deleteSessions(deps.database, sids);
      }
      return sessionCookieHeader(deps.cookie, null, 0);
    },
  };
}
