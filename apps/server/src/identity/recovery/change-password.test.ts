import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const NEW_PASSWORD = 'Kilishi-Drum-88';

type Customer = { readonly browser: TestBrowser; readonly email: string };

async function customer(): Promise<Customer> {
  const browser = portal.browser();
  return { browser, email: (await browser.register()).json().user.email };
}

async function signIn(email: string, password: string): Promise<TestBrowser> {
  const browser = portal.browser();
  await browser.post('/api/login', { email, password });
  return browser;
}

const change = (browser: TestBrowser, newPassword = NEW_PASSWORD, currentPassword = GOOD_PASSWORD) =>
  browser.post('/api/user/change-password', { currentPassword, newPassword });
const statusOf = async (browser: TestBrowser) => (await browser.get('/api/user')).statusCode;

describe('a customer who changes their password', () => {
  it('stays signed in under a new session and is signed out everywhere else', async () => {
    const { browser, email } = await customer();
    const others = await Promise.all(Array.from({ length: 5 }, () => signIn(email, GOOD_PASSWORD)));
    const before = portal.browser();
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    const answer = await change(browser);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, message: 'Password changed' });
    expect(await statusOf(browser)).toBe(200);
    expect(await Promise.all([before, ...others].map(statusOf))).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await statusOf(await signIn(email, GOOD_PASSWORD))).toBe(401);
    expect(await statusOf(await signIn(email, NEW_PASSWORD))).toBe(200);
  });

  it('gets a mail about it', async () => {
    const { browser, email } = await customer();
    await change(browser);
    const [, notice] = await readMail(portal, email);
    expect(notice?.subject).toBe('Your password was changed');
    expect(JSON.stringify(await readMail(portal, email))).not.toContain(NEW_PASSWORD);
  });

  it('invalidates a reset link that was mailed before', async () => {
    const { browser, email } = await customer();
    await portal.browser().post('/api/password-reset/request', { email });
    const [, reset] = await readMail(portal, email);
    await change(browser);
    const form = { token: tokenIn(reset), newPassword: 'Another-Okra-43' };
    expect((await portal.browser().post('/api/password-reset/confirm', form)).statusCode).toBe(422);
  });

  it('sees an error beside each wrong field, and nothing changes', async () => {
    const { browser, email } = await customer();
    const empty = await browser.post('/api/user/change-password', { currentPassword: '', newPassword: 'short' });
    expect(empty.json().errors).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'Password must be at least 8 characters',
    });
    const wrong = await change(browser, NEW_PASSWORD, 'not the password');
    expect(wrong.statusCode).toBe(422);
    const message = 'Current password is incorrect';
    expect(wrong.json()).toMatchObject({
      code: 'account.wrong-password',
      message,
      errors: { currentPassword: message },
    });
    expect(await statusOf(await signIn(email, GOOD_PASSWORD))).toBe(200);
  });

  it.each([
    ['Password123!', /guessed first/],
    ['the-ADU-family-77', /name and your email/],
    [GOOD_PASSWORD, /other than the one you have now/],
  ])('cannot choose %s, and reads why', async (password, reason) => {
    const { browser } = await customer();
    const answer = await change(browser, password);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'account.weak-password', message: expect.stringMatching(reason) });
    expect(answer.json().errors.newPassword).toMatch(reason);
  });

  it('succeeds once when two browsers change it at the same moment', async () => {
    const { browser, email } = await customer();
    const other = await signIn(email, GOOD_PASSWORD);
    const passwords = [NEW_PASSWORD, 'Zobo-Lantern-19'];
    const answers = await Promise.all([change(browser, passwords[0]), change(other, passwords[1])]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).not.toEqual([200, 200]);
    expect(winner).toBeGreaterThanOrEqual(0);
    expect(await statusOf(await signIn(email, passwords[winner] ?? ''))).toBe(200);
    expect(await statusOf([browser, other][1 - winner] ?? browser)).toBe(401);
  });

  it('ends a sign-in with the old password that was under way', async () => {
    const { email } = await customer();
    const client = await portal.pool.connect();
    await client.query('begin');
    await client.query(`update users set password_hash = 'another' where email = $1`, [email]);
    const signingIn = portal.browser().post('/api/login', { email, password: GOOD_PASSWORD });
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into "sessions"%'`;
    await vi.waitUntil(async () => (await portal.pool.query(waiting)).rowCount === 1, { timeout: 10_000 });
    await client.query('commit');
    client.release();
    const answer = await signingIn;
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('cannot have the password guessed in a hijacked session: guesses count as at sign-in', async () => {
    const { browser, email } = await customer();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, guess) => change(browser, NEW_PASSWORD, `${guess}`)),
    );
    const evaluated = answers.filter(({ statusCode }) => statusCode === 422);
    expect(evaluated.length).toBeLessThanOrEqual(21);
    const blocked = await change(browser);
    expect(blocked.statusCode).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    await portal.pool.query('delete from sign_in_attempts');
    expect(await statusOf(await signIn(email, GOOD_PASSWORD))).toBe(200);
  });
});
