import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from './refusal.ts';
import { RequestCounter } from './request-counter.ts';

/** How many requests one address may make (an IPv6 address counts as its /64). Sign-in has a second limit of its own, by account. */
export type RateLimits = {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly signInsPerMinute: number;
  readonly registrationsPerHour: number;
};

/** `read` and `write` are the buckets of ordinary calls; the others belong to the calls they are named after. */
export type LimitName = 'read' | 'write' | 'sign-in' | 'registration';

export type Limiters = Readonly<Record<LimitName, onRequestAsyncHookHandler>>;

/**
 * One counter a bucket and address, shared by all routes of the bucket, so that another spelling of a path is no way around it.
 * Behind a proxy the address is that of the trusted hop (TRUSTED_PROXIES).
 */
export async function createLimiters(app: FastifyInstance, limits: RateLimits): Promise<Limiters> {
  await app.register(rateLimit, {
    global: false,
    store: RequestCounter,
    ipv6Subnet: 64,
    addHeaders: {
      'retry-after': false,
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, context) =>
      new Refusal('request.too-many', { retryAfterSeconds: Math.max(1, Math.ceil(context.ttl / 1000)) }),
  });
  const perMinute = (max: number) => app.rateLimit({ max, timeWindow: 60_000 }) as onRequestAsyncHookHandler;
  return {
    read: perMinute(limits.readsPerMinute),
    write: perMinute(limits.writesPerMinute),
    'sign-in': perMinute(limits.signInsPerMinute),
    registration: app.rateLimit({
      max: limits.registrationsPerHour,
      timeWindow: 3_600_000,
    }) as onRequestAsyncHookHandler,
  };
}
