import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { untilServed } from '../../testing/send-at-once.ts';
import { GOOD_PASSWORD, newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const PROFILE = '/api/user/profile';

type Customer = { readonly browser: TestBrowser; readonly id: number; readonly email: string };

async function customer(): Promise<Customer> {
  const browser = portal.browser();
  const { id, email } = (await browser.register()).json().user;
  return { browser, id, email };
}

const freeAddress = () => `moved-${newCustomer().email}`;
const names = { firstName: 'Ngozi', lastName: 'Eze' };
const change = ({ browser }: Customer, fields: Record<string, unknown>) =>
  browser.put(PROFILE, { ...names, ...fields });
const moveTo = (who: Customer, email: string, currentPassword: unknown = GOOD_PASSWORD) =>
  change(who, { email, currentPassword });
const profileOf = async ({ browser }: Customer) => (await browser.get('/api/user')).json();

describe('a customer who changes their name', () => {
  it('sees it saved in every browser where they are signed in', async () => {
    const who = await customer();
    const elsewhere = portal.browser();
    await elsewhere.post('/api/login', { email: who.email, password: GOOD_PASSWORD });
    const mails = await readMail(portal, who.email);
    const answer = await change(who, { email: who.email });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      success: true,
      message: 'Profile updated',
      user: { ...names, email: who.email },
    });
    expect((await elsewhere.get('/api/user')).json()).toEqual(answer.json().user);
    expect(await readMail(portal, who.email)).toEqual(mails);
  });

  it('cannot change anything else, whatever the request contains', async () => {
    const who = await customer();
    const other = await customer();
    const before = await profileOf(who);
    const smuggled = { id: other.id, userId: other.id, role: 'admin', emailVerified: true, phone: '1', disabled: true };
    expect((await change(who, { ...smuggled, email: who.email })).statusCode).toBe(200);
    expect(await profileOf(who)).toEqual({ ...before, ...names });
    expect(await profileOf(other)).toMatchObject({ firstName: 'Bisi' });
  });

  it('sees an error beside each missing field', async () => {
    const { browser } = await customer();
    const answer = await browser.put(PROFILE, { firstName: ' ', lastName: '', email: 'nowhere' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Invalid email address',
    });
  });
});

describe('a customer who changes their address', () => {
  it('is asked for the password first', async () => {
    const who = await customer();
    const answer = await change(who, { email: freeAddress() });
    const message = 'Enter your current password to change your email address.';
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'account.password-needed',
      message,
      errors: { currentPassword: message },
    });
    const wrong = await moveTo(who, freeAddress(), 'not the password');
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({
      code: 'account.wrong-password',
      errors: { currentPassword: 'Current password is incorrect' },
    });
    expect(await profileOf(who)).toMatchObject({ email: who.email, firstName: 'Bisi' });
  });

  it('has it changed and verified again, and the old address is notified', async () => {
    const who = await customer();
    await portal.pool.query('update users set email_verified_at = now() where id = $1', [who.id]);
    const email = freeAddress();
    const answer = await moveTo(who, email);
    expect(answer.json()).toMatchObject({
      success: true,
      message: `Profile updated. Open the link that we have sent to ${email}.`,
      user: { email, emailVerified: false },
    });
    const [, notice] = await readMail(portal, who.email);
    expect(notice).toMatchObject({ subject: 'Your email address was changed' });
    const [link] = await readMail(portal, email);
    expect(link?.subject).toBe('Confirm your email address');
    expect(link?.text).toContain('http://portal.test/verify-email#token=');
    await portal.browser().post('/api/email-verification/confirm', { token: tokenIn(link) });
    expect(await profileOf(who)).toMatchObject({ email, emailVerified: true });
    const signIn = (address: string) =>
      portal.browser().post('/api/login', { email: address, password: GOOD_PASSWORD });
    expect((await signIn(email)).statusCode).toBe(200);
    expect((await signIn(who.email)).statusCode).toBe(401);
  });

  it('invalidates every link that was mailed to the old address', async () => {
    const who = await customer();
    await portal.browser().post('/api/password-reset/request', { email: who.email });
    const [welcome, reset] = await readMail(portal, who.email);
    await moveTo(who, freeAddress());
    const verified = await portal.browser().post('/api/email-verification/confirm', { token: tokenIn(welcome) });
    const form = { token: tokenIn(reset), newPassword: 'Another-Okra-43' };
    const taken = await portal.browser().post('/api/password-reset/confirm', form);
    expect([verified.statusCode, taken.statusCode]).toEqual([422, 422]);
    expect(await profileOf(who)).toMatchObject({ emailVerified: false });
  });

  it('gets a working link also when they change back to the previous address at once', async () => {
    const who = await customer();
    await moveTo(who, freeAddress());
    const answer = await moveTo(who, who.email);
    expect(answer.json().message).toBe(`Profile updated. Open the link that we have sent to ${who.email}.`);
    const mails = await readMail(portal, who.email);
    expect(mails.at(-1)?.subject).toBe('Confirm your email address');
    await portal.browser().post('/api/email-verification/confirm', { token: tokenIn(mails.at(-1)) });
    expect(await profileOf(who)).toMatchObject({ email: who.email, emailVerified: true });
  });

  it('keeps the old address when the new mailbox has received its five links of the day', async () => {
    const who = await customer();
    const other = await customer();
    await portal.pool.query('update link_mail_counts set mails = 5');
    const answer = await moveTo(who, freeAddress());
    expect(answer.statusCode).toBe(200);
    await moveTo(other, freeAddress());
    const refused = await moveTo(who, other.email);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toBe(
      'We have sent several links to this address today. Look into its mailbox, or try again tomorrow.',
    );
    expect(await profileOf(who)).toMatchObject({ email: answer.json().user.email });
  });

  it('cannot take the address of another account, in any spelling, and nothing changes', async () => {
    const who = await customer();
    await portal.browser().register({ email: 'uche.obi@gmail.com' });
    const mails = await readMail(portal, who.email);
    for (const email of ['uche.obi@gmail.com', 'UcheObi+x@googlemail.com']) {
      const answer = await moveTo(who, email);
      expect(answer.statusCode).toBe(409);
      const message = 'An account with this email address already exists';
      expect(answer.json()).toMatchObject({ code: 'account.email-taken', message, errors: { email: message } });
    }
    expect(await profileOf(who)).toMatchObject({ email: who.email, firstName: 'Bisi' });
    expect(await readMail(portal, who.email)).toEqual(mails);
  });

  it('is the only one to get it when ten request the same address at once', async () => {
    const email = freeAddress();
    const people = await Promise.all(Array.from({ length: 10 }, customer));
    const answers = await Promise.all(people.map((who) => untilServed(() => moveTo(who, email))));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await readMail(portal, email)).toHaveLength(1);
  });

  it('gets a clear answer when two customers request each other’s address at once', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => [await customer(), await customer()] as const),
    );
    await Promise.all(
      pairs.map(async ([one, two]) => {
        const answers = await Promise.all([moveTo(one, two.email), moveTo(two, one.email)]);
        for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
        expect(new Set([(await profileOf(one)).email, (await profileOf(two)).email]).size).toBe(2);
      }),
    );
  });

  it('cannot have the password guessed in a hijacked session: guesses count as at sign-in', async () => {
    const who = await customer();
    const statuses: number[] = [];
    for (let guess = 0; guess < 30; guess++) {
      statuses.push((await moveTo(who, freeAddress(), `guess ${guess}`)).statusCode);
    }
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(21);
    expect((await moveTo(who, freeAddress())).statusCode).toBe(429);
    expect(await profileOf(who)).toMatchObject({ email: who.email });
  });

  it('can do so five times a day, so that it cannot be used to flood a mailbox', async () => {
    const who = await customer();
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await moveTo(who, freeAddress())).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('can still sign in from a known browser while others have to wait', async () => {
    const who = await customer();
    const mark = who.browser.cookies.get('browser');
    await moveTo(who, freeAddress());
    expect(who.browser.cookies.get('browser')).not.toBe(mark);
  });
});
