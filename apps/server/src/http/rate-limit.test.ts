import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { type Counts, createLimiters, type Limiters } from './rate-limit.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const LIMIT = 20;
const limits = {
  readsPerMinute: LIMIT,
  writesPerMinute: LIMIT,
  signInsPerMinute: LIMIT,
  registrationsPerHour: LIMIT,
  salesRequestsPerHour: LIMIT,
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ config: { ...readConfig({}), limits, trustedProxies: ['10.1.1.1'] } });
});
afterAll(() => portal.close());

let lastAddress = 0;
const freshAddress = () => `203.0.113.${++lastAddress}`;

async function statuses(
  count: number,
  request: (index: number) => { url: string; remoteAddress: string; forwarded?: string },
) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const { url, remoteAddress, forwarded } = request(index);
      return portal.app.inject({
        url,
        remoteAddress,
        ...(forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {}),
      });
    }),
  );
  return answers;
}

const refusedOf = (answers: readonly { statusCode: number }[]) =>
  answers.filter(({ statusCode }) => statusCode === 429).length;

describe('an address', () => {
  it('is counted request by request, also when they arrive together, and told when to come back', async () => {
    const remoteAddress = freshAddress();
    const answers = await statuses(LIMIT + 15, () => ({ url: '/api/plans', remoteAddress }));
    expect(refusedOf(answers)).toBe(15);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.json()).toMatchObject({ success: false, code: 'request.too-many' });
  });

  it('uses up its own share and nobody else’s', async () => {
    const greedy = freshAddress();
    await statuses(LIMIT * 2, () => ({ url: '/api/plans', remoteAddress: greedy }));
    expect(refusedOf(await statuses(LIMIT, () => ({ url: '/api/plans', remoteAddress: freshAddress() })))).toBe(0);
  });

  it('has one share for all reads, however the call is spelled', async () => {
    const remoteAddress = freshAddress();
    const urls = ['/api/plans', '/api/service-plans', '/api/payment/gateways', '/api/plans?x=1', '/api/openapi.json'];
    const answers = await statuses(LIMIT + 10, (index) => ({ url: urls[index % urls.length] ?? '', remoteAddress }));
    expect(refusedOf(answers)).toBe(10);
  });

  it('cannot be forged: only a trusted proxy says for whom it asks', async () => {
    const remoteAddress = freshAddress();
    const forged = await statuses(LIMIT + 5, (index) => ({
      url: '/api/plans',
      remoteAddress,
      forwarded: `198.51.100.${index}`,
    }));
    expect(refusedOf(forged)).toBe(5);
    const proxied = await statuses(LIMIT + 5, (index) => ({
      url: '/api/plans',
      remoteAddress: '10.1.1.1',
      forwarded: `198.51.100.${index}`,
    }));
    expect(refusedOf(proxied)).toBe(0);
  });

  it('counts as its whole network where addresses are handed out by the billion', async () => {
    const answers = await statuses(LIMIT + 5, (index) => ({
      url: '/api/plans',
      remoteAddress: `2001:db8:1:1::${index + 1}`,
    }));
    expect(refusedOf(answers)).toBe(5);
  });
});

describe('two instances', () => {
  it('count an address together, a second later, so that a second door is no second share', async () => {
    const listeners = new Map<number, (counts: Counts) => void>();
    const instance = (self: number) =>
      createLimiters(limits, {
        tell: (counts) => listeners.get(1 - self)?.(counts),
        onTold: (listener) => void listeners.set(self, listener),
      });
    const [one, two] = [instance(0), instance(1)];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const refusals = (limiter: Limiters, requests: number) =>
      Array.from({ length: requests }, () => {
        const done = vi.fn();
        limiter.registration.call(portal.app, { ip: '203.0.113.250' } as FastifyRequest, {} as FastifyReply, done);
        return done.mock.calls[0]?.[0];
      }).filter((refusal) => refusal !== undefined).length;
    expect(refusals(one, LIMIT)).toBe(0);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(refusals(two, 5)).toBeGreaterThanOrEqual(3);
  });
});
