import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { pruneSignIns } from '../sign-in/prune-sign-ins.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function registered(
  fields: Record<string, unknown> = {},
): Promise<{ browser: TestBrowser; email: string; token: string }> {
  const browser = portal.browser();
  const { email } = (await browser.register(fields)).json().user;
  return { browser, email, token: tokenIn((await readMail(portal, email))[0]) };
}

const confirm = (token: string) => portal.browser().post('/api/email-verification/confirm', { token });
const askAgain = (browser: TestBrowser) => browser.post('/api/user/email-verification', {});
const isVerified = async (browser: TestBrowser) => (await browser.get('/api/user')).json().emailVerified;
const passMinute = () =>
  portal.pool.query("update link_mail_counts set last_mail_at = last_mail_at - interval '1 minute'");

describe('a new customer', () => {
  it('gets a welcome mail with a link that verifies the address', async () => {
    const { browser, email, token } = await registered();
    const [welcome] = await readMail(portal, email);
    expect(welcome?.subject).toBe('Welcome to Waya Fibre');
    expect(welcome?.text).toContain(`http://portal.test/verify-email#token=${token}`);
    expect(await isVerified(browser)).toBe(false);
    const answer = await confirm(token);
    expect(answer.json()).toEqual({ success: true, message: 'Your email address is verified.' });
    expect(await isVerified(browser)).toBe(true);
  });

  it('cannot put text of their own into the mail to an unverified address', async () => {
    const { email } = await registered({ firstName: 'Win 1,000,000 at evil.example', lastName: 'Now' });
    expect(JSON.stringify(await readMail(portal, email))).not.toContain('evil');
  });

  it('gets no mail when the registration is refused', async () => {
    const { email } = newCustomer();
    await portal.browser().register({ email });
    await portal.browser().register({ email });
    expect(await readMail(portal, email)).toHaveLength(1);
  });
});

describe('a verification link', () => {
  it('verifies once when it is opened twice at the same moment, and says which of the two did', async () => {
    const { browser, email, token } = await registered();
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await isVerified(browser)).toBe(true);
    const used = 'select count(*)::int from account_tokens where email = $1 and used_at is not null';
    expect((await portal.pool.query(used, [email])).rows).toEqual([{ count: 1 }]);
  });

  it('does not verify an address that the account no longer has', async () => {
    const { browser, token } = await registered();
    await confirm(token);
    const move = { firstName: 'Bisi', lastName: 'Adu', currentPassword: 'Harmattan-Okra-42' };
    await browser.put('/api/user/profile', { ...move, email: `new-${newCustomer().email}` });
    expect((await confirm(token)).json()).toMatchObject({ code: 'account.link-expired' });
    expect(await isVerified(browser)).toBe(false);
  });

  it('is valid for 48 hours and deleted afterwards', async () => {
    const { browser, email, token } = await registered();
    const age = (interval: string) =>
      portal.pool.query('update account_tokens set expires_at = expires_at - $2::interval where email = $1', [
        email,
        interval,
      ]);
    const stored = async () =>
      (await portal.pool.query('select 1 from account_tokens where email = $1', [email])).rowCount;
    await age('47 hours 59 minutes');
    await pruneSignIns(portal.database);
    expect(await stored()).toBe(1);
    await age('1 minute');
    expect((await confirm(token)).statusCode).toBe(422);
    await pruneSignIns(portal.database);
    expect(await stored()).toBe(0);
    expect(await isVerified(browser)).toBe(false);
  });

  it('cannot be replaced by a password reset link or a made-up token', async () => {
    const { email, browser } = await registered();
    await portal.browser().post('/api/password-reset/request', { email });
    const reset = tokenIn((await readMail(portal, email))[1]);
    for (const token of [reset, 'x', '\u0000', 'A'.repeat(43)]) {
      expect((await confirm(token)).json()).toMatchObject({ code: 'account.link-expired' });
    }
    expect(await isVerified(browser)).toBe(false);
  });
});

describe('requesting another link', () => {
  it('within a minute of the last one sends nothing, says so, and leaves the last link valid', async () => {
    const { browser, email, token } = await registered();
    const answer = await askAgain(browser);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      code: 'request.too-many',
      message: 'We sent a link less than a minute ago. Look into your mailbox, or try again in a minute.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(30);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await readMail(portal, email)).toHaveLength(1);
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it('after a minute sends one, even when requested several times at once, and the older link expires', async () => {
    const { browser, email, token } = await registered();
    await passMinute();
    const answers = await Promise.all([askAgain(browser), askAgain(browser), askAgain(browser)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429, 429]);
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({
      success: true,
      message: `We have sent a link to ${email}.`,
    });
    const mails = await readMail(portal, email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Waya Fibre', 'Confirm your email address']);
    expect((await confirm(token)).statusCode).toBe(422);
    expect((await confirm(tokenIn(mails[1]))).statusCode).toBe(200);
  });

  it('sends five a day at most, and says when the next can be requested', async () => {
    const { browser, email } = await registered();
    for (let turn = 0; turn < 4; turn++) {
      await passMinute();
      expect((await askAgain(browser)).statusCode).toBe(200);
    }
    await passMinute();
    const answer = await askAgain(browser);
    expect(answer.json()).toMatchObject({
      code: 'request.too-many',
      message: 'We have sent several links to this address today. Look into its mailbox, or try again tomorrow.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect(await readMail(portal, email)).toHaveLength(5);
  });

  it('is refused for an address that is already verified', async () => {
    const { browser, token } = await registered();
    await confirm(token);
    const answer = await askAgain(browser);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'account.email-verified',
      message: 'Your email address is verified already.',
    });
  });
});
