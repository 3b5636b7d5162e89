import { addressPrefix } from '@portal/kernel/network-address';
import type { FastifyRequest } from 'fastify';
import { hmacOf } from '../../platform/crypto/hmac.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { OnSharedConnection } from '../../platform/database/shared-connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import type { DeviceCookie } from './create-device-cookie.ts';
import type { SignInRateLimit } from './create-sign-in-rate-limit.ts';
import { forgetAttempts, takeAttempt } from './sign-in-attempts.repository.ts';

const ONE_SOURCE_FAILURES = 10;
const ALL_STRANGERS_FAILURES = 20;

/** An attempt that was counted; what became of it decides whether the count stays. */
export type CountedAttempt = {
  /** The account that it is made at; null where nobody has the address. */
  readonly account: AccountRow | null;
  readonly forget: (database: Queryable) => Promise<void>;
  /** For who forgets it together with something else: the keys under which it is counted. */
  readonly withdraw: () => readonly string[];
};

/** Counts an attempt to prove a password, before the password is looked at. Throws ApiError request.too-many while the account's caller has to wait. */
export type SignInThrottle = (emailKey: string, request: FastifyRequest) => Promise<CountedAttempt>;

type CountingDeps = { readonly secret: string; readonly deviceCookie: DeviceCookie };

/** Under what this caller's attempts at the account are counted: their marked browser or their address, and with the strangers all together. */
function keysOf(deps: CountingDeps, emailKey: string, request: FastifyRequest) {
  const keyOf = (...parts: string[]) => hmacOf(deps.secret, 'sign-in', JSON.stringify(parts)).toString('base64url');
  const mark = deps.deviceCookie.find(request, emailKey);
  return {
    browser: mark === null ? null : keyOf('browser', emailKey, mark),
    address: keyOf('address', emailKey, addressPrefix(request.ip)),
    strangers: keyOf('account', emailKey),
  };
}

/**
 * Back-off of password guessing (docs/decisions/010-sign-in-throttle.md). A browser that signed in to the account before has a count of its own;
 * everybody else is counted by address, all together by account, and for all accounts at the gate. Known and unknown addresses are counted alike.
 */
export function createSignInThrottle(
  deps: CountingDeps & { readonly onSharedConnection: OnSharedConnection; readonly countSignIn: SignInRateLimit },
): SignInThrottle {
  return async (emailKey, request) => {
    const { browser, address, strangers } = keysOf(deps, emailKey, request);
    const source = browser ?? address;
    const takeBack = browser === null ? deps.countSignIn(request) : () => {};
    const own = { key: source, freeFailures: ONE_SOURCE_FAILURES };
    const shared = browser === null ? { key: strangers, freeFailures: ALL_STRANGERS_FAILURES } : null;
    const { wait, account } = await deps.onSharedConnection((connection) =>
      takeAttempt(connection, emailKey, own, shared),
    );
    if (wait !== null) {
      takeBack();
      throw new ApiError('request.too-many', { retryAfterSeconds: wait });
    }
    const withdraw = () => {
      takeBack();
      return [source, strangers];
    };
    return { account, forget: (database) => forgetAttempts(database, withdraw()), withdraw };
  };
}

/** Opens the account again for its owner's browser and address, and for strangers, as a sign-in does. */
export function createForgetFailures(deps: CountingDeps) {
  return async (tx: Queryable, emailKey: string, request: FastifyRequest): Promise<void> => {
    const { browser, address, strangers } = keysOf(deps, emailKey, request);
    await forgetAttempts(tx, browser === null ? [address, strangers] : [browser, address, strangers]);
  };
}
