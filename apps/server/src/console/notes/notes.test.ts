import type { TimelineEvent } from '@portal/contract/console/customer-notes';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

async function newCustomer() {
  const browser = portal.browser();
  const { user } = (await browser.register()).json();
  return { browser, id: Number(user.id) };
}
const timeline = async (id: number, query = ''): Promise<TimelineEvent[]> =>
  (await staff.browser.get(`/api/staff/customers/${id}/timeline${query}`)).json();

it('a note is stored once however often it is sent, is audited without its text, and is for staff alone', async () => {
  const customer = await newCustomer();
  const note = () =>
    staff.browser.post(`/api/staff/customers/${customer.id}/notes`, { text: ' Prefers calls ', clientNoteId: 'one' });
  const [first, second] = [(await note()).json(), (await note()).json()];
  expect(first.note).toMatchObject({ text: 'Prefers calls' });
  expect(second.note).toEqual(first.note);
  expect(await timeline(customer.id, '?kind=note')).toMatchObject([
    { kind: 'note', text: 'Prefers calls', by: expect.any(String) },
  ]);
  const audit = await portal.pool.query("select after::text from audit_records where action = 'customer.note'");
  expect(audit.rows).toEqual([{ after: `{"note": ${first.note.id}}` }]);
  for (const path of ['/api/user', '/api/user/account', '/api/user/notices', '/api/user/tickets'])
    expect((await customer.browser.get(path)).body).not.toContain('Prefers calls');
  expect(
    (await staff.browser.post('/api/staff/customers/2147483647/notes', { text: 'x', clientNoteId: 'y' })).statusCode,
  ).toBe(404);
});

it('tags are kept once each in lower case, listed on the page, audited when they change, and limit the list of customers', async () => {
  const [customer, other] = [await newCustomer(), await newCustomer()];
  const set = (id: number, tags: string[]) => staff.browser.put(`/api/staff/customers/${id}/tags`, { tags });
  expect((await set(customer.id, ['VIP', 'vip', 'Reseller'])).json().tags).toEqual(['reseller', 'vip']);
  await set(customer.id, ['vip', 'reseller']);
  await set(other.id, ['vip']);
  expect((await staff.browser.get(`/api/staff/customers/${customer.id}`)).json().tags).toEqual(['reseller', 'vip']);
  const tagged = async (tag: string) =>
    (await staff.browser.get(`/api/staff/customers?tag=${tag}`)).json().map(({ id }: { id: number }) => id);
  expect(await tagged('Vip')).toEqual([other.id, customer.id]);
  expect(await tagged('reseller')).toEqual([customer.id]);
  expect((await set(customer.id, [])).json().tags).toEqual([]);
  const { rows } = await portal.pool.query(
    "select before ->> 'tags' as before, after ->> 'tags' as after from audit_records where action = 'customer.tags' and subject = $1 order by id",
    [`customer:${customer.id}`],
  );
  expect(rows).toEqual([
    { before: '', after: 'reseller, vip' },
    { before: 'reseller, vip', after: '' },
  ]);
});

it('one time line has everything that happened to a customer, newest first, page by page, each event once', async () => {
  const customer = await newCustomer();
  const plan = (await portal.pool.query('select id, name from service_plans limit 1')).rows[0];
  await customer.browser.post('/api/user/subscribe', { planId: plan.id });
  await customer.browser.post('/api/user/tickets', { subject: 'No light', description: 'x' });
  await customer.browser.post('/api/chat/initialize', {});
  await staff.browser.post(`/api/staff/customers/${customer.id}/notes`, { text: 'Called twice', clientNoteId: 'a' });
  await staff.browser.post(`/api/staff/customers/${customer.id}/disable`, { reason: 'Card stolen' });
  await portal.pool.query(
    `with paid as (
       insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, quote, email, description, status, created_at, paid_at)
       select 'P0123456789ABCD', $1, s.id, s.plan_id, 1, 'paystack', 15000, '{}', 'x', 'One month', 'successful', now(), now() from user_subscriptions s where s.user_id = $1
       returning id
     ), refund as (
       insert into refunds (reference, payment_id, amount, reason, keep_service, status, requested_by)
       select 'R1', id, 500, 'Twice', false, 'done', $2 from paid
     ), action as (
       insert into radius_actions (user_id, username, kind, reason, nas, session_id, download_mbps)
       values ($1, 'x', 'disconnect', 'suspended', 'nas', '1', 10)
     )
     update user_subscriptions set start_date = now(), cancelled_at = now(), status = 'cancelled', cancel_reason = 'Moved' where user_id = $1`,
    [customer.id, staff.id],
  );
  // Of a second line of the account.
  await portal.pool.query(
    `with second as (insert into lines (id, account_id) values (nextval('users_id_seq'), $1) returning id)
     insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee, created_at)
     select second.id, $2, 'pending', now(), 1, 1, now() from second`,
    [customer.id, plan.id],
  );
  const all = await timeline(customer.id, '?limit=50');
  expect(all.map(({ kind, what }) => `${kind} ${what}`).toSorted()).toEqual(
    [
      'registered registered',
      'line chosen',
      'line chosen',
      'line started',
      'line cancelled',
      'payment successful',
      'refund done',
      'ticket opened',
      'chat waiting',
      'network disconnect',
      'note noted',
      'change customer.disable',
    ].toSorted(),
  );
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(all.find(({ kind }) => kind === 'payment')).toMatchObject({ amount: 15_000, reference: 'P0123456789ABCD' });
  expect(all.find(({ what }) => what === 'customer.disable')).toMatchObject({ text: 'Card stolen' });

  const paged: TimelineEvent[] = [];
  for (;;) {
    const last = paged.at(-1);
    const page = await timeline(customer.id, `?limit=2${last ? `&before=${encodeURIComponent(last.key)}` : ''}`);
    paged.push(...page);
    if (page.length < 2) break;
  }
  expect(paged).toEqual(all);
  const answer = await staff.browser.get(`/api/staff/customers/${customer.id}/timeline?before=9999999999999999.x:1`);
  expect(answer.statusCode).toBe(200);
  expect((await staff.browser.get(`/api/staff/customers/${customer.id}/timeline?before=x`)).statusCode).toBe(422);
  expect((await staff.browser.get('/api/staff/customers/2147483647/timeline')).statusCode).toBe(404);
});
