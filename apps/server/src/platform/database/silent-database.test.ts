import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { connectPool, databaseOf } from './connection.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 60_000 });

const REFUSED_MS = 3000;
const BACK_MS = 10_000;

let behind: TestPortal;
let line: Awaited<ReturnType<typeof startLine>>;
let pool: pg.Pool;
let portal: TestPortal;
let browser: TestBrowser;
beforeAll(async () => {
  behind = await startTestPortal();
  line = await startLine(behind.poolConfig);
  pool = connectPool({ ...behind.poolConfig, host: '127.0.0.1', port: line.port }, () => {});
  portal = await startTestPortal({ database: databaseOf(pool) });
  browser = portal.browser();
  await browser.register();
});
afterEach(() => {
  vi.useRealTimers();
  line.letGo();
});
afterAll(async () => {
  await portal.close();
  await pool.end();
  await line.close();
  await behind.close();
});

/** A proxy to the database that can hold all traffic. */
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
    isHeld: () => isHeld,
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

/** From now on every timeout waits for `passTime`, however slow the machine is. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
}

const TURNS = 50;

/**
 * Resolves once traffic is held and this many statements wait for an answer or a connection, after as
 * many turns of the event loop as a request needs to send its first one: only the database and a
 * password's hash take longer than a turn.
 */
async function waiting(count: number): Promise<void> {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  while (!line.isHeld() || vi.getTimerCount() < count) await turn();
  for (let turns = 0; turns < TURNS; turns++) await turn();
}

it('requests to an unresponsive database get a temporary error within three seconds, and succeed soon after it answers again', async () => {
  const ticket = { subject: 'No light', description: 'x' };
  expect((await browser.post('/api/user/tickets', ticket)).statusCode).toBe(200);
  await Promise.all(Array.from({ length: 16 }, () => pool.query('select pg_sleep(0.1)')));
  line.hold();
  stopTime();
  const registrations = Array.from({ length: 8 }, () => portal.browser().register());
  // They have their hashes.
  await waiting(8);
  const others = Array.from({ length: 8 }, () => [
    browser.get('/api/user/tickets'),
    browser.post('/api/user/tickets', ticket),
    portal.browser().post('/api/login', { email: 'a@mail.example', password: 'guessed 1 password' }),
  ]).flat();
  // The registrations, eight sign-ins, and at least one session query for all others (decision 009).
  await waiting(17);
  await vi.advanceTimersByTimeAsync(REFUSED_MS);
  for (const answer of await Promise.all([...registrations, ...others])) {
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'service.unavailable']);
    expect(['1', '2', '3']).toContain(answer.headers['retry-after']);
  }
  vi.useRealTimers();
  line.letGo();
  await vi.waitUntil(async () => (await browser.get('/api/user')).statusCode === 200, {
    timeout: BACK_MS,
    interval: 50,
  });
});

it('a customer seen in the last minute is shown who they are while the database does not answer, and nothing else', async () => {
  const { email } = (await browser.get('/api/user')).json();
  line.hold();
  stopTime();
  const asked = ['/api/user', '/api/user/usage'].map((path) => browser.get(path));
  const unknown = portal.browser().get('/api/user', { cookie: `session=${'A'.repeat(43)}` });
  await waiting(1);
  await vi.advanceTimersByTimeAsync(REFUSED_MS);
  const [user, usage] = await Promise.all(asked);
  expect([user?.statusCode, user?.json().email]).toEqual([200, email]);
  expect([usage?.statusCode, (await unknown).statusCode]).toEqual([503, 503]);
});

it.each(['insert', 'commit'])('a transaction is aborted as soon as its %s is not answered', async (unanswered) => {
  const database = databaseOf(pool);
  stopTime();
  const work = database.transaction(async (tx) => {
    await tx.execute('create temp table if not exists noted (at timestamptz)');
    if (unanswered === 'insert') line.hold();
    await tx.execute('insert into noted values (now())');
    line.hold();
  });
  const givenUp = expect(work).rejects.toThrow();
  await waiting(1);
  await vi.advanceTimersByTimeAsync(REFUSED_MS);
  await givenUp;
});
