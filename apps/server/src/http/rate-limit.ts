import { subscriberAddress } from '@portal/kernel/network-address';
import type { onRequestHookHandler } from 'fastify';
import { Refusal } from './refusal.ts';

/** How many requests one address may make (an IPv6 address counts as its /64). Sign-in has a second limit of its own, by account. */
export type RateLimits = {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly signInsPerMinute: number;
  readonly registrationsPerHour: number;
};

/** `read` and `write` are the buckets of ordinary calls; the others belong to the calls they are named after. */
export type LimitName = 'read' | 'write' | 'sign-in' | 'registration';

export type Limiters = Readonly<Record<LimitName, onRequestHookHandler>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_ADDRESSES = 20_000;

type Window = { readonly startedAt: number; count: number };

/** Refuses with request.too-many beyond `max` requests in a fixed window of an address. Beyond 20,000 addresses the oldest are forgotten. */
function createLimiter(max: number, windowMs: number): onRequestHookHandler {
  const windows = new Map<string, Window>();
  const openWindow = (key: string, startedAt: number): Window => {
    const window = { startedAt, count: 0 };
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.size > MOST_ADDRESSES ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    return window;
  };
  return (request, _reply, done) => {
    const now = performance.now();
    const key = subscriberAddress(request.ip);
    const known = windows.get(key);
    const window = known && known.startedAt + windowMs > now ? known : openWindow(key, now);
    window.count++;
    if (window.count <= max) return done();
    const retryAfterSeconds = Math.max(1, Math.ceil((window.startedAt + windowMs - now) / 1000));
    return done(new Refusal('request.too-many', { retryAfterSeconds }));
  };
}

/**
 * One counter a bucket and address, in this process, shared by all routes of the bucket, so that another spelling of a path is no way around it.
 * Behind a proxy the address is that of the trusted hop (TRUSTED_PROXIES).
 */
export function createLimiters(limits: RateLimits): Limiters {
  return {
    read: createLimiter(limits.readsPerMinute, MINUTE_MS),
    write: createLimiter(limits.writesPerMinute, MINUTE_MS),
    'sign-in': createLimiter(limits.signInsPerMinute, MINUTE_MS),
    registration: createLimiter(limits.registrationsPerHour, HOUR_MS),
  };
}
