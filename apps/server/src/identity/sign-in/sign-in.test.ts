import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GOOD_PASSWORD, newCustomer } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function registered(fields: Record<string, unknown> = {}): Promise<string> {
  const { email } = newCustomer();
  const response = await portal.browser().register({ email, ...fields });
  expect(response.statusCode).toBe(200);
  return email;
}

/** Everything in which two answers could differ, without the request id. */
function withoutRequestId(response: Awaited<ReturnType<ReturnType<TestPortal['browser']>['get']>>) {
  const { date, 'x-request-id': headerId, ...headers } = response.headers;
  const { requestId, ...body } = response.json();
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(headerId).toBe(requestId);
  expect(date).toBeDefined();
  return { status: response.statusCode, headers, body, length: response.payload.length };
}

describe('signing in', () => {
  it('greets the customer and opens a session for them', async () => {
    const email = await registered({ firstName: 'Zainab' });
    const browser = portal.browser();
    const response = await browser.post('/api/login', { email, password: GOOD_PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ success: true, message: 'Login successful', user: { email } });
    const user = await browser.get('/api/user');
    expect(user.json()).toEqual({
      id: expect.any(Number),
      email,
      firstName: 'Zainab',
      lastName: 'Adu',
      role: 'customer',
      phone: null,
      phoneVerified: false,
      emailVerified: false,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('accepts another spelling of the same mailbox', async () => {
    await registered({ email: 'Tolu.Ade+fibre@gmail.com' });
    const login = { email: 'toluade@GoogleMail.com', password: GOOD_PASSWORD };
    expect((await portal.browser().post('/api/login', login)).statusCode).toBe(200);
  });

  it('answers unknown addresses, wrong passwords and disabled accounts alike, byte for byte', async () => {
    const known = await registered();
    const disabled = await registered();
    await portal.pool.query('update users set disabled = true where email = $1', [disabled]);
    const answers = await Promise.all(
      [
        { email: known, password: 'not the password' },
        { email: `x${known}`, password: 'not the password' },
        { email: disabled, password: GOOD_PASSWORD },
        { email: disabled, password: 'not the password' },
      ].map(async (form) => withoutRequestId(await portal.browser().post('/api/login', form))),
    );
    expect(answers[0]).toMatchObject({ status: 401, body: { success: false, message: 'Invalid email or password' } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('names each missing field in the words of the form', async () => {
    const response = await portal.browser().post('/api/login', { email: 'nobody', password: '' });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ email: 'Invalid email address', password: 'Password is required' });
  });

  it('reads every character of a long password and refuses one beyond 1,024', async () => {
    const long = 'Kolanut#'.repeat(12);
    const email = await registered({ password: `${long}a` });
    const statusOf = async (password: string) =>
      (await portal.browser().post('/api/login', { email, password })).statusCode;
    expect(await statusOf(`${long}b`)).toBe(401);
    expect(await statusOf(`${long}a`)).toBe(200);
    expect(await statusOf('x'.repeat(1025))).toBe(422);
  });

  it('takes one password from a phone and from a Mac, wherever it is asked for', async () => {
    const [phone, mac] = ['NFC', 'NFD'].map((form) => 'pässwörd ẹ̀gbẹ́'.normalize(form));
    for (const [first, second] of [
      [phone, mac],
      [mac, phone],
    ]) {
      const email = await registered({ password: first });
      const browser = portal.browser();
      expect((await browser.post('/api/login', { email, password: second })).statusCode).toBe(200);
      expect((await browser.post('/api/user/proof', { password: second })).statusCode).toBe(200);
      const change = { currentPassword: second, newPassword: `${first} 2` };
      expect((await browser.post('/api/user/change-password', change)).statusCode).toBe(200);
      const changed = { email, password: `${second} 2` };
      expect((await portal.browser().post('/api/login', changed)).statusCode).toBe(200);
    }
  });

  it('creates a new session and ends the one that the browser had', async () => {
    const email = await registered();
    const browser = portal.browser();
    await browser.post('/api/login', { email, password: GOOD_PASSWORD });
    const before = browser.cookies.get('session') ?? '';
    await browser.post('/api/login', { email, password: GOOD_PASSWORD });
    expect(browser.cookies.get('session')).not.toBe(before);
    const old = portal.browser();
    old.cookies.set('session', before);
    expect((await old.get('/api/user')).statusCode).toBe(401);
    expect((await browser.get('/api/user')).statusCode).toBe(200);
  });

  it('does not take over a session id that an attacker planted', async () => {
    const planted = 'A'.repeat(43);
    const browser = portal.browser();
    browser.cookies.set('session', planted);
    await browser.register();
    expect(browser.cookies.get('session')).not.toBe(planted);
    const attacker = portal.browser();
    attacker.cookies.set('session', planted);
    expect((await attacker.get('/api/user')).statusCode).toBe(401);
  });

  it('stores no token in the database', async () => {
    const browser = portal.browser();
    await browser.register();
    const token = browser.cookies.get('session') ?? '';
    const { rows } = await portal.pool.query('select row_to_json(s)::text as text from sessions s');
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toContain(token);
  });

  it('sets cookies that scripts and other sites cannot read', async () => {
    const response = await portal.browser().register();
    const headers = [response.headers['set-cookie']].flat();
    expect(headers).toHaveLength(2);
    for (const header of headers) expect(header).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  });

  it('binds its cookies to https and to the host when the portal is served over https', async () => {
    const secure = await startTestPortal({ publicUrl: new URL('https://portal.test') });
    const response = await secure.browser().register();
    for (const header of [response.headers['set-cookie']].flat()) {
      expect(header).toMatch(/^__Host-(session|browser)=.*; Secure$/);
    }
    await secure.close();
  });
});

describe('signing out', () => {
  it('ends the session on the server, however often it is requested', async () => {
    const browser = portal.browser();
    await browser.register();
    const stolen = portal.browser();
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    const response = await browser.post('/api/logout', {});
    expect(response.json()).toEqual({ success: true, message: 'Logged out successfully' });
    expect(browser.cookies.has('session')).toBe(false);
    expect((await stolen.get('/api/user')).statusCode).toBe(401);
    expect((await stolen.post('/api/logout', {})).statusCode).toBe(200);
    expect((await portal.browser().post('/api/logout', {})).statusCode).toBe(200);
  });

  it('accepts a request without a body', async () => {
    const browser = portal.browser();
    await browser.register();
    const response = await browser.send('POST', '/api/logout', undefined, {});
    expect(response.statusCode).toBe(200);
  });
});
