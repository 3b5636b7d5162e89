import { subscriberAddress } from '@portal/kernel/network-address';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Viewer } from '../session-cookie.ts';
import { limitConcurrency } from './concurrency-limit.ts';
import { type CounterPlan, HOUR_MS, MINUTE_MS, type OpenCounter, type Subject } from './shared-counters.ts';

/** How many requests an address (an IPv6 address counts as its /64) or an account may make. Sign-in has more limits, of the feature's own. */
export type RateLimits = {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Of one address, from all who are signed in together. */
  readonly signedInReadsPerMinute: number;
  readonly signedInWritesPerMinute: number;
  /** Of one account, from all its sessions together. */
  readonly accountReadsPerMinute: number;
  readonly accountWritesPerMinute: number;
  readonly signInsPerMinute: number;
  readonly registrationsPerHour: number;
  readonly salesRequestsPerHour: number;
  /** Of everybody. */
  readonly concurrentRequests: number;
};

/** What an ordinary call is counted as. */
export type CallKind = 'read' | 'write';

/** `read` and `write` are the buckets of ordinary calls; the others belong to the calls they are named after. */
export type LimitName = CallKind | 'sign-in' | 'registration' | 'sales-request';

/** The limits of calls that ask for a session, in the order in which they are met. */
export type SignedInLimit = {
  /** Before the session is looked up: all callers of an address together, a whole neighbourhood behind one. */
  readonly guard: onRequestHookHandler;
  /** Counts the call with its account; one that has none with the strangers of its address. Throws ApiError request.too-many. */
  readonly count: (request: FastifyRequest, viewer: Viewer | null) => void;
};

export type Limiters = Readonly<Record<LimitName, onRequestHookHandler>> & {
  readonly signedIn: Readonly<Record<CallKind, SignedInLimit>>;
  /** The ceiling of requests in work. */
  readonly takePlace: onRequestHookHandler;
};

/** Counts one thing that a subject does. Throws ApiError request.too-many beyond the plan's `max`. */
export function createLimit(openCounter: OpenCounter, plan: CounterPlan): (subject: Subject) => void {
  const counter = openCounter(plan);
  return (subject) => {
    if (counter.add(subject, 1) <= plan.max) return;
    throw new ApiError('request.too-many', { retryAfterSeconds: counter.secondsLeft(subject) });
  };
}

/**
 * One counter a bucket and subject, shared by all routes of the bucket, so that another spelling of a path is no way around it (threats E8, E13; docs/decisions/034-limits.md).
 * Behind a proxy the address is that of the trusted hop (TRUSTED_PROXIES).
 */
export function createLimiters(limits: RateLimits, openCounter: OpenCounter): Limiters {
  const limit = (name: string, max: number, windowMs: number) => createLimit(openCounter, { name, max, windowMs });
  const byAddress = (count: (subject: Subject) => void): onRequestHookHandler => {
    return (request, _reply, done) => {
      count(subscriberAddress(request.ip));
      done();
    };
  };
  const strangers = {
    read: limit('read', limits.readsPerMinute, MINUTE_MS),
    write: limit('write', limits.writesPerMinute, MINUTE_MS),
  };
  const signedIn = (kind: CallKind, ofAddress: number, ofAccount: number): SignedInLimit => {
    const countAccount = limit(`account-${kind}`, ofAccount, MINUTE_MS);
    return {
      guard: byAddress(limit(`signed-in-${kind}`, ofAddress, MINUTE_MS)),
      count: (request, viewer) => {
        if (viewer) countAccount(viewer.user.id);
        else strangers[kind](subscriberAddress(request.ip));
      },
    };
  };
  return {
    read: byAddress(strangers.read),
    write: byAddress(strangers.write),
    'sign-in': byAddress(limit('sign-in', limits.signInsPerMinute, MINUTE_MS)),
    registration: byAddress(limit('registration', limits.registrationsPerHour, HOUR_MS)),
    'sales-request': byAddress(limit('sales-request', limits.salesRequestsPerHour, HOUR_MS)),
    takePlace: limitConcurrency(limits.concurrentRequests),
    signedIn: {
      read: signedIn('read', limits.signedInReadsPerMinute, limits.accountReadsPerMinute),
      write: signedIn('write', limits.signedInWritesPerMinute, limits.accountWritesPerMinute),
    },
  };
}
