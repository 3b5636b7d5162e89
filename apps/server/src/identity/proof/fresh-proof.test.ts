import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { callWithKey, createKey } from '../../testing/api-key.ts';
import { createStaff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { codeAt } from '../../testing/testbeds/sign-in-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let portal: TestPortal;
let now = new Date('2026-07-04T08:00:00Z');
beforeAll(async () => {
  const config = { ...readConfig({ TRUSTED_PROXIES: '127.0.0.1' }), limits: HIGH_LIMITS };
  portal = await startTestPortal({ clock: () => now, config });
});
afterAll(() => portal.close());

async function customer() {
  const browser = portal.browser();
  const { user } = (await browser.register()).json();
  return { browser, id: Number(user.id) };
}

/** Lets the sign-in of a person be this long ago. */
const age = (userId: number, time: string) =>
  portal.pool.query('update sessions set proven_at = now() - $2::interval where user_id = $1', [userId, time]);
const invite = (browser: TestBrowser) =>
  browser.post('/api/user/account/invitations', { email: 'friend@mail.example', role: 'billing' });
const prove = (browser: TestBrowser, form: object) => browser.post('/api/user/proof', form);
const auditOf = async (userId: number) =>
  (
    await portal.pool.query<{ action: string; after: object }>(
      "select action, after from audit_records where actor_id = $1 and action like 'proof.%' order by id",
      [userId],
    )
  ).rows;

describe('a person who signed in more than ten minutes ago', () => {
  it('is asked who they are before they let somebody into the account, and nothing is done meanwhile', async () => {
    const { browser, id } = await customer();
    await age(id, '9 minutes 50 seconds');
    expect((await invite(browser)).statusCode).toBe(200);
    await age(id, '10 minutes');
    const refused = await invite(browser);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'session.proof-required', message: expect.stringContaining('prove') });
    expect((await browser.get('/api/user/account')).json().invitations).toHaveLength(1);
    expect((await browser.get('/api/user/proof')).json()).toEqual({ fresh: false, by: 'password' });
  });

  it('goes on once they have entered their password, in a session with a new token', async () => {
    const { browser, id } = await customer();
    await age(id, '1 day');
    const before = browser.cookies.get('session');
    expect((await prove(browser, { password: GOOD_PASSWORD })).statusCode).toBe(200);
    expect(browser.cookies.get('session')).not.toBe(before);
    const old = await portal.app.inject({ url: '/api/user', headers: { cookie: `session=${before}` } });
    expect(old.statusCode).toBe(401);
    expect((await browser.get('/api/user/proof')).json()).toEqual({ fresh: true, by: 'password' });
    expect((await invite(browser)).statusCode).toBe(200);
    expect(await auditOf(id)).toEqual([{ action: 'proof.give', after: { by: 'password' } }]);
  });

  it('sees a wrong password beside its field; guesses are audited, and wait as at sign-in', async () => {
    const { browser, id } = await customer();
    await age(id, '1 day');
    const wrong = await prove(browser, { password: 'not the password' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({
      code: 'account.wrong-password',
      errors: { password: 'Current password is incorrect' },
    });
    expect(await auditOf(id)).toEqual([{ action: 'proof.fail', after: { by: 'password' } }]);
    for (let guess = 0; guess < 11; guess++) await prove(browser, { password: `guess ${guess}` });
    const right = await prove(browser, { password: GOOD_PASSWORD });
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect((await invite(browser)).json().code).toBe('session.proof-required');
  });

  it('reads what is missing when they send nothing', async () => {
    const { browser } = await customer();
    expect((await prove(browser, {})).json().errors).toEqual({ password: 'Password is required' });
  });

  it('changes their name all the same, and their address with the password in the form', async () => {
    const { browser, id } = await customer();
    await age(id, '1 day');
    const profile = { firstName: 'Bisi', lastName: 'Bello', email: `moved-${id}@mail.example` };
    expect((await browser.put('/api/user/profile', profile)).json().code).toBe('account.password-needed');
    const saved = await browser.put('/api/user/profile', { ...profile, currentPassword: GOOD_PASSWORD });
    expect(saved.statusCode).toBe(200);
  });
});

it('is asked of nobody who calls with an API key, whose scope is the proof', async () => {
  const maker = await createStaff(portal);
  const { key } = await createKey(maker, ['exports:read', 'customers:read']);
  await age(maker.id, '1 day');
  const exported = await callWithKey(portal, key, { url: '/api/staff/exports/customers.csv' });
  expect(exported.statusCode).toBe(200);
});

describe('staff with an authenticator app', () => {
  const codeOf = (secret: string) => codeAt(secret, now);

  async function withApp() {
    const staff = await createStaff(portal);
    const { secret } = (await staff.browser.post('/api/staff/second-factor/enrol', {})).json();
    const enrolled = await staff.browser.post('/api/staff/second-factor/confirm', { code: codeOf(secret) });
    now = new Date(now.getTime() + 60_000);
    await age(staff.id, '1 hour');
    return { ...staff, secret, recoveryCodes: enrolled.json().recoveryCodes as string[] };
  }
  const download = (browser: TestBrowser) => browser.get('/api/staff/exports/customers.csv');

  it('prove it by a code of it, which works once; their password alone does not', async () => {
    const { browser, id, secret } = await withApp();
    expect((await download(browser)).json().code).toBe('session.proof-required');
    expect((await browser.get('/api/user/proof')).json()).toEqual({ fresh: false, by: 'code' });
    const half = await prove(browser, { password: GOOD_PASSWORD });
    expect(half.json().errors).toEqual({ code: 'Enter the code' });
    const code = codeOf(secret);
    expect((await prove(browser, { code })).statusCode).toBe(200);
    expect((await download(browser)).statusCode).toBe(200);
    await age(id, '1 hour');
    expect((await prove(browser, { code })).json().errors).toHaveProperty('code');
    expect((await download(browser)).statusCode).toBe(403);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['proof.give', 'proof.fail']);
  });

  it('prove it by a recovery code where the app is lost', async () => {
    const { browser, recoveryCodes } = await withApp();
    expect((await prove(browser, { code: recoveryCodes[0] })).statusCode).toBe(200);
    expect((await download(browser)).statusCode).toBe(200);
  });

  it('cannot change their own address or password with the password alone', async () => {
    const { browser, email } = await withApp();
    const profile = { firstName: 'Tosin', lastName: 'A', email: `x-${email}`, currentPassword: GOOD_PASSWORD };
    expect((await browser.put('/api/user/profile', profile)).json().code).toBe('session.proof-required');
    const passwords = { currentPassword: GOOD_PASSWORD, newPassword: 'Kilishi-Drum-88' };
    const changed = await browser.post('/api/user/change-password', passwords);
    expect(changed.json().code).toBe('session.proof-required');
  });
});
