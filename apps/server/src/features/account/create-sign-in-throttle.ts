import type { FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../../database/connection.ts';
import { addressPrefix } from '../../http/address-prefix.ts';
import { keyedHash } from '../../http/keyed-hash.ts';
import { Refusal } from '../../http/refusal.ts';
import type { BrowserMarks } from './create-browser-marks.ts';
import { type BackOff, forgetAttempts, secondsUntilFree, takeAttempt } from './sign-in-attempts.repository.ts';

const WAITS = { firstWaitSeconds: 15, longestWaitSeconds: 3600 };
const ONE_SOURCE: BackOff = { freeFailures: 10, ...WAITS };
const ALL_STRANGERS: BackOff = { freeFailures: 20, ...WAITS };

/** An attempt that was counted; what became of it decides whether the count stays. */
export type CountedAttempt = { readonly forget: (tx: Queryable) => Promise<void> };

/** Counts an attempt to prove a password, before the password is looked at. Throws Refusal request.too-many while the account's caller has to wait. */
export type SignInThrottle = (emailKey: string, request: FastifyRequest) => Promise<CountedAttempt>;

/** Thrown to undo the first count when the second refuses. */
class Blocked extends Error {
  readonly key: string;
  constructor(key: string) {
    super('blocked');
    this.key = key;
  }
}

/**
 * Back-off of password guessing (docs/decisions/010-sign-in-throttle.md). A browser that signed in to the account before has a count of its own;
 * everybody else is counted by address and, all together, by account. Known and unknown addresses are counted alike.
 */
export function createSignInThrottle(deps: {
  readonly database: Database;
  readonly secret: string;
  readonly browserMarks: BrowserMarks;
}): SignInThrottle {
  const keyOf = (...parts: string[]) => keyedHash(deps.secret, 'sign-in', JSON.stringify(parts)).toString('base64url');
  return async (emailKey, request) => {
    const mark = deps.browserMarks.find(request, emailKey);
    const account = keyOf('account', emailKey);
    const source =
      mark === null ? keyOf('address', emailKey, addressPrefix(request.ip)) : keyOf('browser', emailKey, mark);
    try {
      await deps.database.transaction(async (tx) => {
        if (!(await takeAttempt(tx, source, ONE_SOURCE))) throw new Blocked(source);
        if (mark === null && !(await takeAttempt(tx, account, ALL_STRANGERS))) throw new Blocked(account);
      });
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      throw new Refusal('request.too-many', {
        retryAfterSeconds: await secondsUntilFree(deps.database, error.key),
      });
    }
    return { forget: (tx) => forgetAttempts(tx, [source, account]) };
  };
}
