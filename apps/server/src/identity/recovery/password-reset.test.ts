import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { GOOD_PASSWORD, newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ noticeTexts: { yo: { 'Set a new password': 'Ṣe ọ̀rọ̀ aṣínà tuntun' } } });
});
afterAll(() => portal.close());

const NEW_PASSWORD = 'Kilishi-Drum-88';
const EXPIRED = 'This link has been used or has expired. Ask for a new one.';

async function registered(): Promise<{ browser: TestBrowser; email: string }> {
  const browser = portal.browser();
  return { browser, email: (await browser.register()).json().user.email };
}

const ask = (email: string) => portal.browser().post('/api/password-reset/request', { email });
const confirm = (token: string, newPassword = NEW_PASSWORD) =>
  portal.browser().post('/api/password-reset/confirm', { token, newPassword });
const resets = async (email: string) =>
  (await readMail(portal, email)).filter(({ subject }) => subject === 'Set a new password');
const newestToken = async (email: string) => tokenIn((await resets(email)).at(-1));
const login = (email: string, password: string, address?: string) =>
  portal.browser(address).post('/api/login', { email, password });

async function askedFor(): Promise<{ browser: TestBrowser; email: string; token: string }> {
  const who = await registered();
  await ask(who.email);
  return { ...who, token: await newestToken(who.email) };
}

/** Moves the time of the mail limits into the past. */
const waitForMail = (interval: string) =>
  portal.pool.query(
    'update link_mail_counts set last_mail_at = last_mail_at - $1::interval, ends_at = ends_at - $1::interval',
    [interval],
  );

describe('a customer who forgot the password', () => {
  it('sets a new one with a link in the mail', async () => {
    const { browser, email, token } = await askedFor();
    const [mail] = await resets(email);
    expect(mail?.text).toContain(`http://portal.test/reset-password#token=${token}`);
    const answer = await confirm(token);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, message: 'Your new password is set. Sign in with it.' });
    expect((await readMail(portal, email)).at(-1)?.subject).toBe('Your password was changed');
    expect((await login(email, GOOD_PASSWORD)).statusCode).toBe(401);
    const signedIn = await login(email, NEW_PASSWORD);
    expect(signedIn.json().user).toMatchObject({ email, emailVerified: true });
    expect((await browser.get('/api/user')).statusCode).toBe(401);
  });

  it('can sign in again at once although somebody was guessing the password', async () => {
    const { email, token } = await askedFor();
    await Promise.all(Array.from({ length: 40 }, (_, index) => login(email, 'guess', `10.0.${index}.1`)));
    expect((await login(email, GOOD_PASSWORD)).statusCode).toBe(429);
    await confirm(token);
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('can use the link once, even when it is opened twice at the same moment', async () => {
    const { email, token } = await askedFor();
    const passwords = [NEW_PASSWORD, 'Zobo-Lantern-19'];
    const answers = await Promise.all(passwords.map((password) => confirm(token, password)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await login(email, passwords[winner] ?? '')).statusCode).toBe(200);
    expect((await confirm(token)).json()).toMatchObject({ code: 'account.link-expired', message: EXPIRED });
  });

  it('can use the link for an hour', async () => {
    const { email, token } = await askedFor();
    const age = (interval: string) =>
      portal.pool.query('update account_tokens set expires_at = expires_at - $2::interval where email = $1', [
        email,
        interval,
      ]);
    await age('59 minutes');
    expect((await confirm(token, 'short')).json().errors).toMatchObject({ newPassword: expect.any(String) });
    expect((await confirm(token, 'Password123!')).json().code).toBe('account.weak-password');
    await age('1 minute');
    expect((await confirm(token)).json()).toMatchObject({ code: 'account.link-expired' });
    expect((await login(email, GOOD_PASSWORD)).statusCode).toBe(200);
  });

  it('can try again when the new password is refused', async () => {
    const { token } = await askedFor();
    const refused = await confirm(token, 'the-ADU-family-77');
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.newPassword).toMatch(/name and your email/);
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it('can use the newest link only', async () => {
    const { email, token } = await askedFor();
    await waitForMail('1 minute');
    await ask(email);
    const newer = await newestToken(email);
    expect(newer).not.toBe(token);
    expect((await confirm(token)).statusCode).toBe(422);
    expect((await confirm(newer)).statusCode).toBe(200);
  });

  it('gets at most one mail a minute, and after five in a day one an hour, whoever requests them', async () => {
    const { email } = await registered();
    const passMinutes = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        await waitForMail('1 minute');
        expect((await ask(email)).statusCode).toBe(200);
      }
    };
    await sendAtOnce(20, () => ask(email));
    expect(await resets(email)).toHaveLength(1);
    await passMinutes(6);
    await waitForMail('57 minutes');
    await ask(email);
    expect(await resets(email)).toHaveLength(5);
    await passMinutes(1);
    expect(await resets(email)).toHaveLength(6);
    expect((await confirm(await newestToken(email))).statusCode).toBe(200);
    for (let hour = 0; hour < 22; hour++) {
      await waitForMail('1 hour');
      await Promise.all([ask(email), ask(email)]);
    }
    expect(await resets(email)).toHaveLength(5 + 23);
    await waitForMail('24 hours');
    await ask(email);
    expect(await resets(email)).toHaveLength(5 + 24);
  });

  it('still gets a mail after somebody else requested five, and the answer does not reveal who is a customer', async () => {
    const { email } = await registered();
    const unknown = newCustomer().email;
    for (let minute = 0; minute < 6; minute++) {
      await Promise.all([ask(email), ask(unknown)]);
      await waitForMail('1 minute');
    }
    await waitForMail('1 hour');
    const [known, unregistered] = await Promise.all([ask(email), ask(unknown)]);
    expect(known.payload).toBe(unregistered.payload);
    expect(await resets(email)).toHaveLength(6);
    expect(await resets(unknown)).toHaveLength(0);
  });
});

describe('a request for somebody else’s address', () => {
  it('gets the same answer, byte for byte, whether it has an account or not', async () => {
    const { email: known } = await registered();
    const { email: disabled } = await registered();
    await portal.pool.query('update users set disabled = true where email = $1', [disabled]);
    const unknown = newCustomer().email;
    const answers = await Promise.all([known, unknown, disabled, known, unknown].map(ask));
    const shown = answers.map(({ statusCode, headers: { date, 'x-request-id': requestId, ...headers }, payload }) => ({
      statusCode,
      headers,
      payload,
    }));
    for (const answer of shown) expect(answer).toEqual(shown[0]);
    expect(shown[0]).toMatchObject({
      statusCode: 200,
      payload: expect.stringMatching(/^\{"success":true,"message":"If/),
    });
    expect([await resets(known), await resets(unknown), await resets(disabled)].map(({ length }) => length)).toEqual([
      1, 0, 0,
    ]);
  });

  it('does the same work, so that timing reveals nothing', async () => {
    const { email: known } = await registered();
    const { email: disabled } = await registered();
    await portal.pool.query('update users set disabled = true where email = $1', [disabled]);
    const submitted = vi.spyOn(pg.Query.prototype, 'submit');
    const workFor = async (email: string): Promise<string[]> => {
      submitted.mockClear();
      await ask(email);
      const statements = submitted.mock.contexts.map((statement) =>
        JSON.stringify(Reflect.get(Object(statement), 'text')),
      );
      return statements.map((text) => text.replace(/(release|rollback to) savepoint/, 'end of savepoint'));
    };
    const inYoruba = portal.browser();
    const { user } = (await inYoruba.register()).json();
    expect((await inYoruba.put('/api/user/language', { language: 'yo' })).statusCode).toBe(200);
    const first = await workFor(known);
    expect(await workFor(user.email)).toEqual(first);
    expect(first.join()).toMatch(/insert into \\"outbox_messages/);
    expect(await workFor(newCustomer().email)).toEqual(first);
    expect(await workFor(disabled)).toEqual(first);
    const repeated = await workFor(known);
    expect(await workFor(disabled)).toEqual(repeated);
    submitted.mockRestore();
  });

  it('stores nothing for an unknown address', async () => {
    const count = async () =>
      (
        await portal.pool.query(
          'select (select count(*) from account_tokens), (select count(*) as mails from outbox_messages)',
        )
      ).rows;
    const before = await count();
    await ask(newCustomer().email);
    expect(await count()).toEqual(before);
  });

  it('is refused when the address is malformed', async () => {
    for (const email of ['nobody', '', 'a@b', 7, null]) {
      const answer = await portal.browser().post('/api/password-reset/request', { email });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual({ email: 'Invalid email address' });
    }
  });
});

describe('a token', () => {
  it('is stored as a hash, which does not work as a token', async () => {
    const { email, token } = await askedFor();
    const { rows } = await portal.pool.query('select * from account_tokens where email = $1', [email]);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(JSON.stringify(row)).not.toContain(token);
      expect((await confirm(row.token_hash)).statusCode).toBe(422);
    }
  });

  it('that is made up or of another kind is refused', async () => {
    const { email } = await registered();
    const verification = tokenIn((await readMail(portal, email))[0]);
    expect(verification).not.toBe('');
    for (const token of [verification, 'x', '\u0000', 'A'.repeat(43), "' or true --"]) {
      expect((await confirm(token)).json()).toMatchObject({ success: false, code: 'account.link-expired' });
    }
    for (const token of ['', 'x'.repeat(129), 7, null, {}]) {
      const answer = await portal.browser().post('/api/password-reset/confirm', { token, newPassword: NEW_PASSWORD });
      expect(answer.statusCode).toBe(422);
    }
  });

  it('of a disabled account is refused', async () => {
    const { email, token } = await askedFor();
    await portal.pool.query('update users set disabled = true where email = $1', [email]);
    expect((await confirm(token)).statusCode).toBe(422);
  });
});
