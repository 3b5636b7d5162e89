import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { readMail } from '../../testing/read-mail.ts';
import {
  type DirectoryAccount,
  startDirectory,
  type TestDirectory,
  visitDirectory,
} from '../../testing/servers/start-directory.ts';
import { createStaff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { openSocket } from '../../testing/test-socket.ts';

import { findStaffPerson } from '../staff/read-staff.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ORIGIN = 'http://portal.test';
const BEGIN = '/api/login/directory';
const CALLBACK = `${BEGIN}/callback`;

let now = new Date('2026-07-04T08:00:00Z');
let directory: TestDirectory;
let portal: TestPortal;
beforeAll(async () => {
  directory = await startDirectory(`${ORIGIN}${CALLBACK}`);
  const environment = { DEMO_DATA: 'off', TRUSTED_PROXIES: '127.0.0.1', ...directory.environment };
  portal = await startTestPortal({ clock: () => now, config: { ...readConfig(environment), limits: HIGH_LIMITS } });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await portal.close();
  await directory.close();
});

let people = 0;
/** Somebody of the directory who was never here. */
function somebody(account: Partial<DirectoryAccount> = {}): DirectoryAccount {
  people++;
  const subject = `subject-${people}`;
  return { subject, email: `${subject}@work.example`, name: 'Kemi Bello', groups: ['support'], ...account };
}

/** Begins a sign-in and returns what the directory sends the browser back with. */
async function begin(browser: TestBrowser, account: DirectoryAccount | null, next = ''): Promise<string> {
  directory.signInAs(account);
  const begun = await browser.get(`${BEGIN}${next && `?next=${encodeURIComponent(next)}`}`);
  expect(begun.statusCode).toBe(303);
  return (await visitDirectory(String(begun.headers.location), ORIGIN)).slice(ORIGIN.length);
}

const goOn = (browser: TestBrowser, callback: string) =>
  browser.get(callback, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });

async function signIn(account: DirectoryAccount | null, next?: string, browser = portal.browser()) {
  const answer = await goOn(browser, await begin(browser, account, next));
  expect(answer.statusCode).toBe(303);
  return { browser, answer, location: String(answer.headers.location).replace(ORIGIN, '') };
}

const me = async (browser: TestBrowser) => (await browser.get('/api/staff/me')).json();
const refusal = (reason: string, next = '/admin') => `/login?${new URLSearchParams({ next, directory: reason })}`;
const auditOf = async (email: string) =>
  (
    await portal.pool.query(
      `select action, before, after, actor_kind, actor_program from audit_records a join users u on a.subject = 'customer:' || u.id
       where u.email = $1 order by a.id`,
      [email],
    )
  ).rows;
const owner = () => createStaff(portal, { firstName: 'Ola', lastName: 'Owner' });

describe('somebody of the directory', () => {
  it('becomes staff with the roles of the directory, in a session like any other; the owners are told', async () => {
    const { email: ownersEmail } = await owner();
    const person = somebody({ groups: ['everybody', 'technician', 'support'] });
    const { browser, answer, location } = await signIn(person, '/admin/customers?search=amina');
    expect(location).toBe('/admin/customers?search=amina');
    expect(await me(browser)).toMatchObject({ name: 'Kemi Bello', roles: ['support', 'technician'] });
    const [session] = [answer.headers['set-cookie']].flat().filter((cookie) => cookie?.startsWith('session='));
    expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    const { rows } = await portal.pool.query(
      `select s.expire <= now() + interval '30 minutes' as short, u.email_verified_at is not null as verified
       from sessions s join users u on u.id = s.user_id where u.email = $1`,
      [person.email],
    );
    expect(rows).toEqual([{ short: true, verified: true }]);
    expect(await auditOf(person.email)).toMatchObject([
      { action: 'staff.appoint', actor_kind: 'channel', actor_program: 'OpenID Connect' },
    ]);
    expect(JSON.stringify((await readMail(portal, ownersEmail)).at(-1))).toContain(person.email);
  });

  it('is the same person with a new address, and has the roles that the directory gives at each sign-in', async () => {
    const person = somebody({ groups: 'support' });
    const { id } = await me((await signIn(person)).browser);
    const moved = { ...person, email: `married-${person.email}`, groups: ['billing'] };
    const { browser } = await signIn(moved);
    expect(await me(browser)).toMatchObject({ id, roles: ['billing'] });
    expect(await auditOf(person.email)).toMatchObject([
      { action: 'staff.appoint' },
      { action: 'staff.roles', before: { roles: ['support'] }, after: { roles: ['billing'] } },
    ]);
  });

  it('has the account of the colleague with the same verified address, who may go on signing in by password', async () => {
    const colleague = await createStaff(portal, undefined, 'sales');
    await portal.pool.query('update users set email_verified_at = now() where id = $1', [colleague.id]);
    const { browser } = await signIn(somebody({ email: colleague.email.toUpperCase(), groups: ['sales'] }));
    expect(await me(browser)).toMatchObject({ id: colleague.id, roles: ['sales'] });
    const other = await signIn(somebody({ email: colleague.email, groups: ['sales'] }));
    expect(other.location).toBe(refusal('linked'));
    const byPassword = portal.browser();
    const answer = await byPassword.post('/api/login', { email: colleague.email, password: GOOD_PASSWORD });
    expect(answer.statusCode).toBe(200);
    const waysOf = async (id: number) => (await findStaffPerson(portal.database, id))?.signsInBy;
    expect(await waysOf(colleague.id)).toEqual(['directory']);
    await portal.pool.query(
      "insert into staff_second_factors (user_id, encrypted_secret, confirmed_at) values ($1, 'x', now())",
      [colleague.id],
    );
    expect(await waysOf(colleague.id)).toEqual(['password', 'directory']);
    expect(await waysOf((await owner()).id)).toEqual(['password']);
  });

  it('gets no account that somebody else has set up under their address and never verified', async () => {
    const person = somebody({ groups: ['owner'] });
    const impostor = await createStaff(portal, undefined, 'support');
    await portal.pool.query('update users set email = $2, email_key = $2 where id = $1', [impostor.id, person.email]);
    await signIn(person);
    expect((await impostor.browser.get('/api/user')).statusCode).toBe(401);
    const again = await portal.browser().post('/api/login', { email: person.email, password: GOOD_PASSWORD });
    expect(again.statusCode).toBe(401);
  });

  it('proves who they are by signing in at the directory again; that they are signed in there is no proof', async () => {
    const person = somebody({ groups: ['owner'] });
    const { browser } = await signIn(person);
    const download = async () => (await browser.get('/api/staff/exports/customers.csv')).statusCode;
    expect((await browser.get('/api/user/proof')).json()).toEqual({ fresh: false, by: 'directory' });
    expect(await download()).toBe(403);
    const byPassword = await browser.post('/api/user/proof', { password: GOOD_PASSWORD });
    expect(byPassword.json().code).toBe('session.proof-at-directory');
    const again = await browser.get(`${BEGIN}?again=yes`);
    const asked = new URL(String(again.headers.location)).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    await goOn(browser, (await visitDirectory(String(again.headers.location), ORIGIN)).slice(ORIGIN.length));
    expect(await download()).toBe(200);
  });

  it('is told by mail of a device that they have not used, and not of their first', async () => {
    const person = somebody();
    const { browser } = await signIn(person);
    await signIn(person, undefined, browser);
    const told = async () =>
      (await readMail(portal, person.email)).filter(({ subject }) => subject === 'New sign-in to your account').length;
    expect(await told()).toBe(0);
    await signIn(person);
    expect(await told()).toBe(1);
  });

  it('may be a customer, who is signed out everywhere', async () => {
    const customer = portal.browser();
    const { user } = (await customer.register()).json();
    const { browser } = await signIn(somebody({ email: user.email }));
    expect(await me(browser)).toMatchObject({ id: user.id, roles: ['support'] });
    expect((await customer.get('/api/user')).statusCode).toBe(401);
  });
});

describe('nobody gets in', () => {
  it('without a role that the console knows, and who had one is signed out; it is audited', async () => {
    await owner();
    const person = somebody();
    const { browser } = await signIn(person);
    for (const groups of [[], ['everybody'], ['Owner'], '', 'supporter', ['__proto__']]) {
      expect((await signIn({ ...person, groups })).location).toBe(refusal('no-role'));
    }
    expect((await browser.get('/api/user')).statusCode).toBe(401);
    expect((await auditOf(person.email)).at(-1)).toMatchObject({
      action: 'staff.directory-refuse',
      after: { reason: 'no-role', email: person.email },
    });
    const stranger = somebody({ groups: ['everybody'] });
    const { location } = await signIn(stranger, '/admin/audit');
    expect(location).toBe(refusal('no-role', '/admin/audit'));
    const { rows } = await portal.pool.query("select after from audit_records where subject = 'directory'");
    expect(rows.map(({ after }) => after.subject)).toContain(stranger.subject);
    const { rowCount } = await portal.pool.query('select 1 from users where email = $1', [stranger.email]);
    expect(rowCount).toBe(0);
  });

  it('whose address the directory has not verified', async () => {
    const colleague = await createStaff(portal, undefined, 'owner');
    const person = somebody({ email: colleague.email, emailVerified: false, groups: ['owner'] });
    expect((await signIn(person)).location).toBe(refusal('unverified'));
  });

  it('who was switched off here: their session ends, and the directory does not bring them back', async () => {
    const { id, browser: owners } = await owner();
    await portal.pool.query('update sessions set second_factor_at = now() where user_id = $1', [id]);
    const person = somebody();
    const { browser } = await signIn(person);
    const account = await me(browser);
    const socket = await openSocket(portal.app, '/ws/staff', browser);
    const callback = await begin(portal.browser(), person);
    const switched = await owners.put(`/api/staff/people/${account.id}/active`, { isOn: false, reason: 'Has left' });
    expect(switched.statusCode).toBe(200);
    expect((await browser.get('/api/staff/me')).statusCode).toBe(401);
    await socket.closed;
    expect(callback).toContain('code=');
    const later = await signIn(person);
    expect(later.location).toBe(refusal('off'));
    expect(later.browser.cookies.has('session')).toBe(false);
    expect((await auditOf(person.email)).at(-1)).toMatchObject({
      action: 'staff.directory-refuse',
      after: { reason: 'off' },
    });
    await portal.pool.query("update users set disabled = false, role = 'customer' where id = $1", [account.id]);
    expect((await signIn(person)).location).toBe(refusal('off'));
  });

  it('who would leave the console without an owner', async () => {
    await portal.pool.query("update users set role = 'customer' where role = 'admin'");
    const person = somebody({ groups: ['owner'] });
    await signIn(person);
    expect((await signIn({ ...person, groups: ['support'] })).location).toBe(refusal('last-owner'));
    await owner();
    const { browser } = await signIn({ ...person, groups: ['support'] });
    expect(await me(browser)).toMatchObject({ roles: ['support'] });
  });

  it('who cancels at the directory', async () => {
    expect((await signIn(null)).location).toBe(refusal('incomplete'));
  });
});

describe('a directory that sends no email_verified', () => {
  const silent = (more: Partial<DirectoryAccount> = {}) => somebody({ emailVerified: null, ...more });
  /** Where a portal with this setting sends them. */
  async function sentTo(setting: string, account: DirectoryAccount): Promise<string> {
    const environment = { TRUSTED_PROXIES: '127.0.0.1', ...directory.environment, OIDC_EMAIL_VERIFIED: setting };
    const other = await startTestPortal({ config: { ...readConfig(environment), limits: HIGH_LIMITS } });
    const browser = other.browser();
    const { location } = await signIn(account, undefined, browser);
    await other.close();
    return location;
  }

  it('lets nobody new in, unless the operator names the claim that counts or trusts its addresses', async () => {
    expect((await signIn(silent({ xms_edov: '1' }))).location).toBe(refusal('unverified'));
    expect(await sentTo('xms_edov', silent({ xms_edov: '1' }))).toBe('/admin');
    expect(await sentTo('xms_edov', silent({ xms_edov: '0' }))).toBe(refusal('unverified'));
    expect(await sentTo('xms_edov', somebody())).toBe(refusal('unverified'));
    expect(await sentTo('trusted', silent())).toBe('/admin');
  });
});

it('too many sign-ins from one address lead to a sentence on the sign-in page', async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1', ...directory.environment };
  const limits = { ...HIGH_LIMITS, signInsPerMinute: 1 };
  const other = await startTestPortal({ config: { ...readConfig(environment), limits } });
  const browser = other.browser();
  directory.signInAs(somebody());
  await browser.get(`${BEGIN}?next=%2Fadmin%2Faudit`);
  const answers = [];
  for (let sent = 0; sent < 3; sent++) answers.push(await goOn(browser, `${CALLBACK}?code=x&state=y`));
  const last = answers.at(-1);
  expect([last?.statusCode, last?.headers.location]).toEqual([303, `${ORIGIN}${refusal('busy')}`]);
  await other.close();
});

describe('an answer of the directory', () => {
  it('counts in the browser that began, once, and for ten minutes', async () => {
    const person = somebody();
    const browser = portal.browser();
    const callback = await begin(browser, person);
    const thief = portal.browser();
    const incomplete = async (by: TestBrowser, address: string) =>
      expect(String((await goOn(by, address)).headers.location)).toContain('directory=incomplete');

    await incomplete(thief, callback);
    await begin(thief, somebody());
    await incomplete(thief, callback);

    const cookie = browser.cookies.get('directory') ?? '';
    const spoilt = new URL(callback, ORIGIN);
    spoilt.searchParams.set('state', 'another');
    await incomplete(browser, spoilt.pathname + spoilt.search);

    const forged = portal.browser();
    forged.cookies.set('directory', `${cookie.split('.')[0]}.${'A'.repeat(43)}`);
    await incomplete(forged, callback);

    // The code of somebody else's sign-in with one's own state.
    const victim = portal.browser();
    const injected = new URL(await begin(victim, somebody()), ORIGIN);
    injected.searchParams.set('code', new URL(callback, ORIGIN).searchParams.get('code') ?? '');
    await incomplete(victim, injected.pathname + injected.search);

    const repeated = await begin(browser, person);
    const used = browser.cookies.get('directory') ?? '';
    expect(String((await goOn(browser, repeated)).headers.location)).toBe(`${ORIGIN}/admin`);
    expect(browser.cookies.has('directory')).toBe(false);
    browser.cookies.set('directory', used);
    await incomplete(browser, repeated);

    const late = await begin(browser, person);
    now = new Date(now.getTime() + 601_000);
    await incomplete(browser, late);
  });

  it('leads to a page of the console and nowhere else', async () => {
    const person = somebody();
    for (const next of [
      'https://evil.example/admin',
      '//evil.example/admin',
      '/\\evil.example',
      '/admin\\@evil.example',
      '/administrator',
      '/admin.evil.example',
      '/login',
      'javascript:alert(1)',
      '/admin/\r\nset-cookie: a=b',
      `/admin/${'x'.repeat(600)}`,
    ]) {
      expect((await signIn(person, next)).answer.headers.location, next).toBe(`${ORIGIN}/admin`);
    }
    const { answer } = await signIn(person, '/admin/..//evil.example/ọ');
    expect(answer.headers.location).toBe(`${ORIGIN}//evil.example/%E1%BB%8D`);
  });
});

describe('a directory that is down', () => {
  it('is said so, hinders neither the start nor the password, and is asked again at the next sign-in', async () => {
    directory.setDown(true);
    const environment = { TRUSTED_PROXIES: '127.0.0.1', ...directory.environment };
    const other = await startTestPortal({ config: { ...readConfig(environment), limits: HIGH_LIMITS } });
    const browser = other.browser();
    const begun = await browser.get(`${BEGIN}?next=%2Fadmin%2Faudit`);
    expect(begun.headers.location).toBe(`${ORIGIN}${refusal('unavailable', '/admin/audit')}`);
    const { email } = await createStaff(other);
    expect((await browser.post('/api/login', { email, password: GOOD_PASSWORD })).statusCode).toBe(200);
    directory.setDown(false);
    expect(String((await browser.get(BEGIN)).headers.location)).toContain(directory.issuer);
    directory.setDown(true);
    const half = await goOn(
      browser,
      `${CALLBACK}?${new URLSearchParams({ code: 'x', state: stateIn(browser), iss: directory.issuer })}`,
    );
    expect(half.headers.location).toBe(`${ORIGIN}${refusal('unavailable')}`);
    directory.setDown(false);
    expect((await other.app.inject('/metrics')).body).toContain('directory_sign_ins_total{outcome="unavailable"} 2');
    await other.close();
  });
});

/** The state in the cookie of a sign-in that has begun. */
function stateIn(browser: TestBrowser): string {
  const [text = ''] = (browser.cookies.get('directory') ?? '').split('.');
  return JSON.parse(Buffer.from(text, 'base64url').toString()).state;
}

it('a portal without a directory has nothing at these addresses', async () => {
  const other = await startTestPortal();
  for (const address of [BEGIN, `${CALLBACK}?code=x&state=y`]) {
    expect((await other.app.inject(address)).statusCode).toBe(404);
  }
  await other.close();
});
