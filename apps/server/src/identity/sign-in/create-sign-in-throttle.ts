import { addressPrefix } from '@portal/kernel/network-address';
import type { FastifyRequest } from 'fastify';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { hmacOf } from '../../platform/crypto/hmac.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { OnSharedConnection } from '../../platform/database/shared-connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import type { DeviceCookie } from './create-device-cookie.ts';
import type { SignInRateLimit } from './create-sign-in-rate-limit.ts';
import { forgetAttempts, takeAttempt } from './sign-in-attempts.repository.ts';

const ONE_SOURCE_FAILURES = 10;
const ALL_UNKNOWN_DEVICES_FAILURES = 20;

/** An attempt that was counted; its outcome decides whether the count stays. */
export type CountedAttempt = {
  /** The account of the attempt; null where no account has the address. */
  readonly account: AccountRow | null;
  /** The key of the device or address that it came from, and whether it is a device of the account. */
  readonly source: { readonly key: string; readonly isKnown: boolean };
  readonly forget: (database: Queryable) => Promise<void>;
  /**
   * The keys under which it is counted, for callers that delete them together with something else.
   */
  readonly withdraw: () => readonly string[];
};

/** The caller has to wait, because of failures at this one account. */
export class ThrottledAttempt extends ApiError {
  readonly source: CountedAttempt['source'];

  constructor(source: CountedAttempt['source'], retryAfterSeconds: number) {
    super('request.too-many', { retryAfterSeconds });
    this.source = source;
  }
}

/**
 * Counts an attempt to enter a password, before the password is verified. Throws ApiError
 * request.too-many while the caller has to wait, a ThrottledAttempt where it is because of this account.
 */
export type SignInThrottle = (emailKey: string, request: FastifyRequest) => Promise<CountedAttempt>;

type CountingDeps = { readonly secrets: AcceptedSecrets; readonly deviceCookie: DeviceCookie };

const keyOf = (secrets: AcceptedSecrets, ...parts: string[]) =>
  hmacOf(secrets[0], 'sign-in', JSON.stringify(parts)).toString('base64url');

/** The key under which failures at an account are counted, of all unknown devices together. */
export function keyOfUnknownDevices(secrets: AcceptedSecrets, emailKey: string): string {
  return keyOf(secrets, 'account', emailKey);
}

/**
 * The keys under which this caller's attempts at the account are counted: their device cookie or IP
 * address, and one for all unknown devices together.
 */
function keysOf(deps: CountingDeps, emailKey: string, request: FastifyRequest) {
  const mark = deps.deviceCookie.find(request, emailKey);
  return {
    browser: mark === null ? null : keyOf(deps.secrets, 'browser', emailKey, mark),
    address: keyOf(deps.secrets, 'address', emailKey, addressPrefix(request.ip)),
    unknownDevices: keyOfUnknownDevices(deps.secrets, emailKey),
  };
}

/**
 * Back-off of password guessing (docs/decisions/010-sign-in-throttle.md). A browser that signed in
 * to the account before has a count of its own; all others are counted by IP address, together by
 * account, and over all accounts by the rate limit. Addresses with and without an account are
 * counted alike.
 */
export function createSignInThrottle(
  deps: CountingDeps & { readonly onSharedConnection: OnSharedConnection; readonly countSignIn: SignInRateLimit },
): SignInThrottle {
  return async (emailKey, request) => {
    const { browser, address, unknownDevices } = keysOf(deps, emailKey, request);
    const source = browser ?? address;
    const removeCount = browser === null ? deps.countSignIn(request) : () => {};
    const own = { key: source, freeFailures: ONE_SOURCE_FAILURES };
    const shared = browser === null ? { key: unknownDevices, freeFailures: ALL_UNKNOWN_DEVICES_FAILURES } : null;
    const { wait, account } = await deps.onSharedConnection((connection) =>
      takeAttempt(connection, emailKey, own, shared),
    );
    if (wait !== null) {
      removeCount();
      throw new ThrottledAttempt({ key: source, isKnown: browser !== null }, wait);
    }
    const withdraw = () => {
      removeCount();
      return [source, unknownDevices];
    };
    return {
      account,
      source: { key: source, isKnown: browser !== null },
      forget: (database) => forgetAttempts(database, withdraw()),
      withdraw,
    };
  };
}

/**
 * Deletes the counts of the owner's browser and address, and of unknown devices, as a sign-in does.
 */
export function createForgetFailures(deps: CountingDeps) {
  return async (tx: Queryable, emailKey: string, request: FastifyRequest): Promise<void> => {
    const { browser, address, unknownDevices } = keysOf(deps, emailKey, request);
    await forgetAttempts(tx, browser === null ? [address, unknownDevices] : [browser, address, unknownDevices]);
  };
}
