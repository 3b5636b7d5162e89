import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeAuthenticator, type Fault } from '../../testing/fake-authenticator.ts';
import { readMail } from '../../testing/read-mail.ts';
import { newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { type Person, type SignInTestbed, startSignInTestbed } from '../../testing/testbeds/sign-in-testbed.ts';
import { deleteExpiredChallenges } from './passkey.repository.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ORIGIN = 'http://portal.test';

let portal: SignInTestbed;
let customer: TestBrowser;
let user: Person;
let authenticator: FakeAuthenticator;
beforeAll(async () => {
  portal = await startSignInTestbed();
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ browser: customer, user } = await portal.customer());
  authenticator = new FakeAuthenticator(ORIGIN);
});

const KEYS = '/api/user/passkeys';
async function add(by = customer, device = authenticator, fault: Fault = {}) {
  const { options } = (await by.post(`${KEYS}/options`, {})).json();
  return by.post(KEYS, { name: 'My phone', credential: device.create(options, fault) });
}
async function signIn(browser = portal.browser(), device = authenticator, fault: Fault = {}) {
  const { options } = (await browser.post('/api/login/passkey/options', {})).json();
  return browser.post('/api/login/passkey', { credential: device.get(options, fault) });
}
const list = async (by = customer) => (await by.get(KEYS)).json();
const auditOf = async (action: string) =>
  (await portal.pool.query('select * from audit_records where action = $1 and actor_id = $2', [action, user.id])).rows;
const subjectsOf = async (email: string) => (await readMail(portal, email)).map(({ subject }) => subject);

describe('a passkey', () => {
  it('is added under a name, with a mail and a record, and signs its owner in on another device', async () => {
    expect((await add()).json().passkey).toMatchObject({ name: 'My phone', lastUsedAt: null, synced: false });
    const elsewhere = portal.browser();
    const answer = await signIn(elsewhere);
    expect(answer.json()).toMatchObject({ message: 'Login successful', user: { id: user.id, email: user.email } });
    expect((await elsewhere.get('/api/user')).json().email).toBe(user.email);
    expect(await list()).toMatchObject([{ name: 'My phone', lastUsedAt: expect.any(String), disabled: false }]);
    expect(await subjectsOf(user.email)).toContain('A passkey was added');
    expect(await auditOf('passkey.add')).toHaveLength(1);
  });

  it('that its maker copies to other devices is shown as synced, and needs no count', async () => {
    const synced = new FakeAuthenticator(ORIGIN, { synced: true });
    expect((await add(customer, synced)).json().passkey.synced).toBe(true);
    for (const _time of [1, 2]) expect((await signIn(portal.browser(), synced)).statusCode).toBe(200);
  });

  it('is for the owner of a verified address alone', async () => {
    await portal.pool.query('update users set email_verified_at = null where id = $1', [user.id]);
    expect((await customer.post(`${KEYS}/options`, {})).json()).toMatchObject({ code: 'account.unverified' });
  });

  it('is renamed and removed by its owner alone, who is told and signed out elsewhere', async () => {
    const { id } = (await add()).json().passkey;
    const elsewhere = portal.browser();
    await signIn(elsewhere);
    const { browser: outsider } = await portal.customer();
    expect((await outsider.put(`${KEYS}/${id}`, { name: 'Mine' })).statusCode).toBe(404);
    expect((await outsider.delete(`${KEYS}/${id}`)).statusCode).toBe(404);
    expect((await customer.put(`${KEYS}/${id}`, { name: ' Work laptop ' })).json().passkey.name).toBe('Work laptop');
    expect((await customer.put(`${KEYS}/${id}`, { name: ' ' })).statusCode).toBe(422);
    expect((await customer.delete(`${KEYS}/${id}`)).statusCode).toBe(200);
    expect((await elsewhere.get('/api/user')).statusCode).toBe(401);
    expect((await signIn()).json()).toMatchObject({ code: 'passkey.refused' });
    expect((await customer.delete(`${KEYS}/${id}`)).json()).toMatchObject({ code: 'passkey.not-found' });
    expect(await subjectsOf(user.email)).toContain('A passkey was removed');
    expect(await auditOf('passkey.remove')).toHaveLength(1);
  });

  it('is one of ten at most, also when two are added at once', async () => {
    for (let index = 0; index < 9; index++) await add(customer, new FakeAuthenticator(ORIGIN));
    const { browser: other } = await portal.givePassword(user.email);
    // Both have begun before either has a tenth.
    const begun = [customer, other].map(async (by) => ({
      by,
      options: (await by.post(`${KEYS}/options`, {})).json().options,
    }));
    const last = (await Promise.all(begun)).map(({ by, options }) =>
      by.post(KEYS, { name: 'My phone', credential: new FakeAuthenticator(ORIGIN).create(options, {}) }),
    );
    expect((await Promise.all(last)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await customer.post(`${KEYS}/options`, {})).json()).toMatchObject({ code: 'passkey.too-many' });
    expect(await list()).toHaveLength(10);
  });

  it('opens no account that is disabled', async () => {
    await add();
    await portal.pool.query('update users set disabled = true where id = $1', [user.id]);
    expect((await signIn()).json()).toMatchObject({ code: 'passkey.refused' });
  });
});

describe('a passkey is refused', () => {
  const faults: [string, Fault][] = [
    ['made for another site', { origin: 'http://portal.test.evil.test' }],
    ['made for another host', { rpId: 'evil.test' }],
    ['that answers another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without fingerprint, face or PIN', { unverified: true }],
  ];

  it.each(faults)('when it is added: %s', async (_name, fault) => {
    const refused = await add(customer, authenticator, fault);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'passkey.refused']);
    expect(await list()).toEqual([]);
  });

  it.each([...faults, ['with the handle of somebody else', { userHandle: 'c29tZWJvZHk' }] as [string, Fault]])(
    'when it signs in: %s',
    async (_name, fault) => {
      await add();
      const browser = portal.browser();
      const refused = await signIn(browser, authenticator, fault);
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'passkey.refused']);
      expect((await browser.get('/api/user')).statusCode).toBe(401);
    },
  );

  it('with an attestation that we did not ask for, whose certificates we would look up', async () => {
    expect((await add(customer, authenticator, { format: 'android-key' })).json().code).toBe('passkey.refused');
  });

  it('when it is added under another id than the authenticator gave it', async () => {
    const { options } = (await customer.post(`${KEYS}/options`, {})).json();
    const credential = { ...authenticator.create(options), id: 'AAAA', rawId: 'AAAA' };
    expect((await customer.post(KEYS, { name: 'x', credential })).json().code).toBe('passkey.refused');
    expect(await list()).toEqual([]);
  });

  it('with the signature of another key, or with bytes that mean nothing', async () => {
    await add();
    const thief = new FakeAuthenticator(ORIGIN);
    const browser = portal.browser();
    const { options } = (await browser.post('/api/login/passkey/options', {})).json();
    const credential = { ...thief.get(options), id: authenticator.id, rawId: authenticator.id };
    const { userHandle: _foreign, ...response } = credential.response;
    const forged = await browser.post('/api/login/passkey', { credential: { ...credential, response } });
    expect(forged.json()).toMatchObject({ code: 'passkey.refused' });
    const { options: fresh } = (await browser.post('/api/login/passkey/options', {})).json();
    const garbled = authenticator.get(fresh);
    garbled.response.authenticatorData = 'AAAA';
    expect((await browser.post('/api/login/passkey', { credential: garbled })).statusCode).toBe(422);
    expect((await customer.post(KEYS, { name: 'x', credential: {} })).statusCode).toBe(422);
  });

  it('when its challenge was answered before, five minutes have passed, or another browser asked', async () => {
    await add();
    const browser = portal.browser();
    const { options } = (await browser.post('/api/login/passkey/options', {})).json();
    const credential = authenticator.get(options);
    const other = portal.browser();
    await other.post('/api/login/passkey/options', {});
    expect((await other.post('/api/login/passkey', { credential })).json().code).toBe('passkey.refused');
    const held = new Map(browser.cookies);
    expect((await browser.post('/api/login/passkey', { credential })).statusCode).toBe(200);
    for (const [name, value] of held) browser.cookies.set(name, value);
    expect((await browser.post('/api/login/passkey', { credential })).json().code).toBe('passkey.expired');

    await other.post('/api/login/passkey/options', {});
    const late = authenticator.get((await other.post('/api/login/passkey/options', {})).json().options);
    await portal.pool.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    expect((await other.post('/api/login/passkey', { credential: late })).json().code).toBe('passkey.expired');
    await deleteExpiredChallenges(portal.database);
    expect((await portal.pool.query('select * from passkey_challenges')).rows).toEqual([]);
    expect((await portal.browser().post('/api/login/passkey', { credential })).json().code).toBe('passkey.expired');
  });

  it('when somebody else has added it', async () => {
    await add();
    const { browser: outsider } = await portal.customer();
    expect((await add(outsider)).json()).toMatchObject({ code: 'passkey.known' });
    expect(await list(outsider)).toEqual([]);
  });

  it('and switched off when its count goes back, as that of a copy does; its owner hears of it once', async () => {
    await add();
    await signIn();
    const copied = await signIn(portal.browser(), authenticator, { counter: 1 });
    expect([copied.statusCode, copied.json().code]).toEqual([422, 'passkey.cloned']);
    expect((await signIn()).json().code).toBe('passkey.cloned');
    expect(await list()).toMatchObject([{ disabled: true }]);
    expect((await subjectsOf(user.email)).filter((subject) => subject === 'A passkey was switched off')).toHaveLength(
      1,
    );
    expect(await auditOf('passkey.cloned')).toHaveLength(1);
    expect((await customer.delete(`${KEYS}/${(await list())[0].id}`)).statusCode).toBe(200);
  });
});

describe('staff', () => {
  const CONSOLE = '/api/staff/second-factor';
  const isOpen = async (by: TestBrowser) => (await by.get('/api/staff/audit')).statusCode === 200;
  const prove = async (by: TestBrowser, device = authenticator) => {
    const { options } = (await by.post(`${KEYS}/proof`, {})).json();
    return by.post(`${CONSOLE}/passkey`, { credential: device.get(options) });
  };
  const byPassword = async () => (await portal.givePassword(user.email)).browser;
  beforeEach(async () => {
    await add();
    await portal.pool.query("update users set role = 'admin' where id = $1", [user.id]);
  });

  it('open the console with a passkey alone, or as the second factor after the password', async () => {
    const direct = portal.browser();
    await signIn(direct);
    expect(await isOpen(direct)).toBe(true);
    const second = await byPassword();
    expect(await isOpen(second)).toBe(false);
    expect((await second.get(CONSOLE)).json()).toMatchObject({ state: 'code', app: false, passkeys: 1 });
    expect((await prove(second)).statusCode).toBe(200);
    expect(await isOpen(second)).toBe(true);
  });

  it('cannot use the passkey of a colleague as their second factor', async () => {
    const { browser: colleague } = await portal.customer();
    const theirs = new FakeAuthenticator(ORIGIN);
    await add(colleague, theirs);
    const browser = await byPassword();
    expect((await prove(browser, theirs)).json()).toMatchObject({ code: 'passkey.refused' });
    expect(await isOpen(browser)).toBe(false);
  });

  it('cannot add or remove a passkey, or set up an app, with the password alone', async () => {
    const thief = await byPassword();
    const [{ id }] = await list(thief);
    expect((await thief.post(`${KEYS}/options`, {})).json()).toMatchObject({ code: 'account.second-factor' });
    expect((await thief.delete(`${KEYS}/${id}`)).json()).toMatchObject({ code: 'account.second-factor' });
    expect((await thief.post(`${CONSOLE}/enrol`, {})).json()).toMatchObject({ code: 'second-factor.enrolled' });
    expect(await list(thief)).toHaveLength(1);
  });

  it('who want only a passkey to open the console are let in by no code, and keep one passkey', async () => {
    const browser = portal.browser();
    await signIn(browser);
    expect((await browser.put(`${CONSOLE}/passkey-only`, { passkeyOnly: true })).statusCode).toBe(200);
    const coded = await byPassword();
    expect((await coded.get(CONSOLE)).json()).toMatchObject({ state: 'code', passkeyOnly: true });
    for (const path of ['', '/enrol', '/confirm']) {
      const refused = await coded.post(`${CONSOLE}${path}`, { code: '123456' });
      expect(refused.json(), path).toMatchObject({ code: 'staff.passkey-only' });
    }
    const [{ id }] = await list(browser);
    expect((await browser.delete(`${KEYS}/${id}`)).json()).toMatchObject({ code: 'passkey.last-way-in' });
    expect(await list(browser)).toHaveLength(1);
    expect((await prove(coded)).statusCode).toBe(200);
    expect(await auditOf('staff.passkey-only')).toHaveLength(1);
    await browser.put(`${CONSOLE}/passkey-only`, { passkeyOnly: false });
    expect((await browser.delete(`${KEYS}/${id}`)).statusCode).toBe(200);
    expect((await browser.put(`${CONSOLE}/passkey-only`, { passkeyOnly: true })).json().code).toBe('staff.no-passkey');
  });
});

it('the options of a sign-in are the same for everybody, whoever has a passkey', async () => {
  const { options } = (await portal.browser().post('/api/login/passkey/options', newCustomer())).json();
  expect(options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: 'portal.test',
    timeout: 300_000,
    allowCredentials: [],
    userVerification: 'required',
  });
});
