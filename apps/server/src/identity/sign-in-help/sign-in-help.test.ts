import type { SignInAttempt, SignInHelp } from '@portal/contract/identity/sign-in-help';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD, newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let portal: TestPortal;
let first: Staff;
let second: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  first = await createStaff(portal, { firstName: 'Ngozi', lastName: 'Eze' }, 'support');
  second = await createStaff(portal, { firstName: 'Tunde', lastName: 'Ojo' }, 'support');
});
afterAll(() => portal.close());

let customer: { readonly id: number; readonly email: string };
let browser: TestBrowser;
beforeEach(async () => {
  browser = portal.browser();
  customer = (await browser.register({ firstName: 'Amina', lastName: 'Bello' })).json().user;
  await portal.pool.query('update users set email_verified_at = now() where id = $1', [customer.id]);
  await portal.pool.query("update link_mail_counts set last_mail_at = now() - interval '2 minutes'");
});

const NEW_PASSWORD = 'Kilishi-Drum-88';
const CARD = { identifiedBy: 'Identity card seen', reason: 'The telephone is lost' };
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
const pathOf = (of: string, id = customer.id) => `/api/staff/customers/${id}/${of}`;
const help = async (id = customer.id): Promise<SignInHelp> =>
  (await first.browser.get(pathOf('sign-in-attempts', id))).json();
const attempts = async (id = customer.id): Promise<SignInAttempt[]> => (await help(id)).attempts;
const outcomes = async (id = customer.id) => (await attempts(id)).map(({ outcome }) => outcome);
const signIn = (password = GOOD_PASSWORD, address?: string, email = customer.email) =>
  portal.browser(address).post('/api/login', { email, password }, { 'user-agent': ANDROID });
const guess = (times: number, address?: string) =>
  sendAtOnce(times, () => signIn('a wrong password', address)).then((answers) =>
    answers.map(({ statusCode }) => statusCode),
  );
let numbers = 0;
const verifiedNumber = async (id = customer.id) => {
  const phone = `+23480366${String(6000 + numbers++).padStart(5, '0')}`;
  await portal.pool.query('update users set phone = $2, phone_verified_at = now() where id = $1', [id, phone]);
  return phone;
};
const send = (by: 'email' | 'text', who = first, id = customer.id) =>
  who.browser.post(pathOf('password-links', id), { by });
const lift = (who = first, reason = 'They were called back') =>
  who.browser.delete(`${pathOf('sign-in-throttle')}?reason=${encodeURIComponent(reason)}`);
const newest = async (to: string) => (await readMail(portal, to)).filter(({ text }) => text.includes('/reset-')).at(-1);
const setPassword = (token: string) =>
  portal.browser().post('/api/password-reset/confirm', { token, newPassword: NEW_PASSWORD });
const audited = async (action: string) =>
  (
    await portal.pool.query('select actor_id, after from audit_records where subject = $1 and action = $2', [
      `customer:${customer.id}`,
      action,
    ])
  ).rows;
const bell = async () =>
  (await portal.pool.query<{ kind: string }>('select kind from notices where user_id = $1', [customer.id])).rows.map(
    ({ kind }) => kind,
  );
const rowsOf = async (id = customer.id) =>
  Number((await portal.pool.query('select count(*) from sign_in_records where user_id = $1', [id])).rows[0].count);

/** As far as signing in knows of a merge. */
async function mergeInto(from: number, into: number): Promise<void> {
  await portal.pool.query('update users set disabled = true where id = $1', [from]);
  await portal.pool.query('update accounts set merged_into = $2 where id = $1', [from, into]);
}

describe('staff see how each sign-in ended', () => {
  it('with the way, the device as the list of sessions describes it, and the beginning of the address', async () => {
    await signIn('a wrong password', '102.89.3.7');
    await signIn(GOOD_PASSWORD, '2001:db8:1:2:3::4');
    expect(await attempts()).toMatchObject([
      { outcome: 'signed-in', way: 'password', device: 'Chrome on Android', address: '2001:db8:1:2:…' },
      { outcome: 'wrong-password', way: 'password', address: '102.89.3.…', knownDevice: false, waitsUntil: null },
    ]);
  });

  it('and whether the browser has signed in to the account before', async () => {
    await browser.post('/api/login', { email: customer.email, password: 'a wrong password' });
    expect(await attempts()).toMatchObject([{ outcome: 'wrong-password', knownDevice: true }]);
  });

  it('that too many wrong passwords shut out the device, until when, and new devices all together', async () => {
    await guess(11, '102.89.4.1');
    expect((await signIn(GOOD_PASSWORD, '102.89.4.1')).statusCode).toBe(429);
    const waits = { waitsUntil: expect.any(String) };
    expect((await attempts()).slice(0, 2)).toMatchObject([
      { outcome: 'throttled', ...waits },
      { outcome: 'wrong-password', ...waits },
    ]);
    expect((await help()).newDevicesWaitUntil).toBeNull();
    for (const address of ['102.89.5.1', '102.89.6.1']) await guess(8, address);
    expect((await help()).newDevicesWaitUntil).toEqual(expect.any(String));
  });

  it('that the account is disabled, or was never confirmed', async () => {
    await portal.pool.query('update users set disabled = true where id = $1', [customer.id]);
    expect((await signIn()).statusCode).toBe(401);
    await portal.pool.query('update users set disabled = false, email_verified_at = null where id = $1', [customer.id]);
    await signIn('a wrong password');
    expect(await outcomes()).toEqual(['unverified', 'disabled']);
    expect(await help()).toMatchObject({ mailbox: { email: customer.email, verified: false }, number: null });
  });

  it('the newest twenty, the newest first', async () => {
    await portal.pool.query(
      `insert into sign_in_records (user_id, at, outcome, way, device, known_device, address_prefix)
       select $1, now() - n * interval '1 day', 'signed-in', 'password', 'Chrome on ' || n, false, '10.0.0' from generate_series(1, 25) n`,
      [customer.id],
    );
    expect((await attempts()).map(({ device }) => device)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Chrome on ${index + 1}`),
    );
  });

  it('while nobody has a row of an address without an account', async () => {
    const { rows } = await portal.pool.query('select count(*) from sign_in_records');
    const { email } = newCustomer();
    await sendAtOnce(12, () => signIn('a wrong password', '102.89.7.1', email));
    await attempts();
    expect((await portal.pool.query('select count(*) from sign_in_records')).rows).toEqual(rows);
  });

  it('while a flood writes no more than ten rows of a kind in an hour, and the owner’s own still shows', async () => {
    await sendAtOnce(60, (index) => signIn('a wrong password', `10.1.${index}.1`));
    await attempts();
    expect(await rowsOf()).toBeLessThanOrEqual(20);
    await browser.post('/api/login', { email: customer.email, password: 'a wrong password' });
    expect((await attempts())[0]).toMatchObject({ outcome: 'wrong-password', knownDevice: true });
    const before = await rowsOf();
    await sendAtOnce(10, (index) => signIn('a wrong password', `10.2.${index}.1`));
    await attempts();
    expect(await rowsOf()).toBe(before);
  });

  it('and nobody else may: neither the customer nor staff without the permission', async () => {
    const technician = await createStaff(portal, { firstName: 'Sani', lastName: 'Musa' }, 'technician');
    for (const who of [browser, technician.browser]) {
      expect((await who.get(pathOf('sign-in-attempts'))).statusCode).toBe(403);
    }
    expect((await first.browser.get(pathOf('sign-in-attempts', 999_999))).json().code).toBe('customer.not-found');
  });
});

describe('a sign-in goes on', () => {
  it('when its row cannot be written, which is tried again', async () => {
    await portal.pool.query('alter table sign_in_records rename to gone');
    expect((await signIn()).statusCode).toBe(200);
    expect((await first.browser.get(pathOf('sign-in-attempts'))).statusCode).toBe(500);
    await portal.pool.query('alter table gone rename to sign_in_records');
    expect(await outcomes()).toEqual(['signed-in']);
  });
});

describe('a link that staff send', () => {
  it('by mail sets a new password, once', async () => {
    expect((await send('email')).json()).toEqual({
      success: true,
      message: 'The link is in their mail. It works once, for an hour.',
    });
    const token = tokenIn(await newest(customer.email));
    expect((await help()).links).toMatchObject([{ by: 'email', delivery: 'waiting', used: false }]);
    expect((await setPassword(token)).statusCode).toBe(200);
    expect((await setPassword(token)).json().code).toBe('account.link-expired');
    expect((await help()).links).toMatchObject([{ by: 'email', used: true }]);
    expect((await signIn(NEW_PASSWORD)).statusCode).toBe(200);
    expect(await audited('customer.password-link')).toEqual([{ actor_id: first.id, after: { by: 'email' } }]);
  });

  it('by text to the verified number sets it, once, and the mailbox is told', async () => {
    const phone = await verifiedNumber();
    expect((await send('text')).statusCode).toBe(200);
    const text = await newest(phone);
    expect(text?.text).toMatch(/set a new password within 10 minutes: http:\/\/portal.test\/reset-password#token=/);
    expect((await readMail(portal, customer.email)).at(-1)?.subject).toBe(
      'We have texted you a link for a new password',
    );
    expect((await setPassword(tokenIn(text))).statusCode).toBe(200);
    expect((await setPassword(tokenIn(text))).statusCode).toBe(422);
    expect((await help()).links).toMatchObject([{ by: 'text', used: true }]);
  });

  it('by text ends after ten minutes, and with the number', async () => {
    const phone = await verifiedNumber();
    await send('text');
    const token = tokenIn(await newest(phone));
    await portal.pool.query('update users set phone = $2 where id = $1', [customer.id, '+2348000000000']);
    expect((await setPassword(token)).statusCode).toBe(422);
    await portal.pool.query('update users set phone = $2 where id = $1', [customer.id, phone]);
    await portal.pool.query(
      "update account_tokens set expires_at = expires_at - interval '10 minutes' where phone = $1",
      [phone],
    );
    expect((await setPassword(token)).json().code).toBe('account.link-expired');
  });

  it('by text does not confirm the mailbox', async () => {
    await portal.pool.query('update users set email_verified_at = null where id = $1', [customer.id]);
    const phone = await verifiedNumber();
    await send('text');
    await setPassword(tokenIn(await newest(phone)));
    expect(await help()).toMatchObject({ mailbox: { verified: false }, number: { phone, verified: true } });
  });

  it('goes to no number that is not verified, unless it is all that the customer has', async () => {
    const phone = await verifiedNumber();
    await portal.pool.query('update users set phone_verified_at = null where id = $1', [customer.id]);
    expect((await send('text')).json().code).toBe('sign-in.no-way');
    const { customer: walkIn } = (
      await first.browser.post('/api/staff/customers', { firstName: 'Ada', lastName: 'Obi', phone: '08031239876' })
    ).json();
    expect((await send('email', first, walkIn.id)).json().code).toBe('sign-in.no-way');
    expect((await send('text', first, walkIn.id)).statusCode).toBe(200);
    expect((await setPassword(tokenIn(await newest('+2348031239876')))).statusCode).toBe(200);
    expect((await signIn(NEW_PASSWORD, undefined, '08031239876')).statusCode).toBe(200);
    expect(phone).not.toBe('');
  });

  it('is sent no second time within a minute, nor to a disabled account, staff or oneself', async () => {
    await send('email');
    expect((await send('email')).statusCode).toBe(429);
    await portal.pool.query('update users set disabled = true where id = $1', [customer.id]);
    expect((await send('email')).json().code).toBe('sign-in.closed');
    expect((await send('email', first, second.id)).json().code).toBe('customer.is-staff');
    expect((await send('email', first, first.id)).json().code).toBe('customer.own-account');
  });
});

describe('a throttle that staff lift', () => {
  it('lets this person try again at once, and nobody else', async () => {
    const other = (await portal.browser().register()).json().user;
    const guessAtOther = () => signIn('a wrong password', '102.90.1.1', other.email);
    await guess(12, '102.90.1.1');
    await sendAtOnce(12, guessAtOther);
    await sendAtOnce(15, (index) => signIn('a wrong password', `10.3.${index}.1`));
    expect((await signIn(GOOD_PASSWORD, '102.90.1.1')).statusCode).toBe(429);
    expect((await lift()).json()).toEqual({ success: true, message: 'They may try again at once.' });
    expect((await help()).newDevicesWaitUntil).toBeNull();
    expect((await signIn(GOOD_PASSWORD, '102.90.1.1')).statusCode).toBe(200);
    expect((await guessAtOther()).statusCode).toBe(429);
    expect(await audited('customer.sign-in-throttle-lifted')).toEqual([
      { actor_id: first.id, after: { reason: 'They were called back' } },
    ]);
    expect(await bell()).toContain('sign-in-throttle-lifted');
    const timeline = (await first.browser.get(pathOf('timeline'))).json();
    expect(timeline).toContainEqual(
      expect.objectContaining({
        what: 'customer.sign-in-throttle-lifted',
        text: 'They were called back',
        by: 'Ngozi Eze',
      }),
    );
  });

  it('needs a reason, and is nothing for staff or oneself', async () => {
    expect((await lift(first, ' ')).statusCode).toBe(422);
    const path = (id: number) => `${pathOf('sign-in-throttle', id)}?reason=x`;
    expect((await first.browser.delete(path(second.id))).json().code).toBe('customer.is-staff');
    expect((await first.browser.delete(path(first.id))).json().code).toBe('customer.own-account');
    expect((await first.browser.delete(path(999_999))).json().code).toBe('customer.not-found');
  });
});

describe('a lost app', () => {
  const remove = (form: object = CARD, who = first) => who.browser.post(pathOf('second-factor-removals'), form);
  const setUpApp = () =>
    portal.pool.query(
      "insert into staff_second_factors (user_id, encrypted_secret, confirmed_at) values ($1, 'x', now()) on conflict do nothing",
      [customer.id],
    );

  it('is taken away once a second member of staff has seen the card, too', async () => {
    await setUpApp();
    expect((await help()).hasApp).toBe(true);
    const answer = await remove();
    expect(answer.json().waiting, answer.body).toMatchObject({ what: 'second-factor', for: 'second-person' });
    expect((await remove()).json().code).toBe('identity-approval.waiting');
    const [waiting] = (
      await second.browser.get(`/api/staff/identity-approvals?customer=${customer.id}&state=waiting`)
    ).json();
    const decision = `/api/staff/identity-approvals/${waiting.id}/decision`;
    const yes = { approve: true, reason: 'Same face' };
    expect((await first.browser.post(decision, yes)).json().code).toBe('identity-approval.second-person');
    expect((await second.browser.post(decision, yes)).statusCode).toBe(200);
    expect((await help()).hasApp).toBe(false);
    expect(await bell()).toContain('second-factor-taken-away');
  });

  it('needs the card, and an app', async () => {
    expect((await remove()).statusCode).toBe(422);
    await setUpApp();
    expect((await remove({ ...CARD, identifiedBy: 'Two facts matched' })).json().errors).toHaveProperty('identifiedBy');
  });
});

describe('an account that has become a part of another', () => {
  it('leaves its sign-ins with the one that it leads to', async () => {
    const old = (await portal.browser().register()).json().user;
    await mergeInto(old.id, customer.id);
    await signIn('a wrong password', undefined, old.email);
    expect((await signIn(GOOD_PASSWORD, undefined, old.email)).json().user.id).toBe(customer.id);
    expect(await outcomes()).toEqual(['signed-in', 'unverified']);
    expect(await rowsOf(old.id)).toBe(0);
  });

  it('is opened by a link to its verified mailbox or number, which leads where its sign-in leads', async () => {
    for (const by of ['email', 'phone'] as const) {
      const old = (await portal.browser().register()).json().user;
      await portal.pool.query('update users set email_verified_at = now() where id = $1', [old.id]);
      const phone = await verifiedNumber(old.id);
      await mergeInto(old.id, customer.id);
      const to = by === 'email' ? old.email : phone;
      await portal.browser().post('/api/password-reset/request', { [by]: to });
      const answer = await setPassword(tokenIn(await newest(to)));
      expect(answer.statusCode, `${by} ${answer.body}`).toBe(200);
      const signedIn = await signIn(NEW_PASSWORD, undefined, old.email);
      expect(signedIn.json().user.id, by).toBe(customer.id);
    }
  });

  it('counts its throttle as the person’s, and staff lift both', async () => {
    const old = (await portal.browser().register()).json().user;
    await mergeInto(old.id, customer.id);
    await sendAtOnce(25, (index) => signIn('a wrong password', `10.4.${index}.1`, old.email));
    expect((await help()).newDevicesWaitUntil).not.toBeNull();
    await lift();
    expect((await help()).newDevicesWaitUntil).toBeNull();
    expect((await signIn(GOOD_PASSWORD, undefined, old.email)).statusCode).toBe(200);
  });
});
