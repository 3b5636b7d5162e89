import { endpoints } from '@portal/contract';
import type { LineView } from '@portal/contract/billing/lines';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncAllAccess } from '../../network/access/sync-access.ts';
import { accountingBody } from '../../network/accounting/packet.factory.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { TEST_NETWORK_TOKEN } from '../../testing/test-portal.ts';
import { runRenewals } from '../renewals/run-renewals.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MONTH = 25_000;
const DAY_MS = 24 * 3_600_000;

let bed: PaymentTestbed;
let customer: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
beforeEach(async () => {
  customer = await bed.createCustomer();
});
afterAll(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.close();
});

const get = async (path: string, who = customer) => (await bed.call(who, 'GET', path)).body;
const post = (path: string, body: object, who = customer) => bed.call(who, 'POST', path, body);
const listLines = (): Promise<LineView[]> => get('/api/user/lines');
const addLine = async (label: string): Promise<LineView> =>
  (await post('/api/user/lines', { label, planId: bed.planId, place: 'Second gate, blue door' })).body.line;

/** Pays a month of a line by card. */
async function pay(lineId: number | undefined, amount = MONTH): Promise<void> {
  const order = { amount, email: customer.email, plan: bed.planId, lineId };
  const { body } = await post('/api/payment/paystack/initialize', order);
  bed.sandbox.decide(body.data.reference, 'approve');
  expect((await bed.verify(customer, 'paystack', body.data.reference)).body.status).toBe('success');
  await bed.quiet();
}

async function customerWithTwoLines(): Promise<readonly [home: number, shop: number]> {
  await pay(undefined);
  const { id } = await addLine('Shop');
  await pay(id);
  return [customer.id, id];
}

/** What the bell and the mails of the account have said, in the order of the events. */
const told = async () => {
  const notices = await bed.rows('select kind, values from notices where user_id = $1 order by created_at', [
    customer.id,
  ]);
  const mails = await bed.rows('select text from outbox_messages where recipient = $1 order by id', [customer.email]);
  return { notices, mails: mails.map(({ text }) => String(text)) };
};

const statusOf = async (line: number) => (await get(`/api/user/subscription?line=${line}`)).status;

describe('what is told about a line', () => {
  it('names it where the account has several, in the notice and in the mail, and else says nothing of lines', async () => {
    await bed.createCustomer();
    await pay(undefined);
    const one = await told();
    expect(one.notices.map(({ values }) => values)).toMatchObject([{ plan: expect.not.stringContaining('(') }]);
    expect(one.mails.join()).not.toContain('Line');
    const { id } = await addLine('Shop');
    await pay(id);
    await pay(undefined);
    const { notices, mails } = await told();
    const plans = notices.filter(({ kind }) => kind === 'payment-received').map(({ values }) => values);
    expect(plans).toMatchObject([
      { plan: expect.not.stringContaining('(') },
      { plan: expect.stringMatching(/ \(Shop\)$/) },
      { plan: expect.stringMatching(/ \(Line 1\)$/) },
    ]);
    expect(mails.at(-2)).toMatch(/Line: Shop/);
    expect(mails.at(-1)).toMatch(/Line: Line 1/);
    for (let day = 0; day < 40; day++) {
      bed.wait(DAY_MS);
      await runRenewals(bed.deps);
    }
    const off = (await told()).notices.filter(({ kind }) => kind === 'line-off-may-promise');
    expect(off.map(({ values }) => values)).toEqual([
      { amount: expect.any(String), plan: expect.stringMatching(/ \(Shop\)$/) },
    ]);
  });
});

describe('an account', () => {
  it('has one line from the beginning, which the first plan is for', async () => {
    expect(await listLines()).toEqual([
      {
        id: customer.id,
        label: 'Line 1',
        place: null,
        planId: null,
        planName: null,
        status: null,
        nextBillingDate: null,
        monthlyFee: null,
      },
    ]);
    expect(await addLine('Home')).toMatchObject({
      id: customer.id,
      label: 'Home',
      status: 'pending',
      monthlyFee: MONTH,
    });
    expect(await listLines()).toHaveLength(1);
  });

  it('gets further lines, each once however often it is sent, and each with a name of its own', async () => {
    await pay(undefined);
    const wish = { label: 'Shop', planId: bed.planId };
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/user/lines', wish)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [home, shop] = await listLines();
    expect(shop).toMatchObject({ label: 'Shop', status: 'pending', nextBillingDate: null });
    const rename = (id = 0, label = '') => customer.browser.put(`/api/user/lines/${id}`, { label });
    expect((await rename(home?.id, 'SHOP')).json().code).toBe('line.label-taken');
    expect((await rename(home?.id, 'Flat')).json().line).toMatchObject({ label: 'Flat', status: 'active' });
  });

  it('cannot have a line on a plan that is not on sale', async () => {
    const wish = { label: 'Shop', planId: '00000000-0000-4000-8000-000000000000' };
    expect((await post('/api/user/lines', wish)).body.code).toBe('plan.not-found');
  });
});

describe('each line', () => {
  it('has its own plan, period, pause and end; a call that names none is about the first that is not cancelled', async () => {
    const [home, shop] = await customerWithTwoLines();
    expect(await listLines()).toMatchObject([
      { id: home, status: 'active' },
      { id: shop, status: 'active' },
    ]);
    await post('/api/user/subscription/pause', { days: 10, lineId: shop });
    expect([await statusOf(home), await statusOf(shop)]).toEqual(['active', 'suspended']);
    expect((await get('/api/user/subscription')).status).toBe('active');
    await post('/api/user/subscription/cancellation', { reason: 'Sold' });
    bed.wait(40 * DAY_MS);
    await runRenewals(bed.deps);
    expect(await get(`/api/user/subscription?line=${home}`)).toBeNull();
    const first = await get('/api/user/subscription');
    expect(first).toEqual(await get(`/api/user/subscription?line=${shop}`));
    expect(first).not.toBeNull();
  });

  it('has its own login, usage and extra data', async () => {
    const [home, shop] = await customerWithTwoLines();
    await syncAllAccess(
      { recordAllowance: async () => {}, publish: async () => {}, database: bed.database },
      bed.deps.clock(),
    );
    const logins = await bed.rows(
      'select user_id, username from network_lines where user_id = any($1) order by user_id',
      [[home, shop]],
    );
    expect(logins).toMatchObject([{ user_id: home }, { user_id: shop }]);
    const [, { username } = { username: '' }] = logins as { username: string }[];
    const say = (download: number, status: string) =>
      bed.app.inject({
        method: 'POST',
        url: '/api/network/accounting',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
        payload: accountingBody({
          username,
          sessionId: `shop-${shop}`,
          at: bed.deps.clock(),
          status,
          download,
          seconds: 60,
        }),
      });
    await say(0, 'Start');
    expect((await say(3 * 1024 ** 3, 'Interim-Update')).statusCode).toBe(204);
    expect(await get(`/api/user/usage?line=${shop}`)).toMatchObject({ dataUsed: 3, sample: false });
    expect(await get('/api/user/usage')).toMatchObject({ sample: true });
  });

  it('is renewed by itself; the credit of the account pays for one of them, not for both', async () => {
    const [home, shop] = await customerWithTwoLines();
    await bed.rows(
      `with given as (insert into credit_balances (user_id, balance) values ($1, ${MONTH})
        on conflict (user_id) do update set balance = excluded.balance)
      insert into ledger_entries (transaction_key, account, user_id, amount)
      values ('reward:test-' || $1, 'referral-rewards', null, ${MONTH}), ('reward:test-' || $1, 'credit', $1, -${MONTH})`,
      [home],
    );
    bed.wait(31 * DAY_MS);
    await runRenewals(bed.deps);
    bed.wait(2 * 60_000);
    await runRenewals(bed.deps);
    const periods = await bed.rows('select paid_periods from user_subscriptions where user_id = any($1) order by 1', [
      [home, shop],
    ]);
    expect(periods).toEqual([{ paid_periods: 1 }, { paid_periods: 2 }]);
    const [left] = await bed.rows('select balance::int from credit_balances where user_id = $1', [home]);
    expect(left).toEqual({ balance: 0 });
  });

  it('keeps its own speed tests, and a ticket says which line it is about', async () => {
    const [home, shop] = await customerWithTwoLines();
    const measured = { downloadSpeed: 90, uploadSpeed: 40, ping: 12 };
    expect((await post('/api/user/speedtest', { ...measured, lineId: shop })).status).toBe(200);
    expect(await get(`/api/user/speedtest?line=${home}`)).toEqual([]);
    expect(await get(`/api/user/speedtest?line=${shop}`)).toMatchObject([measured]);
    const ticket = { subject: 'No light', description: 'Since noon', lineId: shop };
    const { body } = await post('/api/user/tickets', ticket);
    const [row] = await bed.rows('select line_id from support_tickets where id = $1', [body.ticket.id]);
    expect(row).toEqual({ line_id: shop });
  });
});

describe('staff', () => {
  it('see every line of a customer, one at a time', async () => {
    const [home, shop] = await customerWithTwoLines();
    const staff = await bed.createStaff();
    const page = await get(`/api/staff/customers/${home}?line=${shop}`, staff);
    expect(page).toMatchObject({ lineId: shop, lines: [{ id: home }, { id: shop, label: 'Shop' }] });
    expect(await get(`/api/staff/customers/${home}`, staff)).toMatchObject({ lineId: home });
    expect(await get(`/api/staff/customers/${home}?line=${staff.id}`, staff)).toMatchObject({ code: 'line.not-found' });
    const area = { area: 'Ikeja', lineId: shop };
    expect((await staff.browser.put(`/api/staff/customers/${home}/area`, area)).statusCode).toBe(200);
    expect(await get(`/api/staff/customers/${home}`, staff)).toMatchObject({ area: null });
  });
});

const ofLine = endpoints
  .filter((entry) => entry.ofLine)
  .map((entry) => [`${entry.method} ${entry.path}`, entry] as const);

describe.each(ofLine)('%s', (_name, entry) => {
  it('finds no line of another account, nor one that does not exist', async () => {
    const another = await bed.createCustomer();
    for (const line of [another.id, 2_147_483_647]) {
      const path = entry.path.replace(':gateway', 'paystack');
      const url = entry.body ? path : `${path}?line=${line}`;
      const body = entry.body ? JSON.stringify({ lineId: line, ...BODIES[path] }) : undefined;
      const query = QUERIES[path] ?? '';
      const answer = await customer.browser.send(entry.method, `${url}${query}`, body, {
        'content-type': 'application/json',
      });
      expect(answer.json(), answer.body).toMatchObject({ code: 'line.not-found' });
      expect(answer.statusCode).toBe(404);
    }
  });
});

/** What the calls need besides the line. */
const PLAN = '00000000-0000-4000-8000-000000000000';
const QUERIES: Readonly<Record<string, string>> = {
  '/api/user/payment-quote': `&plan=${PLAN}`,
  '/api/user/upgrade-quote': `&plan=${PLAN}`,
  '/api/user/bundle-quote': `&bundle=${PLAN}`,
};
const BODIES: Readonly<Record<string, object>> = {
  '/api/user/payment-promises': { until: '2026-12-04' },
  '/api/user/subscription': { planId: PLAN },
  '/api/user/subscribe': { planId: PLAN },
  '/api/user/subscription/cancellation': { reason: 'x' },
  '/api/user/subscription/pause': { days: 7 },
  '/api/user/pay-with-credit': { plan: PLAN },
  '/api/payment/paystack/initialize': { plan: PLAN, amount: 1, email: 'a@mail.example' },
  '/api/user/auto-pay': { card: PLAN, agreed: true },
  '/api/user/auto-pay/preferences': { chargeFirst: 'card', salaryDay: null },
  '/api/user/payment-methods/:id/pause': { isPaused: true },
  '/api/user/mandates': { agreed: true },
  '/api/user/vouchers': { pin: '123456789012' },
  '/api/user/speedtest': { downloadSpeed: 1, uploadSpeed: 1, ping: 1 },
  '/api/user/tickets': { subject: 'x', description: 'x' },
};
