import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { pruneSignIns } from '../sign-in/prune-sign-ins.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function signedIn(): Promise<{ browser: TestBrowser; userId: number }> {
  const browser = portal.browser();
  const response = await browser.register();
  return { browser, userId: response.json().user.id };
}

const statusOf = async (browser: TestBrowser) => (await browser.get('/api/user')).statusCode;

/** Ages the session without using it. */
async function age(userId: number, interval: string): Promise<void> {
  await portal.pool.query(
    'update sessions set created_at = created_at - $2::interval, expire = expire - $2::interval where user_id = $1',
    [userId, interval],
  );
}

async function hoursLeft(userId: number): Promise<number> {
  const { rows } = await portal.pool.query(
    'select extract(epoch from expire - now()) / 3600 as hours from sessions where user_id = $1',
    [userId],
  );
  return Number(rows[0]?.hours);
}

describe('a session', () => {
  it('expires 24 hours after its last use', async () => {
    const { browser, userId } = await signedIn();
    await age(userId, '23 hours 59 minutes');
    expect(await statusOf(browser)).toBe(200);
    await age(userId, '23 hours 59 minutes');
    expect(await statusOf(browser)).toBe(200);
    await age(userId, '24 hours 1 minute');
    expect(await statusOf(browser)).toBe(401);
  });

  it('ends after 30 days, however much it was used', async () => {
    const { browser, userId } = await signedIn();
    await portal.pool.query("update sessions set created_at = now() - interval '29 days 20 hours' where user_id = $1", [
      userId,
    ]);
    await portal.pool.query("update sessions set expire = now() + interval '1 hour' where user_id = $1", [userId]);
    expect(await statusOf(browser)).toBe(200);
    expect(await hoursLeft(userId)).toBeCloseTo(4, 1);
    await age(userId, '4 hours 1 minute');
    expect(await statusOf(browser)).toBe(401);
  });

  it('is updated once an hour at most, even by concurrent requests', async () => {
    const { browser, userId } = await signedIn();
    const version = async () =>
      (await portal.pool.query('select xmin::text from sessions where user_id = $1', [userId])).rows[0]?.xmin;
    await age(userId, '59 minutes');
    const before = await version();
    await Promise.all(Array.from({ length: 20 }, () => statusOf(browser)));
    expect(await version()).toBe(before);
    await age(userId, '2 minutes');
    await Promise.all(Array.from({ length: 20 }, () => statusOf(browser)));
    const renewed = await version();
    await Promise.all(Array.from({ length: 20 }, () => statusOf(browser)));
    expect(await version()).toBe(renewed);
    expect(await hoursLeft(userId)).toBeCloseTo(24, 1);
  });

  it('shows its own customer’s data alone, also when many customers send requests at once', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, signedIn));
    const visitor = portal.browser();
    const answers = await Promise.all([
      ...customers.map(({ browser }) => browser.get('/api/user')),
      visitor.get('/api/user'),
    ]);
    expect(answers.map((answer) => answer.json().id)).toEqual([...customers.map(({ userId }) => userId), undefined]);
  });

  it('is refused as soon as its row is deleted', async () => {
    const { browser, userId } = await signedIn();
    await portal.pool.query('delete from sessions where user_id = $1', [userId]);
    expect(await statusOf(browser)).toBe(401);
  });

  it('shows a change of the account at the next request, and ends with it when it is disabled', async () => {
    const { browser, userId } = await signedIn();
    await portal.pool.query("update users set role = 'admin', first_name = 'Ife' where id = $1", [userId]);
    expect((await browser.get('/api/user')).json()).toMatchObject({ role: 'admin', firstName: 'Ife' });
    await portal.pool.query("update users set role = 'customer' where id = $1", [userId]);
    expect((await browser.get('/api/user')).json()).toMatchObject({ role: 'customer' });
    await portal.pool.query('update users set disabled = true where id = $1', [userId]);
    expect(await statusOf(browser)).toBe(401);
  });

  it('is deleted after its end and not before', async () => {
    const alive = await signedIn();
    const dead = await signedIn();
    await age(dead.userId, '25 hours');
    await pruneSignIns(portal.database);
    expect(await statusOf(alive.browser)).toBe(200);
    const { rows } = await portal.pool.query('select user_id from sessions where user_id = $1', [dead.userId]);
    expect(rows).toEqual([]);
  });
});

describe('an invalid session cookie', () => {
  const cookies = {
    absent: () => '',
    'a random one': () => `session=${'Qz9'.repeat(14)}w`,
    'a cut one': (token: string) => `session=${token.slice(0, 20)}`,
    'one of 8 KB': (token: string) => `session=${token}${'x'.repeat(8192)}`,
    'a repeated one': (token: string) => `session=${token}; session=${token}`,
    'one under the name of an https portal': (token: string) => `__Host-session=${token}`,
    'an ended one': (token: string) => `session=${token}`,
  };
  const calls = [
    ['GET', '/api/user'],
    ['GET', '/api/user/subscription'],
    ['POST', '/api/user/subscription'],
    ['POST', '/api/user/subscribe'],
  ] as const;

  it.each(Object.entries(cookies))('reads nothing and changes nothing: %s', async (name, cookieOf) => {
    const { browser, userId } = await signedIn();
    const token = browser.cookies.get('session') ?? '';
    // The session behind the cookies stays valid: they must fail by themselves.
    if (name === 'an ended one') await browser.post('/api/logout', {});
    else expect(await statusOf(browser)).toBe(200);
    for (const [method, path] of calls) {
      const body = method === 'POST' ? '{"planId":"x"}' : undefined;
      const response = await portal
        .browser()
        .send(method, path, body, { cookie: cookieOf(token), 'content-type': 'application/json' });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ success: false, message: 'Please sign in to continue.' });
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.payload).not.toMatch(/at .*\.ts|select |stack/);
    }
    const { rows } = await portal.pool.query('select 1 from user_subscriptions where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});
