import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail } from '../../testing/read-mail.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { codeAt, type Person, type SignInTestbed, startSignInTestbed } from '../../testing/testbeds/sign-in-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: SignInTestbed;
let customer: TestBrowser;
let user: Person;
beforeAll(async () => {
  portal = await startSignInTestbed();
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ browser: customer, user } = await portal.customer());
});

const BASE = '/api/user/second-factor';
const STEP = '/api/login/second-factor';
const codeOf = (secret: string) => {
  // Each code is good once.
  portal.passTime(60);
  return codeAt(secret, portal.now());
};
const switchOn = () => portal.setUpApp(customer, BASE);
const givePassword = () => portal.givePassword(user.email);
const subjects = async () => (await readMail(portal, user.email)).map(({ subject }) => subject);

describe('a customer without an authenticator app', () => {
  it('signs in with the password, and is told that there is none', async () => {
    const { browser, answer } = await givePassword();
    expect(answer.json()).toEqual({ success: true, message: 'Login successful', user: expect.anything() });
    expect((await browser.get(BASE)).json()).toEqual({ app: false, recoveryCodesLeft: null });
    expect((await browser.post(STEP, { code: '123456' })).json()).toMatchObject({ code: 'session.missing' });
    expect((await browser.post(`${BASE}/off`, { code: '1' })).json().code).toBe('second-factor.not-enrolled');
  });

  it('sets one up only when their address is verified', async () => {
    await portal.pool.query('update users set email_verified_at = null where id = $1', [user.id]);
    expect((await customer.post(`${BASE}/enrol`, {})).json()).toMatchObject({ code: 'account.unverified' });
  });

  it('who gives a wrong first code goes on signing in without', async () => {
    await customer.post(`${BASE}/enrol`, {});
    expect((await customer.post(`${BASE}/confirm`, { code: '000000' })).json().code).toBe('second-factor.wrong-code');
    expect((await givePassword()).answer.statusCode).toBe(200);
  });
});

describe('a customer with an authenticator app', () => {
  it('is signed out everywhere else when it is switched on, gets ten recovery codes, and a mail', async () => {
    const { browser: elsewhere } = await givePassword();
    const { recoveryCodes } = await switchOn();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await elsewhere.get('/api/user')).statusCode).toBe(401);
    expect((await customer.get(BASE)).json()).toEqual({ app: true, recoveryCodesLeft: 10 });
    expect(await subjects()).toContain('An authenticator app was set up');
  });

  it('has a session after the password that is good for the code alone', async () => {
    const { secret } = await switchOn();
    const { browser, answer } = await givePassword();
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'account.second-factor']);
    for (const path of ['/api/user', '/api/user/sessions', BASE, '/api/user/payments', '/api/user/passkeys']) {
      expect((await browser.get(path)).statusCode, path).toBe(401);
    }
    expect((await browser.post(`${BASE}/off`, { code: codeOf(secret) })).statusCode).toBe(401);
    expect(await (await customer.get('/api/user/sessions')).json()).toHaveLength(1);
    const before = browser.cookies.get('session');
    const done = await browser.post(STEP, { code: codeOf(secret) });
    expect(done.json()).toEqual({ success: true, message: 'Login successful', user: expect.anything() });
    expect((await browser.get('/api/user')).json().email).toBe(user.email);
    expect(browser.cookies.get('session')).not.toBe(before);
  });

  it('signs in with a code once, whoever else saw it', async () => {
    const { secret } = await switchOn();
    const [{ browser: one }, { browser: two }] = [await givePassword(), await givePassword()];
    const code = codeOf(secret);
    const answers = await Promise.all([one.post(STEP, { code }), two.post(STEP, { code })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  it('signs in with a recovery code once, and is told', async () => {
    const { recoveryCodes } = await switchOn();
    const [code = ''] = recoveryCodes;
    expect((await (await givePassword()).browser.post(STEP, { code: code.toLowerCase() })).statusCode).toBe(200);
    expect((await (await givePassword()).browser.post(STEP, { code })).statusCode).toBe(422);
    expect((await customer.get(BASE)).json().recoveryCodesLeft).toBe(9);
    expect(await subjects()).toContain('A recovery code was used to sign in');
  });

  it('is not guessed: five wrong codes close every sign-in of the account for a minute', async () => {
    const { secret } = await switchOn();
    const { browser } = await givePassword();
    for (let guess = 0; guess < 5; guess++) {
      expect((await browser.post(STEP, { code: `00000${guess}` })).statusCode).toBe(422);
    }
    const refused = await (await givePassword()).browser.post(STEP, { code: codeOf(secret) });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  });

  it('has ten minutes for the code', async () => {
    const { secret } = await switchOn();
    const { browser } = await givePassword();
    const { rows } = await portal.pool.query(
      `update sessions set expire = expire - interval '10 minutes' where user_id = $1 and awaits_second_factor returning expire <= now() + interval '1 second' as ended`,
      [user.id],
    );
    expect(rows).toEqual([{ ended: true }]);
    expect((await browser.post(STEP, { code: codeOf(secret) })).json().code).toBe('session.missing');
  });

  it('renews the recovery codes against a code, and the old ones work no more', async () => {
    const { secret, recoveryCodes } = await switchOn();
    const fresh = (await customer.post(`${BASE}/recovery-codes`, { code: codeOf(secret) })).json().recoveryCodes;
    const { browser } = await givePassword();
    expect((await browser.post(STEP, { code: recoveryCodes[0] })).statusCode).toBe(422);
    expect((await browser.post(STEP, { code: fresh[0] })).statusCode).toBe(200);
  });

  it('switches it off with a code alone, is signed out elsewhere, and is told', async () => {
    const { secret } = await switchOn();
    const { browser } = await givePassword();
    await browser.post(STEP, { code: codeOf(secret) });
    expect((await customer.post(`${BASE}/off`, { code: '000000' })).statusCode).toBe(422);
    expect((await customer.post(`${BASE}/off`, { code: codeOf(secret) })).statusCode).toBe(200);
    expect((await browser.get('/api/user')).statusCode).toBe(401);
    expect((await givePassword()).answer.statusCode).toBe(200);
    expect(await subjects()).toContain('The authenticator app was switched off');
    const { rows } = await portal.pool.query(
      "select action from audit_records where actor_id = $1 and action like 'second-factor.%' order by id",
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['second-factor.enrol', 'second-factor.off']);
  });

  it('keeps the session in which they change the password', async () => {
    await switchOn();
    const changed = await customer.post('/api/user/change-password', {
      currentPassword: GOOD_PASSWORD,
      newPassword: 'Another-Good-77-Word',
    });
    expect(changed.statusCode).toBe(200);
    expect((await customer.get('/api/user')).statusCode).toBe(200);
  });
});

it('staff look after theirs in the console', async () => {
  await portal.pool.query("update users set role = 'admin' where id = $1", [user.id]);
  expect((await customer.post(`${BASE}/enrol`, {})).json()).toMatchObject({ code: 'second-factor.staff' });
});
