import { subscriberAddress } from '@portal/kernel/network-address';
import type { onRequestHookHandler } from 'fastify';
import { Refusal } from './refusal.ts';

/** How many requests one address may make (an IPv6 address counts as its /64). Sign-in has a second limit of its own, by account. */
export type RateLimits = {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly signInsPerMinute: number;
  readonly registrationsPerHour: number;
  readonly salesRequestsPerHour: number;
};

/** `read` and `write` are the buckets of ordinary calls; the others belong to the calls they are named after. */
export type LimitName = 'read' | 'write' | 'sign-in' | 'registration' | 'sales-request';

export type Limiters = Readonly<Record<LimitName, onRequestHookHandler>>;

/** Requests that an instance has let in or refused since it last told the others: bucket, address, how many. */
export type Counts = readonly (readonly [LimitName, string, number])[];

/** The other instances, where there are any. */
export type CountSharing = {
  readonly tell: (counts: Counts) => void;
  readonly onTold: (listener: (counts: Counts) => void) => void;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_ADDRESSES = 20_000;
const TELL_EVERY_MS = 1000;
/** Who uses less than a tenth of a limit is not worth a word to the other instances. */
const TOLD_FROM_SHARE = 0.1;

type Window = { readonly startedAt: number; count: number };

/** Counts the requests of an address in fixed windows. Beyond 20,000 addresses the oldest are forgotten. */
function createCounter(windowMs: number) {
  const windows = new Map<string, Window>();
  const openWindow = (key: string, startedAt: number): Window => {
    const window = { startedAt, count: 0 };
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.size > MOST_ADDRESSES ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    return window;
  };
  return (key: string, requests: number): { readonly count: number; readonly endsInMs: number } => {
    const now = performance.now();
    const known = windows.get(key);
    const window = known && known.startedAt + windowMs > now ? known : openWindow(key, now);
    window.count += requests;
    return { count: window.count, endsInMs: window.startedAt + windowMs - now };
  };
}

/** Collects what is to be told to the other instances, and tells it once a second. */
function createTeller(sharing: CountSharing) {
  const untold = new Map<string, [LimitName, string, number]>();
  const tellAll = (): void => {
    sharing.tell([...untold.values()]);
    untold.clear();
  };
  return (bucket: LimitName, key: string): void => {
    if (untold.size === 0) setTimeout(tellAll, TELL_EVERY_MS).unref();
    const entry = untold.get(`${bucket} ${key}`) ?? [bucket, key, 0];
    entry[2]++;
    untold.set(`${bucket} ${key}`, entry);
  };
}

/**
 * One counter a bucket and address, shared by all routes of the bucket, so that another spelling of a path is no way around it, and with `sharing`, a second
 * later, by all instances. Refuses with request.too-many. Behind a proxy the address is that of the trusted hop (TRUSTED_PROXIES).
 */
export function createLimiters(limits: RateLimits, sharing: CountSharing | null): Limiters {
  const note = sharing ? createTeller(sharing) : null;
  const counters = new Map<LimitName, ReturnType<typeof createCounter>>();
  sharing?.onTold((counts) => {
    for (const [bucket, key, requests] of counts) counters.get(bucket)?.(key, requests);
  });
  const limiter = (bucket: LimitName, max: number, windowMs: number): onRequestHookHandler => {
    const counter = createCounter(windowMs);
    counters.set(bucket, counter);
    return (request, _reply, done) => {
      const key = subscriberAddress(request.ip);
      const { count, endsInMs } = counter(key, 1);
      if (note && count >= max * TOLD_FROM_SHARE) note(bucket, key);
      if (count <= max) return done();
      return done(new Refusal('request.too-many', { retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)) }));
    };
  };
  return {
    read: limiter('read', limits.readsPerMinute, MINUTE_MS),
    write: limiter('write', limits.writesPerMinute, MINUTE_MS),
    'sign-in': limiter('sign-in', limits.signInsPerMinute, MINUTE_MS),
    registration: limiter('registration', limits.registrationsPerHour, HOUR_MS),
    'sales-request': limiter('sales-request', limits.salesRequestsPerHour, HOUR_MS),
  };
}
