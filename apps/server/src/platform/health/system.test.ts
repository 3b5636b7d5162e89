import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { readDatabaseClock } from '../clock/clock.repository.ts';
import { createClockGuard } from '../clock/create-clock-guard.ts';
import { readConfig } from '../config/config.ts';

const TOKEN = 'a token of sixteen characters';

let open: TestPortal;
let guarded: TestPortal;

beforeAll(async () => {
  open = await startTestPortal({ config: readConfig({}) });
  guarded = await startTestPortal({ config: readConfig({ METRICS_TOKEN: TOKEN }) });
});
afterAll(() => Promise.all([open.close(), guarded.close()]));

async function statusFor(portal: TestPortal, remoteAddress: string, headers: Record<string, string> = {}) {
  const { statusCode } = await portal.app.inject({ url: '/metrics', remoteAddress, headers });
  return statusCode;
}

describe('the metrics', () => {
  it('can be read by programs on this machine, but not through a proxy on it', async () => {
    expect(await statusFor(open, '127.0.0.1')).toBe(200);
    expect(await statusFor(open, '::1')).toBe(200);
    expect(await statusFor(open, '203.0.113.7')).toBe(404);
    expect(await statusFor(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(404);
  });

  it('can be read with the token, where one is configured', async () => {
    expect(await statusFor(guarded, '203.0.113.7', { authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await statusFor(guarded, '127.0.0.1', { authorization: 'Bearer another' })).toBe(404);
    expect(await statusFor(guarded, '127.0.0.1')).toBe(404);
  });
});

it('an instance that is about to end is not ready, answers the others and keeps no connection open', async () => {
  const ending = await startTestPortal();
  const ask = (url: string) => ending.app.inject(url);
  expect((await ask('/api/plans')).headers.connection).not.toBe('close');
  ending.beginDrain();
  expect((await ask('/readyz')).statusCode).toBe(503);
  expect((await ask('/readyz?exclude=database')).statusCode).toBe(503);
  for (const url of ['/healthz', '/api/plans']) {
    const { statusCode, headers } = await ask(url);
    expect([url, statusCode, headers.connection]).toEqual([url, 200, 'close']);
  }
  await ending.close();
});

it('a load balancer that excludes the database is answered without it', async () => {
  const url = '/readyz?exclude=database';
  expect((await open.app.inject(url)).json()).toEqual({ status: 'ready', clock: 'unknown' });
});

describe('a machine whose clock is wrong', () => {
  const guardOf = (clock: () => Date, isMoved = false) => {
    const logged: unknown[] = [];
    const metricsRegistry = new Registry();
    const logger = { error: (what: unknown) => logged.push(what) };
    return {
      logged,
      metricsRegistry,
      ...createClockGuard({ database: open.database, clock, isMoved, logger, metricsRegistry }),
    };
  };
  let databaseNow: Date;
  beforeAll(async () => {
    databaseNow = await readDatabaseClock(open.database);
  });
  const shifted = (minutes: number) => () => new Date(databaseNow.getTime() + minutes * 60_000);

  it('is noticed, and reported in the log and the metrics once a minute', async () => {
    for (const minutes of [-5, 5]) {
      const guard = guardOf(shifted(minutes));
      expect([await guard.isRight(), await guard.isRight()]).toEqual([false, false]);
      expect(guard.logged).toHaveLength(1);
      expect(await guard.metricsRegistry.metrics()).toMatch(/clock_drift_seconds (2[5-9]|3[0-4])\d/);
    }
    const right = guardOf(shifted(0));
    expect([await right.isRight(), right.logged]).toEqual([true, []]);
    expect(await guardOf(shifted(5), true).isRight()).toBe(true);
  });

  it('still serves requests, and reports the fault in its readiness', async () => {
    expect((await open.app.inject('/readyz')).json()).toEqual({ status: 'ready', clock: 'right' });
    const wrong = await startTestPortal({ clock: shifted(90) });
    expect((await wrong.app.inject('/readyz')).json()).toEqual({ status: 'ready', clock: 'wrong' });
    await wrong.close();
  });
});
