import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { codeAt, type Person, type SignInTestbed, startSignInTestbed } from '../../testing/testbeds/sign-in-testbed.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { grantRole, type RoleGrant } from '../staff/grant-role.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: SignInTestbed;
let staff: TestBrowser;
let user: Person;
beforeAll(async () => {
  portal = await startSignInTestbed();
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ browser: staff, user } = await portal.customer());
  await portal.pool.query("update users set role = 'admin' where id = $1", [user.id]);
});

const BASE = '/api/staff/second-factor';
const state = async (by = staff) => (await by.get(BASE)).json().state;
const isOpen = async (by = staff) => (await by.get('/api/staff/audit')).statusCode === 200;
const codeOf = (secret: string, secondsAgo = 0) => codeAt(secret, new Date(portal.now().getTime() - secondsAgo * 1000));
const enrol = () => portal.setUpApp(staff, BASE);
const signInAgain = async () => (await portal.givePassword(user.email)).browser;

describe('staff who sign in for the first time', () => {
  it('set up an authenticator app before they can do anything else', async () => {
    expect(await state()).toBe('enrolment');
    const closed = await staff.get('/api/staff/audit');
    expect(closed.statusCode).toBe(403);
    expect(closed.json()).toMatchObject({ code: 'staff.second-factor' });
    const begun = (await staff.post(`${BASE}/enrol`, {})).json();
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(await isOpen()).toBe(false);
    const before = staff.cookies.get('session');
    const confirmed = await staff.post(`${BASE}/confirm`, { code: codeOf(begun.secret) });
    expect(new Set(confirmed.json().recoveryCodes).size).toBe(10);
    expect(await isOpen()).toBe(true);
    expect((await staff.get(BASE)).json()).toMatchObject({ state: 'done', recoveryCodesLeft: 10 });
    expect(staff.cookies.get('session')).not.toBe(before);
    const old = await portal.app.inject({ url: '/api/user', headers: { cookie: `session=${before}` } });
    expect(old.statusCode).toBe(401);
  });

  it('cannot use a code of another secret, and the secret is stored encrypted', async () => {
    const { secret } = (await staff.post(`${BASE}/enrol`, {})).json();
    const wrong = await staff.post(`${BASE}/confirm`, { code: codeOf('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP') });
    expect(wrong.json()).toMatchObject({ code: 'second-factor.wrong-code', errors: { code: expect.any(String) } });
    const { rows } = await portal.pool.query('select * from staff_second_factors where user_id = $1', [user.id]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await state()).toBe('enrolment');
  });

  it('cannot replace the app that is set up already', async () => {
    await enrol();
    const thief = await signInAgain();
    expect((await thief.post(`${BASE}/enrol`, {})).json()).toMatchObject({ code: 'second-factor.enrolled' });
    expect((await thief.post(`${BASE}/confirm`, { code: '123456' })).json()).toMatchObject({
      code: 'second-factor.enrolled',
    });
  });
});

describe('a code', () => {
  it('opens the console in the session it was entered in, once', async () => {
    const { secret } = await enrol();
    const [one, two] = [await signInAgain(), await signInAgain()];
    expect(await state(one)).toBe('code');
    const code = codeOf(secret);
    const answers = await Promise.all([
      one.post(BASE, { code }),
      two.post(BASE, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect([await isOpen(one), await isOpen(two)].filter(Boolean)).toHaveLength(1);
  });

  it('of half a minute ago still counts, one of two minutes ago does not', async () => {
    const { secret } = await enrol();
    const browser = await signInAgain();
    expect((await browser.post(BASE, { code: codeOf(secret, 120) })).statusCode).toBe(422);
    expect((await browser.post(BASE, { code: codeOf(secret, 25) })).statusCode).toBe(200);
  });

  it('cannot be guessed: five wrong ones block every session of the account for a minute', async () => {
    const { secret } = await enrol();
    const browsers = await Promise.all(Array.from({ length: 4 }, signInAgain));
    const guesses = await Promise.all(
      browsers.flatMap((browser) =>
        Array.from({ length: 5 }, (_, index) => browser.post(BASE, { code: `00000${index}` })),
      ),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    const refused = await (await signInAgain()).post(BASE, { code: codeOf(secret) });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    await portal.pool.query('update staff_second_factors set blocked_until = now() where user_id = $1', [user.id]);
    expect((await (await signInAgain()).post(BASE, { code: codeOf(secret) })).statusCode).toBe(200);
  });

  it.each(['', '   ', 'x'.repeat(33), null, 5])('that is malformed is refused: %j', async (code) => {
    await enrol();
    expect((await (await signInAgain()).post(BASE, { code })).statusCode).toBe(422);
  });
});

describe('a recovery code', () => {
  it('opens the console once, and its owner is notified', async () => {
    const { recoveryCodes } = await enrol();
    const [code = ''] = recoveryCodes;
    const browser = await signInAgain();
    expect((await browser.post(BASE, { code: code.toLowerCase().replace('-', ' ') })).statusCode).toBe(200);
    const mails = await readMail(portal, user.email);
    expect(mails.at(-1)?.subject).toBe('A recovery code was used to sign in');
    expect((await browser.get(BASE)).json()).toMatchObject({ state: 'done', recoveryCodesLeft: 9 });
    expect((await (await signInAgain()).post(BASE, { code })).statusCode).toBe(422);
  });

  it('is nowhere in the database in clear, nor is a hash of it a code', async () => {
    const { recoveryCodes } = await enrol();
    const stored = async (table: string) =>
      JSON.stringify((await portal.pool.query(`select * from ${table} where user_id = $1`, [user.id])).rows);
    const rows = (await stored('staff_second_factors')) + (await stored('staff_recovery_codes'));
    for (const code of recoveryCodes)
      for (const form of [code, code.replace('-', '')]) expect(rows).not.toContain(form);
  });

  it('of an older set no longer works', async () => {
    const { secret, recoveryCodes } = await enrol();
    const renewed = await staff.post(`${BASE}/recovery-codes`, { code: codeOf(secret) });
    const [fresh] = renewed.json().recoveryCodes;
    expect((await (await signInAgain()).post(BASE, { code: recoveryCodes[0] })).statusCode).toBe(422);
    expect((await (await signInAgain()).post(BASE, { code: fresh })).statusCode).toBe(200);
  });
});

it('a new password by a mailed link does not open the console: the code is asked for, and the app stays', async () => {
  const { secret } = await enrol();
  await portal.browser().post('/api/password-reset/request', { email: user.email });
  const token = tokenIn((await readMail(portal, user.email)).at(-1));
  const newPassword = 'Kilishi-Drum-88';
  expect((await portal.browser().post('/api/password-reset/confirm', { token, newPassword })).statusCode).toBe(200);
  expect((await staff.get('/api/user')).statusCode).toBe(401);
  const browser = portal.browser();
  await browser.post('/api/login', { email: user.email, password: newPassword });
  expect([await state(browser), await isOpen(browser)]).toEqual(['code', false]);
  await browser.post(BASE, { code: codeOf(secret) });
  expect(await isOpen(browser)).toBe(true);
});

describe('a staff session', () => {
  it('ends after 30 minutes without use', async () => {
    await enrol();
    const age = (interval: string) =>
      portal.pool.query('update sessions set expire = expire - $2::interval where user_id = $1', [user.id, interval]);
    await age('29 minutes');
    expect(await isOpen()).toBe(true);
    await age('29 minutes');
    expect(await isOpen()).toBe(true);
    await age('31 minutes');
    expect((await staff.get('/api/user')).statusCode).toBe(401);
  });

  it('loses the console with the next request when the role is removed or the account disabled', async () => {
    await enrol();
    await portal.pool.query("update users set role = 'customer' where id = $1", [user.id]);
    expect((await staff.get('/api/staff/audit')).statusCode).toBe(403);
    expect((await staff.get(BASE)).statusCode).toBe(403);
    await portal.pool.query("update users set role = 'admin', disabled = true where id = $1", [user.id]);
    expect((await staff.get('/api/staff/audit')).statusCode).toBe(401);
  });

  it('that began as a customer’s is shortened when its owner becomes staff', async () => {
    await staff.get('/api/user');
    const { rows } = await portal.pool.query(
      'select extract(epoch from expire - now()) / 60 as minutes from sessions where user_id = $1',
      [user.id],
    );
    expect(Number(rows[0].minutes)).toBeLessThanOrEqual(30);
  });
});

it('is not offered to customers', async () => {
  const customer = portal.browser();
  await customer.register();
  expect((await customer.get(BASE)).statusCode).toBe(403);
  expect((await customer.post(`${BASE}/enrol`, {})).statusCode).toBe(403);
});

describe('the operator of the machine', () => {
  const audited: string[] = [];
  const grantRoleTo = (grant: RoleGrant, email = user.email, role: StaffRole = 'owner') =>
    grantRole(
      {
        database: portal.database,
        recordAudit: async (_tx, { action }) => void audited.push(action),
        endSessions: deleteSessionsOf,
      },
      { emailKey: email, grant, role },
    );

  it('makes a customer staff, who then sets up a second factor, and a customer again, who is signed out', async () => {
    const customer = portal.browser();
    ({ user } = (await customer.register()).json());
    expect(await grantRoleTo('add')).toBe(true);
    expect((await customer.get('/api/user')).statusCode).toBe(401);
    staff = await signInAgain();
    expect(await state()).toBe('enrolment');
    await enrol();
    expect(await isOpen()).toBe(true);
    expect(await grantRoleTo('remove')).toBe(true);
    staff = await signInAgain();
    expect((await staff.get('/api/staff/audit')).statusCode).toBe(403);
    expect(await grantRoleTo('add', 'nobody@mail.example')).toBe(false);
  });

  it('adds staff with the role that is asked for, beside those that the person has', async () => {
    const rolesOf = async () =>
      (await portal.pool.query('select role from staff_member_roles where user_id = $1 order by role', [user.id])).rows;
    ({ user } = (await portal.browser().register()).json());
    await grantRoleTo('add', user.email, 'support');
    expect(await rolesOf()).toEqual([{ role: 'support' }]);
    await grantRoleTo('add', user.email, 'billing');
    expect(await rolesOf()).toEqual([{ role: 'billing' }, { role: 'support' }]);
  });

  it('resets the second factor of staff who lost phone and recovery codes', async () => {
    await enrol();
    await grantRoleTo('reset-second-factor');
    staff = await signInAgain();
    expect(await state()).toBe('enrolment');
    await enrol();
    expect(audited).toContain('staff.reset-second-factor');
  });
});
