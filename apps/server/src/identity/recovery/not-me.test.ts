import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { createStaff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { openSocket } from '../../testing/test-socket.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const NEW_SIGN_IN = 'New sign-in to your account';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ noticeTexts: { ha: { [NEW_SIGN_IN]: 'Sabon shiga asusunka' } } });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => portal.close());

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

async function customer() {
  const browser = portal.browser();
  const { user } = (await browser.register()).json();
  return { browser, id: Number(user.id), email: String(user.email) };
}

const logIn = (browser: TestBrowser, email: string) =>
  browser.post('/api/login', { email, password: GOOD_PASSWORD }, { 'user-agent': ANDROID });

/** Somebody signs in to the account on a device of their own. */
async function intruderOf(email: string): Promise<TestBrowser> {
  const intruder = portal.browser('198.51.100.23');
  expect((await logIn(intruder, email)).statusCode).toBe(200);
  return intruder;
}

const mailsAbout = async (email: string, subject: string) =>
  (await readMail(portal, email)).filter((mail) => mail.subject === subject);
const lastToken = async (email: string) => tokenIn((await mailsAbout(email, NEW_SIGN_IN)).at(-1));
const notMe = (token: string) => portal.browser().post('/api/not-me', { token });
const statusOf = async (browser: TestBrowser) => (await browser.get('/api/user')).statusCode;

describe('a sign-in on a device that the account has not used', () => {
  it('is told by mail: what device, when, from which address, and what to do', async () => {
    const { email } = await customer();
    await intruderOf(email);
    const [mail, ...others] = await mailsAbout(email, NEW_SIGN_IN);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Chrome on Android');
    expect(mail?.text).toContain('198.51.100.23');
    expect(mail?.text).toMatch(/\d+ \w+, \d\d:\d\d/);
    expect(mail?.text).toMatch(/If it was you, there is nothing to do[\s\S]*\/not-me#token=[\w-]{43}/);
  });

  it('is told once for each device, and not of the one on which the account was opened', async () => {
    const { browser, email } = await customer();
    await browser.post('/api/logout', {});
    await logIn(browser, email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toEqual([]);
    const other = await intruderOf(email);
    await logIn(other, email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toHaveLength(1);
  });

  it('is told in the language of the person', async () => {
    const { browser, email } = await customer();
    await browser.put('/api/user/language', { language: 'ha' });
    await intruderOf(email);
    expect(await mailsAbout(email, 'Sabon shiga asusunka')).toHaveLength(1);
  });

  it('is told to staff, too', async () => {
    const { email } = await createStaff(portal);
    await intruderOf(email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toHaveLength(1);
  });

  it('is not told of a browser that has just set a new password by a mailed link', async () => {
    const { email } = await customer();
    const browser = portal.browser();
    await browser.post('/api/password-reset/request', { email });
    const token = tokenIn((await mailsAbout(email, 'Set a new password'))[0]);
    await browser.post('/api/password-reset/confirm', { token, newPassword: GOOD_PASSWORD });
    await logIn(browser, email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toEqual([]);
  });

  it('fills no mailbox: beyond 20 in a day nothing is sent', async () => {
    const { email } = await customer();
    await intruderOf(email);
    await portal.pool.query('update link_mail_counts set mails = 19 where mails = 1');
    await intruderOf(email);
    await intruderOf(email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toHaveLength(2);
  });
});

describe('“It was not me”', () => {
  it('ends every session and socket, and the password works no more; a mailed link lets the person back in', async () => {
    const { browser, id, email } = await customer();
    const intruder = await intruderOf(email);
    const socket = await openSocket(portal.app, '/ws/live', intruder);
    const answer = await notMe(await lastToken(email));
    expect(answer.json()).toMatchObject({ success: true, next: 'mail', message: expect.stringMatching(/signed out/) });
    expect([await statusOf(browser), await statusOf(intruder)]).toEqual([401, 401]);
    expect(await socket.closed).toBeGreaterThan(0);
    expect((await logIn(intruder, email)).statusCode).toBe(401);
    const reset = tokenIn((await mailsAbout(email, 'Set a new password')).at(-1));
    const form = { token: reset, newPassword: 'Kilishi-Drum-88' };
    expect((await browser.post('/api/password-reset/confirm', form)).statusCode).toBe(200);
    const back = await browser.post('/api/login', { email, password: form.newPassword });
    expect(back.statusCode).toBe(200);
    const { rows } = await portal.pool.query(
      "select actor_id, after from audit_records where action = 'account.not-me' and subject = $1",
      [`customer:${id}`],
    );
    expect(rows).toEqual([{ actor_id: id, after: { addressRestored: false, numberRestored: false, next: 'mail' } }]);
  });

  it('works once, and not without a token of ours', async () => {
    const { email } = await customer();
    await intruderOf(email);
    const token = await lastToken(email);
    const answers = await Promise.all([notMe(token), notMe(token), notMe(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
    expect((await notMe('x'.repeat(43))).json().code).toBe('account.link-expired');
    const later = await customer();
    await intruderOf(later.email);
    await portal.pool.query("update account_tokens set expires_at = now() - interval '1 second' where user_id = $1", [
      later.id,
    ]);
    expect((await notMe(await lastToken(later.email))).statusCode).toBe(422);
  });

  it('is said by the link of an earlier mail as well: a later sign-in does not invalidate it', async () => {
    const { email } = await customer();
    await intruderOf(email);
    const first = await lastToken(email);
    await intruderOf(email);
    expect((await notMe(first)).statusCode).toBe(200);
    expect((await notMe(await lastToken(email))).statusCode).toBe(422);
  });

  it('forgets the devices: their next sign-in is one of a new device', async () => {
    const { browser, email } = await customer();
    await intruderOf(email);
    await notMe(await lastToken(email));
    const reset = tokenIn((await mailsAbout(email, 'Set a new password')).at(-1));
    await portal.browser().post('/api/password-reset/confirm', { token: reset, newPassword: GOOD_PASSWORD });
    await logIn(browser, email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toHaveLength(2);
  });

  it('withdraws the links, codes and invitations that were begun', async () => {
    const { id, email } = await customer();
    const intruder = await intruderOf(email);
    await intruder.post('/api/password-reset/request', { email });
    const pending = tokenIn((await mailsAbout(email, 'Set a new password'))[0]);
    await intruder.post('/api/user/account/invitations', { email: 'intruder@mail.example', role: 'owner' });
    await portal.pool.query(
      "insert into phone_codes (user_id, phone, code_hash, address_prefix, expires_at) values ($1, '+2348031234567', 'x', 'x', now() + interval '5 minutes')",
      [id],
    );
    await notMe(await lastToken(email));
    const reset = { token: pending, newPassword: 'Zobo-Lantern-19' };
    expect((await intruder.post('/api/password-reset/confirm', reset)).statusCode).toBe(422);
    const open = await portal.pool.query(
      `select 1 from account_invitations where invited_by = $1 and closed_at is null
       union all select 1 from phone_codes where user_id = $1 and closed_at is null`,
      [id],
    );
    expect(open.rowCount).toBe(0);
  });

  it('takes away the passkeys and the app that were added since, and keeps those of before', async () => {
    const { id, email } = await customer();
    const add = (credential: string, at: string) =>
      portal.pool.query(
        `insert into passkeys (user_id, credential_id, public_key, user_handle, counter, transports, synced, name, created_at)
         values ($1, $2::text, 'x', 'x', 0, '{}', false, $2::text, now() + $3::interval)`,
        [id, `${credential} ${id}`, at],
      );
    await add('own', '-1 day');
    await intruderOf(email);
    await add('stranger', '1 minute');
    await portal.pool.query(
      `insert into staff_second_factors (user_id, encrypted_secret, confirmed_at) values ($1, 'x', now() + interval '1 minute')`,
      [id],
    );
    await notMe(await lastToken(email));
    const { rows } = await portal.pool.query(
      `select name, (select count(*)::int from staff_second_factors f where f.user_id = p.user_id) as apps
       from passkeys p where user_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ name: `own ${id}`, apps: 0 }]);
  });

  it('gives back the address that the intruder has changed, and the way back in goes there', async () => {
    const { email } = await customer();
    const intruder = await intruderOf(email);
    const theirs = `intruder-${email}`;
    const profile = { firstName: 'Bisi', lastName: 'Adu', email: theirs, currentPassword: GOOD_PASSWORD };
    expect((await intruder.put('/api/user/profile', profile)).statusCode).toBe(200);
    expect((await notMe(await lastToken(email))).json().next).toBe('mail');
    expect((await mailsAbout(theirs, 'Set a new password')).length).toBe(0);
    const reset = tokenIn((await mailsAbout(email, 'Set a new password')).at(-1));
    const owner = portal.browser();
    await owner.post('/api/password-reset/confirm', { token: reset, newPassword: 'Kilishi-Drum-88' });
    const back = await owner.post('/api/login', { email, password: 'Kilishi-Drum-88' });
    expect(back.json().user).toMatchObject({ email, emailVerified: true });
  });

  it('closes an account whose address somebody else has taken meanwhile, until support has opened it', async () => {
    const { id, email } = await customer();
    const intruder = await intruderOf(email);
    const theirs = `intruder-${email}`;
    const profile = { firstName: 'Bisi', lastName: 'Adu', email: theirs, currentPassword: GOOD_PASSWORD };
    await intruder.put('/api/user/profile', profile);
    await portal.browser().register({ email });
    expect((await notMe(await lastToken(email))).json().next).toBe('support');
    await portal.browser().post('/api/password-reset/request', { email: theirs });
    expect(await mailsAbout(theirs, 'Set a new password')).toEqual([]);
    const { rows } = await portal.pool.query('select disabled from users where id = $1', [id]);
    expect(rows).toEqual([{ disabled: true }]);
  });
});

describe('a person who signs out everywhere else', () => {
  it('stays signed in, every other device is out and new again, and no link that was asked for works', async () => {
    const { browser, id, email } = await customer();
    const intruder = await intruderOf(email);
    await intruder.post('/api/password-reset/request', { email });
    const pending = tokenIn((await mailsAbout(email, 'Set a new password'))[0]);
    expect((await browser.delete('/api/user/sessions/others')).statusCode).toBe(200);
    expect([await statusOf(browser), await statusOf(intruder)]).toEqual([200, 401]);
    const reset = { token: pending, newPassword: 'Zobo-Lantern-19' };
    expect((await intruder.post('/api/password-reset/confirm', reset)).statusCode).toBe(422);
    await logIn(intruder, email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toHaveLength(2);
    await browser.post('/api/logout', {});
    await logIn(browser, email);
    expect(await mailsAbout(email, NEW_SIGN_IN)).toHaveLength(2);
    const { rows } = await portal.pool.query('select action from audit_records where actor_id = $1', [id]);
    expect(rows).toEqual([{ action: 'session.end-others' }]);
  });
});
