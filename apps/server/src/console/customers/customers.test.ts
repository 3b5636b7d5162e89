import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../platform/database/connection.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { searchCustomers } from './customer.repository.ts';
import { readSearch } from './search.policy.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const MANY = process.env.FULL_TESTS ? 100_000 : 30_000;
const BATCH = 2000;

let portal: TestPortal;
const databaseWith = (logQuery: (query: string, params: unknown[]) => void): Database =>
  drizzle({ client: portal.pool, logger: { logQuery } });
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
  for (let from = 1; from < MANY; from += BATCH) {
    await portal.pool.query(
      `insert into users (email, email_key, password_hash, first_name, last_name, phone, referral_code, created_at)
      select 'person' || n || '@mail.example', 'person' || n || '@mail.example', 'x',
        (array['Chidi','Amina','Tunde','Ngozi','Halima','Emeka','Kemi','Musa'])[1 + n % 8] || (n / 800),
        (array['Okafor','Bello','Adeyemi','Eze','Sani'])[1 + n % 5] || (n % 900), '+23480' || lpad(n::text, 8, '0'),
        'CODE' || n, now() - interval '2 days' - n * interval '1 minute'
      from generate_series($1::int, $2::int) n`,
      [from, from + BATCH - 1],
    );
  }
  await portal.pool.query('analyze users');
});
afterAll(() => portal.close());

const search = async (typed: string) =>
  (await staff.browser.get(`/api/staff/customers?search=${encodeURIComponent(typed)}`)).json();
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function newCustomer(fields: Record<string, unknown> = {}) {
  const browser = portal.browser();
  const { user } = (await browser.register(fields)).json();
  return { browser, ...user };
}

describe('a customer', () => {
  it('is found by the beginning of either name or of both, in any case and without accents', async () => {
    const { id } = await newCustomer({ firstName: 'Adébáyọ̀', lastName: 'Ɗanladi' });
    for (const typed of [
      'Adébáyọ̀',
      'adeba',
      'ADEBAYO',
      'danla',
      'Ɗan',
      'adebayo danladi',
      'Danladi Adebayo',
      'adeb dan',
    ]) {
      expect(ids(await search(typed)), typed).toContain(id);
    }
    for (const typed of ['bayo', 'adebayo musa', 'adeb%', '_debayo'])
      expect(ids(await search(typed)), typed).not.toContain(id);
  });

  it('is found however an apostrophe, a hyphen or a space in the name is written, or left out', async () => {
    const named: [first: string, last: string, ...typed: string[]][] = [
      ["Sa'adatu", 'Mu’azu', 'saadatu', 'sa’adatu', 'muazu', "mu'azu", 'saadatu muazu', 'Mu`azu Sa ʼadatu'],
      ['Rabi‘u', 'Shuʼaibu', 'rabiu', "rabi'u", 'shuaibu', 'Shu’aibu rabiu'],
      ['Isma’il', 'Ɗan-Ladi', 'ismail', "isma'il", 'danladi', 'dan ladi', 'ismail dan-ladi', 'Dan Ladi Ismail'],
      ['Abdul-Rahman', 'Yar’Adua', 'abdulrahman', 'abdul rahman', 'Abdul‑Rahman', 'abdulrahman yaradua'],
      ['Abdul Rahman', 'Ƴar Adua', 'abdulrahman', 'abdul-rahman', 'yaradua abdul rahman', 'abdul rahman yar adua'],
      ['Nnamdi', 'Okonjo-Iweala', 'okonjo iweala', 'okonjoiweala', 'nnamdi okonjo iweala'],
    ];
    for (const [firstName, lastName, ...typed] of named) {
      const { id } = await newCustomer({ firstName, lastName });
      for (const each of [...typed, `${firstName} ${lastName}`, lastName]) {
        expect(ids(await search(each)), `${each} of ${firstName} ${lastName}`).toContain(id);
        const everything = (await staff.browser.get(`/api/staff/search?search=${encodeURIComponent(each)}`)).json();
        expect(JSON.stringify(everything), `${each} in the search of everything`).toContain(`"id":"${id}"`);
      }
      const misspelled = (await staff.browser.get('/api/staff/search?search=abdulrahmn')).json();
      if (firstName === 'Abdul-Rahman') expect(JSON.stringify(misspelled)).toContain(`"id":"${id}"`);
    }
    for (const typed of ["'", '--', '’ ‘', ' . ']) expect(await search(typed), typed).toEqual([]);
  });

  it('is found by the mailbox in either spelling of its domain', async () => {
    const { id } = await newCustomer({ email: 'adaeze@пример.рф' });
    for (const typed of ['adaeze@пример.рф', 'ADAEZE@xn--e1afmkfd.xn--p1ai'])
      expect(ids(await search(typed))).toEqual([id]);
  });

  it('is found by account number, email, phone number, ticket and payment', async () => {
    const customer = await newCustomer();
    await portal.pool.query("update users set phone = '+2349011112222' where id = $1", [customer.id]);
    const { ticket } = (await customer.browser.post('/api/user/tickets', { subject: 'a', description: 'b' })).json();
    const plan = await portal.pool.query('select id from service_plans limit 1');
    await customer.browser.post('/api/user/subscribe', { planId: plan.rows[0].id });
    await portal.pool.query(
      `insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, quote, email, description)
       select 'P0123456789ABCD', $1, s.id, s.plan_id, 1, 'paystack', 1, '{}', 'x', 'x' from user_subscriptions s where s.user_id = $1`,
      [customer.id],
    );
    const { rows } = await portal.pool.query('select count(*)::int as payments from payments where user_id = $1', [
      customer.id,
    ]);
    const { accountNumber } = (await customer.browser.get('/api/user/account')).json();
    for (const typed of [accountNumber, customer.email.toUpperCase(), '0901 111 2222', '+23490111', ticket.number]) {
      expect(ids(await search(typed)), typed).toEqual([customer.id]);
    }
    if (rows[0].payments > 0) expect(ids(await search('p0123456789abcd'))).toEqual([customer.id]);
  });

  it('is among the newest while the search is empty, page by page', async () => {
    const { id } = await newCustomer();
    const first = (await staff.browser.get('/api/staff/customers?limit=3')).json();
    expect(first[0].id).toBe(id);
    const second = (await staff.browser.get(`/api/staff/customers?limit=3&before=${first.at(-1).id}`)).json();
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(6);
    expect(await search('x')).toEqual([]);
  });

  it.each([
    'amina',
    'am',
    'person4711',
    'amina11 bel',
    '0800000471',
    'T-000001',
    '7180339898',
    'zzzz',
    "'; drop table users; --",
  ])(`is found among ${MANY} through the indexes: %s`, async (typed) => {
    const asked: { readonly query: string; readonly params: unknown[] }[] = [];
    const logQuery = (query: string, params: unknown[]) => void asked.push({ query, params });
    const wanted = readSearch(typed);
    if (wanted) await searchCustomers(databaseWith(logQuery), wanted, { limit: 20 });
    const [{ query, params } = { query: '', params: [] }] = asked;
    const { rows } = await portal.pool.query<{ 'QUERY PLAN': string }>(`explain ${query}`, params);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan on users');
  });
});

describe('the page of a customer', () => {
  it('names the people of the account, and the accounts of others that the customer belongs to', async () => {
    const [ada, bola] = [await newCustomer({ firstName: 'Ada', lastName: 'Obi' }), await newCustomer()];
    await portal.pool.query("insert into account_people (account_id, user_id, role) values ($1, $2, 'billing')", [
      ada.id,
      bola.id,
    ]);
    const [ofAda, ofBola] = await Promise.all(
      [ada, bola].map(async ({ id }) => (await staff.browser.get(`/api/staff/customers/${id}`)).json()),
    );
    expect(ofAda.people).toMatchObject([
      { id: ada.id, role: 'owner' },
      { id: bola.id, role: 'billing' },
    ]);
    const { accountNumber } = ofAda;
    expect(ofBola.otherAccounts).toEqual([{ id: ada.id, accountNumber, name: 'Ada Obi', role: 'billing' }]);
  });

  it('shows the customer’s data, and no credentials', async () => {
    const customer = await newCustomer({ firstName: 'Amina', lastName: 'Bello' });
    await customer.browser.post('/api/user/tickets', { subject: 'No light', description: 'x' });
    await customer.browser.post('/api/user/speedtest', { downloadSpeed: 50, uploadSpeed: 20, ping: 10 });
    const page = (await staff.browser.get(`/api/staff/customers/${customer.id}`)).json();
    expect(page).toMatchObject({
      id: customer.id,
      name: 'Amina Bello',
      email: customer.email,
      disabled: false,
      credit: 0,
      subscription: null,
      usage: { sample: true },
      speedTests: [{ downloadSpeed: 50 }],
      payments: [],
      tickets: [{ title: 'No light', status: 'open' }],
      referral: { referrals: 0, referredBy: null },
    });
    expect(page.lastSeenAt).toMatch(/Z$/);
    expect(JSON.stringify(page)).not.toMatch(/argon2|passwordHash|emailKey|sid/);
    expect(page.people).toEqual([{ id: customer.id, name: 'Amina Bello', email: customer.email, role: 'owner' }]);
    expect(page.otherAccounts).toEqual([]);
    expect((await staff.browser.get('/api/staff/customers/2147483647')).statusCode).toBe(404);
    expect((await staff.browser.get('/api/staff/customers/x')).statusCode).toBe(404);
  });
});

describe('the page of a customer', () => {
  it('has the payments, tickets and speed tests only for staff who may read them', async () => {
    const customer = await newCustomer();
    await customer.browser.post('/api/user/tickets', { subject: 'No light', description: 'x' });
    const name = { firstName: 'Ada', lastName: 'Eze' };
    const [sales, billing] = [await createStaff(portal, name, 'sales'), await createStaff(portal, name, 'billing')];
    const pageFor = async (who: typeof sales) => (await who.browser.get(`/api/staff/customers/${customer.id}`)).json();
    expect(await pageFor(sales)).toMatchObject({ payments: [], tickets: [{ title: 'No light' }] });
    await portal.pool.query(
      "delete from staff_role_permissions where role = 'billing' and permission = 'tickets:read'",
    );
    expect(await pageFor(billing)).toMatchObject({ tickets: [] });
  });
});

describe('a disabled account', () => {
  it('is signed out everywhere at once and cannot sign in until it is enabled again, with the reasons in the audit log', async () => {
    const customer = await newCustomer();
    const disable = (reason: string) => staff.browser.post(`/api/staff/customers/${customer.id}/disable`, { reason });
    expect((await disable('  ')).json()).toMatchObject({ errors: { reason: 'Say why.' } });
    expect((await disable('Card reported stolen')).statusCode).toBe(200);
    expect((await disable('Card reported stolen')).statusCode).toBe(200);
    expect((await customer.browser.get('/api/user')).statusCode).toBe(401);
    const signIn = () => portal.browser().post('/api/login', { email: customer.email, password: GOOD_PASSWORD });
    expect((await signIn()).statusCode).toBe(401);
    await staff.browser.post(`/api/staff/customers/${customer.id}/enable`, { reason: 'Cleared up' });
    expect((await signIn()).statusCode).toBe(200);
    const records = (await staff.browser.get(`/api/staff/audit?subject=customer:${customer.id}`)).json();
    expect(
      records.map(({ action, after }: { action: string; after: { reason: string } }) => [action, after.reason]),
    ).toEqual([
      ['customer.enable', 'Cleared up'],
      ['customer.disable', 'Card reported stolen'],
    ]);
  });

  it('cannot be one’s own', async () => {
    const refused = await staff.browser.post(`/api/staff/customers/${staff.id}/disable`, { reason: 'Oops' });
    expect(refused.json()).toMatchObject({ code: 'customer.oneself' });
    expect((await staff.browser.get('/api/user')).statusCode).toBe(200);
  });
});
