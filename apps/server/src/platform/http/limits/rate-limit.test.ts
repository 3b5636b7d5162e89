import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GOOD_PASSWORD, type TestBrowser } from '../../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { readConfig } from '../../config/config.ts';
import { createLimiters } from './rate-limit.ts';
import { type Counts, createCounters } from './shared-counters.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const LIMIT = 20;
const limits = {
  ...HIGH_LIMITS,
  readsPerMinute: LIMIT,
  writesPerMinute: LIMIT,
  accountReadsPerMinute: LIMIT,
  apiKeyCallsPerMinute: LIMIT,
  accountWritesPerMinute: LIMIT,
  registrationsPerHour: LIMIT,
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

describe('an IP address', () => {
  it('is limited request by request, also for concurrent ones, and answered with the time to retry', async () => {
    const remoteAddress = freshAddress();
    const answers = await statuses(LIMIT + 15, () => ({ url: '/api/plans', remoteAddress }));
    expect(refusedOf(answers)).toBe(15);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.json()).toMatchObject({ success: false, code: 'request.too-many' });
  });

  it('uses only its own limit', async () => {
    const greedy = freshAddress();
    await statuses(LIMIT * 2, () => ({ url: '/api/plans', remoteAddress: greedy }));
    expect(refusedOf(await statuses(LIMIT, () => ({ url: '/api/plans', remoteAddress: freshAddress() })))).toBe(0);
  });

  it('has one limit for all reads, however the path is spelled', async () => {
    const remoteAddress = freshAddress();
    const urls = ['/api/plans', '/api/service-plans', '/api/payment/gateways', '/api/plans?x=1', '/api/openapi.json'];
    const answers = await statuses(LIMIT + 10, (index) => ({ url: urls[index % urls.length] ?? '', remoteAddress }));
    expect(refusedOf(answers)).toBe(10);
  });

  it('cannot be forged: only a trusted proxy may set the client address', async () => {
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

  it('is limited by its IPv6 /64, in which one customer has billions of addresses', async () => {
    const answers = await statuses(LIMIT + 5, (index) => ({
      url: '/api/plans',
      remoteAddress: `2001:db8:1:1::${index + 1}`,
    }));
    expect(refusedOf(answers)).toBe(5);
  });
});

describe('an account', () => {
  const calls = [
    ['reads', (browser: TestBrowser) => browser.get('/api/user')],
    ['writes', (browser: TestBrowser) => browser.post('/api/user/subscription', {})],
  ] as const;
  const many = (count: number, call: () => ReturnType<TestBrowser['get']>) =>
    Promise.all(Array.from({ length: count }, call));

  it.each(calls)(
    'has one limit of %s for all its devices, and accounts behind the same address have their own',
    async (_kind, call) => {
      const [first, second, neighbour] = [portal.browser(), portal.browser(), portal.browser()];
      const { email } = (await first.register()).json().user;
      await second.post('/api/login', { email, password: GOOD_PASSWORD });
      await neighbour.register();
      const answers = (await Promise.all([many(50, () => call(first)), many(50, () => call(second))])).flat();
      expect(refusedOf(answers)).toBe(100 - LIMIT);
      expect(Number(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after'])).toBeGreaterThan(0);
      expect(refusedOf(await many(LIMIT, () => call(neighbour)))).toBe(0);
    },
  );

  it('keeps its count at another address', async () => {
    const browser = portal.browser();
    await browser.register();
    await many(LIMIT, () => browser.get('/api/user'));
    const cookie = `session=${browser.cookies.get('session')}`;
    const elsewhere = await portal.app.inject({ url: '/api/user', remoteAddress: freshAddress(), headers: { cookie } });
    expect(elsewhere.statusCode).toBe(429);
  });

  it('must exist: a forged session counts against its address', async () => {
    const remoteAddress = freshAddress();
    const ask = (url: string, session: string) =>
      portal.app.inject({ url, remoteAddress, headers: { cookie: `session=${session}` } });
    const answers = await Promise.all(Array.from({ length: LIMIT + 5 }, () => ask('/api/user', 'A'.repeat(43))));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(LIMIT);
    expect(refusedOf(answers)).toBe(5);
    expect((await ask('/api/plans', '')).statusCode).toBe(429);
  });
});

/** How many of `requests` from one address a hook refuses. */
function refusals(hook: onRequestHookHandler, requests: number): number {
  const ask = () => hook.call(portal.app, { ip: '203.0.113.250' } as FastifyRequest, {} as FastifyReply, () => {});
  return Array.from({ length: requests }, () => {
    try {
      return void ask();
    } catch (refusal) {
      return refusal;
    }
  }).filter((refusal) => refusal !== undefined).length;
}

it('an address that many accounts share has a limit too, checked before any session is looked up', () => {
  const { signedIn } = createLimiters({ ...limits, signedInReadsPerMinute: 30 }, createCounters(null));
  expect(refusals(signedIn.read.guard, 40)).toBe(10);
});

it('a flood from new addresses evicts the oldest, so that memory stays bounded', () => {
  const counter = createCounters(null)({ name: 'read', max: LIMIT, windowMs: 60_000 });
  const flood = (count: number) => {
    for (let network = 1; network < count; network++) counter.add(`2001:db8:${network.toString(16)}::/64`, 1);
  };
  counter.add('203.0.113.1', 1);
  flood(20_000);
  expect(counter.add('203.0.113.1', 1)).toBe(2);
  flood(20_001);
  expect(counter.add('203.0.113.1', 1)).toBe(1);
});

describe('two instances', () => {
  it('share the count of an address within a second, so that a second instance does not double the limit', async () => {
    const listeners = new Map<number, (counts: Counts) => void>();
    const instance = (self: number) =>
      createLimiters(
        limits,
        createCounters({
          publish: (counts) => listeners.get(1 - self)?.(counts),
          onReceived: (listener) => void listeners.set(self, listener),
        }),
      );
    const [one, two] = [instance(0), instance(1)];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    expect(refusals(one.registration, LIMIT)).toBe(0);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(refusals(two.registration, 5)).toBeGreaterThanOrEqual(3);
  });

  it('count each by itself while nothing reaches the other, as without Redis: the limit of each holds', () => {
    const alone = () => createLimiters(limits, createCounters({ publish: () => {}, onReceived: () => {} }));
    const [one, two] = [alone(), alone()];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    expect(refusals(one.registration, LIMIT)).toBe(0);
    vi.advanceTimersByTime(5000);
    expect([refusals(one.registration, 5), refusals(two.registration, LIMIT + 5)]).toEqual([5, 5]);
    vi.useRealTimers();
  });
});
