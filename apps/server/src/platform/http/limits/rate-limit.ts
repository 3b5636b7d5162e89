import { subscriberAddress } from '@portal/kernel/network-address';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Viewer } from '../authorisation/session-cookie.ts';
import { ApiError } from '../errors/api-error.ts';
import { type ConcurrencyLimit, limitConcurrency } from './concurrency-limit.ts';
import { type CounterPlan, HOUR_MS, MINUTE_MS, type OpenCounter, type Subject } from './shared-counters.ts';

/**
 * How many requests an address (an IPv6 address counts as its /64) or an account may make. Sign-in
 * has further limits of its own.
 */
export type RateLimits = {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Of one address, over all its signed-in users. */
  readonly signedInReadsPerMinute: number;
  readonly signedInWritesPerMinute: number;
  /** Of one account, over all its sessions. */
  readonly accountReadsPerMinute: number;
  readonly accountWritesPerMinute: number;
  /** Of one API key, reads and writes together. */
  readonly apiKeyCallsPerMinute: number;
  readonly signInsPerMinute: number;
  readonly registrationsPerHour: number;
  readonly salesRequestsPerHour: number;
  /** Over all callers. */
  readonly concurrentRequests: number;
};

/** The bucket of an ordinary call. */
export type CallKind = 'read' | 'write';

/**
 * `read` and `write` are the buckets of ordinary calls; the others belong to the calls they are
 * named after.
 */
export type LimitName = CallKind | 'sign-in' | 'registration' | 'sales-request';

/** The limits of calls with a session, in the order in which they apply. */
export type SignedInLimit = {
  /**
   * Before the session is looked up: all callers of an address together, possibly a whole
   * neighbourhood.
   */
  readonly guard: onRequestHookHandler;
  /**
   * Counts the call against its account, or without one against its address. Throws ApiError
   * request.too-many.
   */
  readonly count: (request: FastifyRequest, viewer: Viewer | null) => void;
};

export type Limiters = Readonly<Record<LimitName, onRequestHookHandler>> & {
  readonly signedIn: Readonly<Record<CallKind, SignedInLimit>>;
  /** Counts a call with an API key against it. Throws ApiError request.too-many. */
  readonly countKey: (keyId: string) => void;
  readonly concurrency: ConcurrencyLimit;
};

/** Counts one action of a subject. Throws ApiError request.too-many beyond the plan's `max`. */
export function createLimit(openCounter: OpenCounter, plan: CounterPlan): (subject: Subject) => void {
  const counter = openCounter(plan);
  return (subject) => {
    if (counter.add(subject, 1) <= plan.max) return;
    throw new ApiError('request.too-many', { retryAfterSeconds: counter.secondsLeft(subject) });
  };
}

/**
 * One counter per bucket and subject, shared by all routes of the bucket, so that another spelling
 * of a path does not evade it (threats E8, E13; docs/decisions/034-limits.md). Behind a proxy the
 * address is that of the trusted hop (TRUSTED_PROXIES).
 */
export function createLimiters(limits: RateLimits, openCounter: OpenCounter): Limiters {
  const limit = (name: string, max: number, windowMs: number) => createLimit(openCounter, { name, max, windowMs });
  const byAddress = (count: (subject: Subject) => void): onRequestHookHandler => {
    return (request, _reply, done) => {
      count(subscriberAddress(request.ip));
      done();
    };
  };
  const anonymous = {
    read: limit('read', limits.readsPerMinute, MINUTE_MS),
    write: limit('write', limits.writesPerMinute, MINUTE_MS),
  };
  const signedIn = (kind: CallKind, ofAddress: number, ofAccount: number): SignedInLimit => {
    const countAccount = limit(`account-${kind}`, ofAccount, MINUTE_MS);
    return {
      guard: byAddress(limit(`signed-in-${kind}`, ofAddress, MINUTE_MS)),
      count: (request, viewer) => {
        // In a view as a customer, whoever views: the customer's own calls are theirs.
        if (viewer) countAccount(request.raw.accountView?.staffId ?? viewer.user.id);
        else anonymous[kind](subscriberAddress(request.ip));
      },
    };
  };
  return {
    read: byAddress(anonymous.read),
    write: byAddress(anonymous.write),
    'sign-in': byAddress(limit('sign-in', limits.signInsPerMinute, MINUTE_MS)),
    registration: byAddress(limit('registration', limits.registrationsPerHour, HOUR_MS)),
    'sales-request': byAddress(limit('sales-request', limits.salesRequestsPerHour, HOUR_MS)),
    countKey: limit('api-key', limits.apiKeyCallsPerMinute, MINUTE_MS),
    concurrency: limitConcurrency(limits.concurrentRequests),
    signedIn: {
      read: signedIn('read', limits.signedInReadsPerMinute, limits.accountReadsPerMinute),
      write: signedIn('write', limits.signedInWritesPerMinute, limits.accountWritesPerMinute),
    },
  };
}
