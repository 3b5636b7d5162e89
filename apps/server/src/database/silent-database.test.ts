import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { connectPool, databaseOf } from './connection.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** 3 s, and what a busy machine may add. */
const REFUSED_MS = 3000 + 1500;
const BACK_MS = 10_000;

let behind: TestPortal;
let line: Awaited<ReturnType<typeof startLine>>;
let pool: pg.Pool;
let portal: TestPortal;
let browser: TestBrowser;
beforeAll(async () => {
  behind = await startTestPortal();
  line = await startLine(behind.pool.options);
  const { password, ...options } = { ...behind.pool.options, password: behind.pool.options.password };
  pool = connectPool({ ...options, password, host: '127.0.0.1', port: line.port }, () => {});
  portal = await startTestPortal({ database: databaseOf(pool) });
  browser = portal.browser();
  await browser.register();
});
afterEach(() => line.letGo());
afterAll(async () => {
  await portal.close();
  await pool.end();
  await line.close();
  await behind.close();
});

/** The way to the database, on which everything can be held up. */
async function startLine({ host = '', port = 5432 }: pg.PoolConfig) {
  const ends = new Set<Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('data', (bytes) => other.write(bytes));
      end.on('error', () => {});
      end.on('close', () => other.destroy());
      if (isHeld) end.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hold: () => {
      isHeld = true;
      for (const end of ends) end.pause();
    },
    letGo: () => {
      isHeld = false;
      for (const end of ends) end.resume();
    },
    close: async () => {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const since = (startedAt: number) => performance.now() - startedAt;

it('whoever needs a database that says nothing is asked within three seconds to come back, and is served soon after it has found its tongue', async () => {
  const ticket = { subject: 'No light', description: 'x' };
  expect((await browser.post('/api/user/tickets', ticket)).statusCode).toBe(200);
  await Promise.all(Array.from({ length: 16 }, () => pool.query('select pg_sleep(0.1)')));
  line.hold();
  const startedAt = performance.now();
  const asked = Array.from({ length: 8 }, () => [
    browser.get('/api/user'),
    browser.post('/api/user/tickets', ticket),
    portal.browser().post('/api/login', { email: 'a@mail.example', password: 'guessed 1 password' }),
    portal.browser().register(),
  ]).flat();
  for (const answer of await Promise.all(asked)) {
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'service.unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(since(startedAt)).toBeLessThan(REFUSED_MS);
  line.letGo();
  const letGoAt = performance.now();
  await vi.waitUntil(async () => (await browser.get('/api/user')).statusCode === 200, {
    timeout: BACK_MS,
    interval: 50,
  });
  expect(since(letGoAt)).toBeLessThan(BACK_MS);
});

it.each(['insert', 'commit'])('a transaction is given up as soon as its %s is not answered', async (unanswered) => {
  const database = databaseOf(pool);
  const startedAt = performance.now();
  const work = database.transaction(async (tx) => {
    await tx.execute('create temp table if not exists noted (at timestamptz)');
    if (unanswered === 'insert') line.hold();
    await tx.execute('insert into noted values (now())');
    line.hold();
  });
  await expect(work).rejects.toThrow();
  expect(since(startedAt)).toBeLessThan(REFUSED_MS);
});
