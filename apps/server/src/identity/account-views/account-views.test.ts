import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createKey } from '../../testing/api-key.ts';
import { createStaff, giveRoles, type Staff } from '../../testing/staff-browser.ts';
import { sumOfTables } from '../../testing/sum-of-tables.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { endDueViews } from './end-view.ts';

vi.setConfig({ testTimeout: 60_000 });

let now = new Date('2026-11-30T09:44:00Z');
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
});
afterAll(() => portal.close());

const COOKIE = 'account-view';

async function customer(fields: Record<string, unknown> = {}) {
  const browser = portal.browser();
  const { user } = (await browser.register({ firstName: 'Amina', lastName: 'Bello', ...fields })).json();
  return { browser, id: Number(user.id), email: String(user.email) };
}

const begin = ({ browser }: Pick<Staff, 'browser'>, id: number, reason = 'call about the bill') =>
  browser.post(`/api/staff/customers/${id}/views`, { reason });

/** Support with a view of a new customer, both cookies in one browser. */
async function viewing() {
  const staff = await createStaff(portal, { firstName: 'Ngozi', lastName: 'Eze' }, 'support');
  const amina = await customer();
  const begun = await begin(staff, amina.id);
  expect(begun.statusCode, begun.body).toBe(200);
  return { staff, amina, view: begun.json().view, me: async () => staff.browser.get('/api/user') };
}

const audited = async (id: number) =>
  (
    await portal.pool.query(
      "select action, actor_id, actor_kind, after from audit_records where subject = $1 and action like 'customer.view-as%' order by id",
      [`customer:${id}`],
    )
  ).rows;
const rowOf = async (id: number) =>
  (await portal.pool.query('select * from account_views where id = $1', [id])).rows[0];

describe('in a view as a customer', () => {
  it('the portal is read as that customer, and the console goes on under the session of staff', async () => {
    const { staff, amina, view, me } = await viewing();
    expect((await me()).json()).toMatchObject({ id: amina.id, email: amina.email, role: 'customer' });
    expect((await staff.browser.get('/api/user/account')).json().people).toMatchObject([{ email: amina.email }]);
    expect(view).toMatchObject({ customer: { id: amina.id, name: 'Amina Bello' }, secondsLeft: 600, endedAt: null });
    expect((await staff.browser.get('/api/staff/me')).json()).toMatchObject({ id: staff.id });
    const tags = { tags: ['asks about bills'] };
    expect((await staff.browser.put(`/api/staff/customers/${amina.id}/tags`, tags)).statusCode).toBe(200);
    const ofConsole = { referer: `http://portal.test/admin/customers/${amina.id}` };
    expect((await staff.browser.get('/api/user', ofConsole)).json()).toMatchObject({ id: staff.id, role: 'admin' });
  });

  it('the cookie is for our own pages alone and for no script, and lasts as long as the view', async () => {
    const staff = await createStaff(portal, undefined, 'manager');
    const { headers } = await begin(staff, (await customer()).id);
    expect(headers['set-cookie']).toMatch(/^account-view=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/);
  });

  it('a change is refused with a sentence that says so, and counted', async () => {
    const { staff, view, amina } = await viewing();
    const refused = await staff.browser.put('/api/user/profile', { firstName: 'Changed', lastName: 'By staff' });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'view.read-only', message: expect.stringContaining('read only') });
    expect((await amina.browser.get('/api/user')).json().firstName).toBe('Amina');
    expect((await rowOf(view.id)).writes_refused).toBe(1);
  });

  it('what proves who somebody is, and the copy of their data, is not shown', async () => {
    const { staff } = await viewing();
    const hidden = endpoints.filter(
      ({ method, access, viewable }) => method === 'GET' && access === 'session' && !viewable,
    );
    expect(hidden.map(({ path }) => path).sort()).toEqual([
      '/api/user/passkeys',
      '/api/user/privacy/exports/:id/:file',
      '/api/user/privacy/grievances',
      '/api/user/proof',
      '/api/user/push-key',
      '/api/user/second-factor',
      '/api/user/sessions',
    ]);
    for (const { path } of hidden) {
      const answer = await staff.browser.get(addressOf(path));
      expect([answer.statusCode, answer.json().code], path).toEqual([403, 'view.not-shown']);
    }
  });

  it('nothing of another customer is found, by whatever id', async () => {
    const { staff } = await viewing();
    const other = await customer({ firstName: 'Chidi', lastName: 'Okafor' });
    const ticket = await other.browser.post('/api/user/tickets', { subject: 'No light', description: 'Since noon.' });
    const { ticket: opened } = ticket.json();
    expect((await other.browser.get(`/api/user/tickets/${opened.id}`)).statusCode).toBe(200);
    expect((await staff.browser.get(`/api/user/tickets/${opened.id}`)).statusCode).toBe(404);
    const { rows } = await portal.pool.query('select id from lines where account_id = $1', [other.id]);
    expect((await staff.browser.get(`/api/user/usage?line=${rows[0].id}`)).statusCode).toBe(404);
  });

  it('a page of an earlier view gets nothing from the one that follows it', async () => {
    const { staff, view, amina } = await viewing();
    const ofPage = { 'x-account-view': String(view.id) };
    expect((await staff.browser.get('/api/user', ofPage)).json().id).toBe(amina.id);
    const chidi = await customer();
    const next = (await begin(staff, chidi.id)).json().view;
    expect((await staff.browser.get('/api/user', ofPage)).json().code).toBe('view.over');
    const ofNext = { 'x-account-view': String(next.id) };
    expect((await staff.browser.get('/api/user', ofNext)).json().id).toBe(chidi.id);
    expect((await rowOf(view.id)).ended_at).not.toBeNull();
  });

  it('an API key is asked for what it may itself, whatever cookies come with it', async () => {
    const { staff } = await viewing();
    const owner = await createStaff(portal);
    const { key } = await createKey(owner, ['customers:read']);
    const answer = await staff.browser.get('/api/staff/customers', { authorization: `Bearer ${key}` });
    expect(answer.statusCode).toBe(200);
  });

  it('counts against who views, never against the customer’s own limit', async () => {
    const limits = { ...HIGH_LIMITS, accountReadsPerMinute: 5 };
    const narrow = await startTestPortal({ config: { ...readConfig({}), limits, trustedProxies: ['127.0.0.1'] } });
    const staff = await createStaff(narrow, undefined, 'support');
    const browser = narrow.browser();
    const { user } = (await browser.register()).json();
    expect((await begin(staff, user.id)).statusCode).toBe(200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => staff.browser.get('/api/user')));
    expect(answers.map(({ statusCode }) => statusCode)).toContain(429);
    expect((await browser.get('/api/user')).statusCode).toBe(200);
    await narrow.close();
  });
});

const addressOf = (path: string) => path.replace(/:\w+/g, 'nothing-by-this-name');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe('every call of the contract', () => {
  const ofBrowsers = endpoints.filter(({ access }) => !['gateway', 'network', 'operator'].includes(access));

  async function sums() {
    const { account_views: _views, ...rest } = await sumOfTables(portal.pool);
    return rest;
  }

  const send = (entry: Endpoint, cookie: string) =>
    portal.app.inject({
      method: entry.method,
      url: addressOf(entry.path),
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie },
      ...(entry.method === 'GET' ? {} : { payload: '{}' }),
    });

  it('is refused in a view when it writes, or when it is not for being viewed, and changes nothing', async () => {
    const { staff, view } = await viewing();
    const session = `session=${staff.browser.cookies.get('session')}`;
    const viewed = `${COOKIE}=${staff.browser.cookies.get(COOKIE)}`;
    const before = await sums();
    const reads: string[] = [];
    let refused = 0;
    for (const entry of ofBrowsers) {
      const isOfStaff = entry.access === 'admin' || entry.access === 'staff-sign-in';
      // With the view's cookie alone nothing is of the console.
      for (const cookie of isOfStaff ? [viewed] : [viewed, `${session}; ${viewed}`]) {
        const answer = await send(entry, cookie);
        if (entry.viewable) {
          expect(entry.method, nameOf(entry)).toBe('GET');
          expect([200, 404, 422], `${nameOf(entry)}: ${answer.body}`).toContain(answer.statusCode);
          reads.push(entry.path);
          continue;
        }
        const code = entry.method === 'GET' ? 'view.not-shown' : 'view.read-only';
        if (entry.path === '/healthz' || entry.path === '/readyz') continue;
        expect([answer.statusCode, answer.json().code], nameOf(entry)).toEqual([403, code]);
        if (entry.method !== 'GET') refused++;
      }
    }
    expect(await sums()).toEqual(before);
    expect(new Set(reads).size).toBeGreaterThan(45);
    expect((await rowOf(view.id)).writes_refused).toBe(refused);
    expect((await rowOf(view.id)).ended_at).toBeNull();
  });
});

describe('a view is over', () => {
  const isOver = async (browser: TestBrowser) => {
    const answer = await browser.get('/api/user');
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'view.over']);
  };

  it('after ten minutes by the server’s clock, however much it was used', async () => {
    const { view, me, staff, amina } = await viewing();
    now = new Date(now.getTime() + 599_000);
    expect((await me()).statusCode).toBe(200);
    expect((await staff.browser.get(`/api/staff/account-views/${view.id}`)).json().secondsLeft).toBe(1);
    now = new Date(now.getTime() + 1000);
    await isOver(staff.browser);
    // The cookie went with that answer.
    expect((await me()).json().id).toBe(staff.id);
    now = new Date(now.getTime() + 90_000);
    await endDueViews({ database: portal.database, clock: () => now });
    const seen = (await staff.browser.get(`/api/staff/account-views/${view.id}`)).json();
    expect(Date.parse(seen.endedAt) - Date.parse(seen.startedAt)).toBe(600_000);
    expect((await audited(amina.id)).map(({ action }) => action)).toEqual(['customer.view-as', 'customer.view-as-end']);
  });

  it('when End is pressed, which can be repeated', async () => {
    const { staff, view, amina, me } = await viewing();
    await staff.browser.get('/api/user/invoices', { referer: 'http://portal.test/dashboard?tab=subscription' });
    await staff.browser.get('/api/user/credit', { referer: 'http://portal.test/profile' });
    await staff.browser.get('/api/user/usage');
    await staff.browser.post('/api/user/tickets', { subject: 'Not mine', description: 'To write.' });
    const end = () => staff.browser.delete(`/api/staff/account-views/${view.id}`);
    const [ended] = await Promise.all([end(), end(), end()]);
    expect(ended?.json().view).toMatchObject({ secondsLeft: 0, writesRefused: 1 });
    expect(ended?.json().view.pages).toEqual(['/dashboard', '/profile', '/api/user/usage']);
    expect((await end()).json().view.endedAt).toBe(ended?.json().view.endedAt);
    expect((await me()).json().id).toBe(staff.id);
    expect(await audited(amina.id)).toMatchObject([
      { action: 'customer.view-as', actor_id: staff.id, actor_kind: 'staff', after: { reason: 'call about the bill' } },
      { action: 'customer.view-as-end', actor_id: staff.id, after: { writesRefused: 1 } },
    ]);
  });

  it('with the session of staff: signed out, or ended from elsewhere', async () => {
    const { staff, view } = await viewing();
    const cookie = `${COOKIE}=${staff.browser.cookies.get(COOKIE)}`;
    const read = () => portal.app.inject({ url: '/api/user', headers: { cookie } });
    expect((await read()).statusCode).toBe(200);
    const out = await staff.browser.post('/api/logout', {}, { referer: 'http://portal.test/admin' });
    expect(out.statusCode, out.body).toBe(200);
    expect((await read()).json().code).toBe('view.over');
    await endDueViews({ database: portal.database, clock: () => now });
    expect((await rowOf(view.id)).ended_at).toEqual(now);
  });

  it.each([
    ['when the role that allows it is taken away', (id: number) => giveRoles(portal, id, ['billing'])],
    [
      'when the member of staff is disabled',
      (id: number) => portal.pool.query('update users set disabled = true where id = $1', [id]),
    ],
  ])('%s', async (_when, takeAway) => {
    const { staff } = await viewing();
    await takeAway(staff.id);
    const cookie = `${COOKIE}=${staff.browser.cookies.get(COOKIE)}`;
    const answer = await portal.app.inject({ url: '/api/user', headers: { cookie } });
    expect(answer.json().code).toBe('view.over');
  });

  it('when the customer’s account is disabled meanwhile', async () => {
    const { staff, amina } = await viewing();
    await portal.pool.query('update users set disabled = true where id = $1', [amina.id]);
    await isOver(staff.browser);
  });

  it('not when its session gets a new token by a proof', async () => {
    const { staff, me, amina } = await viewing();
    const before = staff.browser.cookies.get('session');
    const proof = { password: GOOD_PASSWORD };
    const given = await staff.browser.post('/api/user/proof', proof, { referer: 'http://portal.test/admin' });
    expect(given.statusCode, given.body).toBe(200);
    expect(staff.browser.cookies.get('session')).not.toBe(before);
    expect((await me()).json().id).toBe(amina.id);
  });

  it('by one other that begins: of several at once exactly one goes on', async () => {
    const staff = await createStaff(portal, undefined, 'support');
    const people = await Promise.all([customer(), customer(), customer()]);
    const begun = await Promise.all(people.map(({ id }) => begin(staff, id)));
    expect(begun.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const { rows } = await portal.pool.query(
      'select count(*) filter (where ended_at is null)::int as open, count(*)::int as all from account_views where staff_id = $1',
      [staff.id],
    );
    expect(rows).toEqual([{ open: 1, all: 3 }]);
  });
});

describe('a view cannot begin', () => {
  it('without a reason, for staff, for oneself, for a disabled account or for nobody', async () => {
    const staff = await createStaff(portal, undefined, 'support');
    const amina = await customer();
    expect((await begin(staff, amina.id, ' ')).json().errors).toEqual({ reason: 'Say why.' });
    const colleague = await createStaff(portal, undefined, 'billing');
    for (const id of [colleague.id, staff.id]) {
      const answer = await begin(staff, id);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'view.not-possible']);
    }
    await portal.pool.query('update users set disabled = true where id = $1', [amina.id]);
    expect((await begin(staff, amina.id)).json().message).toContain('disabled');
    expect((await begin(staff, 2_147_483_647)).statusCode).toBe(404);
  });

  it('without the permission, which support, managers and owners have, or without a fresh proof', async () => {
    const amina = await customer();
    for (const role of ['billing', 'sales', 'network', 'technician', 'auditor'] as const) {
      expect((await begin(await createStaff(portal, undefined, role), amina.id)).json().code).toBe('staff.permission');
    }
    for (const role of ['support', 'manager', 'owner'] as const) {
      expect((await begin(await createStaff(portal, undefined, role), amina.id)).statusCode).toBe(200);
    }
    const staff = await createStaff(portal, undefined, 'support');
    await portal.pool.query("update sessions set proven_at = now() - interval '11 minutes' where user_id = $1", [
      staff.id,
    ]);
    expect((await begin(staff, amina.id)).json().code).toBe('session.proof-required');
  });

  it('and no other than its own member of staff ends it', async () => {
    const { view, me, amina } = await viewing();
    const other = await createStaff(portal, undefined, 'manager');
    expect((await other.browser.delete(`/api/staff/account-views/${view.id}`)).json().code).toBe('view.not-found');
    expect((await me()).json().id).toBe(amina.id);
  });
});

describe('afterwards', () => {
  it('the customer reads who has looked, when and why, and staff see it on the time line', async () => {
    const { staff, amina, view } = await viewing();
    now = new Date(now.getTime() + 300_000);
    await staff.browser.delete(`/api/staff/account-views/${view.id}`);
    const looked = (await amina.browser.get('/api/user/account-views')).json();
    expect(looked).toEqual([
      {
        id: view.id,
        firstName: 'Ngozi',
        role: 'support',
        reason: 'call about the bill',
        startedAt: view.startedAt,
        endedAt: now.toISOString(),
      },
    ]);
    expect((await (await customer()).browser.get('/api/user/account-views')).json()).toEqual([]);
    const owner = await createStaff(portal);
    const timeline = (await owner.browser.get(`/api/staff/customers/${amina.id}/timeline`)).json();
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'change')).toMatchObject([
      { what: 'customer.view-as', text: 'call about the bill', by: 'Ngozi Eze' },
    ]);
  });
});
