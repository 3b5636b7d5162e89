import type { CollectionRow } from '@portal/contract/console/collections';
import { DAY_MS, lagosDate } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: RenewalTestbed;
let ifeoma: Customer;
let tunde: Customer;
let phones = 0;
beforeAll(async () => {
  bed = await startRenewalTestbed();
  [ifeoma, tunde] = [await bed.createStaff(), await bed.createStaff()];
  for (const { id } of [ifeoma, tunde]) {
    await bed.rows('delete from staff_member_roles where user_id = $1', [id]);
    await bed.rows("insert into staff_member_roles (user_id, role) values ($1, 'billing')", [id]);
  }
});
afterAll(() => bed.close());
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.rows('update collection_accounts set claimed_by = null, claimed_at = null, claimed_until = null');
  // What a test left unpaid is nobody's to call in the next one.
  await bed.rows("update user_subscriptions set cancel_requested_at = now() where status in ('active', 'suspended')");
});

const now = () => bed.deps.clock();
const inDays = (days: number) => lagosDate(new Date(now().getTime() + days * DAY_MS));
const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000).toISOString();

/** A customer whose line is off, since nobody paid for the next month. */
async function debtor(): Promise<Customer> {
  const [one] = await debtors(1);
  if (!one) throw new Error('there is no debtor');
  return one;
}
async function debtors(count: number, daysLate = 4): Promise<Customer[]> {
  const all: Customer[] = [];
  for (let made = 0; made < count; made++) {
    const customer = await bed.createCustomer();
    await bed.rows('update users set phone = $2 where id = $1', [
      customer.id,
      `+23480355${String(++phones).padStart(5, '0')}`,
    ]);
    await bed.payMonth(customer);
    all.push(customer);
  }
  const first = all[0];
  if (!first) return all;
  const due = Date.parse((await bed.subscription(first)).nextBillingDate);
  await bed.live((due - now().getTime()) / DAY_MS + daysLate, 12);
  return all;
}

const list = async (query = '', who = ifeoma): Promise<CollectionRow[]> => {
  const { status, body } = await bed.call(who, 'GET', `/api/staff/collections${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const rowOf = async ({ id }: Customer, who = ifeoma) =>
  (await list('?limit=100', who)).find(({ customer }) => customer.id === id);
const counts = async () => (await bed.call(ifeoma, 'GET', '/api/staff/collection-counts')).body;
const next = async (who: Customer, body: object = {}) =>
  (await bed.call(who, 'POST', '/api/staff/collections/next', body)).body.customerId;
const claim = (who: Customer, { id }: Customer) => bed.call(who, 'POST', `/api/staff/collections/${id}/claim`);
let requests = 0;
const record = (who: Customer, { id }: Customer, call: object) =>
  bed.call(who, 'POST', `/api/staff/collections/${id}/calls`, { clientRequestId: `call ${++requests}`, ...call });

describe('the queue', () => {
  it('has who is past the due day, still on or off already, with what they owe, and nobody who has paid', async () => {
    const [late, paid] = await debtors(2);
    if (!late || !paid) throw new Error('two are needed');
    await bed.payMonth(paid);
    expect(await rowOf(paid)).toBeUndefined();
    expect(await rowOf(late)).toMatchObject({ owes: 25_000, off: true, days: 4, state: 'to-call', claim: null });
    const { body } = await bed.call(ifeoma, 'GET', `/api/staff/collections/${late.id}`);
    expect(body.account.debts).toMatchObject([
      { invoiceNumber: expect.stringMatching(/^INV-/), off: true, owes: 25_000 },
    ]);
    expect(body.account.language).toBe('en');
    expect((await bed.call(ifeoma, 'GET', `/api/staff/collections/${paid.id}`)).body).toEqual({ account: null });
    expect((await list('?age=1-7')).map(({ customer }) => customer.id)).toContain(late.id);
    expect((await list('?age=8-30')).map(({ customer }) => customer.id)).not.toContain(late.id);
    expect((await list('?age=not-off')).map(({ customer }) => customer.id)).not.toContain(late.id);
    bed.wait(87 * DAY_MS);
    expect(await rowOf(late)).toBeUndefined();
  });

  it('has no line whose last month was refunded, and one that went off without an invoice at its price', async () => {
    const [refunded, downtime] = await debtors(2);
    if (!refunded || !downtime) throw new Error('two are needed');
    await bed.rows(
      'update subscription_periods set revoked_at = $2 from user_subscriptions s where s.id = subscription_id and s.user_id = $1',
      [refunded.id, now()],
    );
    expect(await rowOf(refunded)).toBeUndefined();
    await bed.rows("update invoices set void_reason = 'replaced' where user_id = $1 and status = 'void'", [
      downtime.id,
    ]);
    expect(await rowOf(downtime)).toMatchObject({ owes: 25_000, off: true });
    const { body } = await bed.call(ifeoma, 'GET', `/api/staff/collections/${downtime.id}`);
    expect(body.account.debts).toMatchObject([{ invoiceNumber: null, label: expect.stringContaining('Fiber') }]);
    await bed.rows('update subscription_periods set revoked_at = null');
  });

  it('has lines that are still on, until they are paid for', async () => {
    const [late] = await debtors(1, 1);
    if (!late) throw new Error('one is needed');
    expect(await rowOf(late)).toMatchObject({ owes: 25_000, off: false, days: 1, state: 'to-call' });
    expect((await list('?age=not-off')).map(({ customer }) => customer.id)).toEqual([late.id]);
    const before = await counts();
    expect(before.ages).toContainEqual({ age: 'not-off', count: 1 });
    await bed.payMonth(late);
    expect(await counts()).toMatchObject({ accounts: before.accounts - 1, owes: before.owes - 25_000 });
  });

  it('has a company with what is left of its invoice, whose promise has a day and keeps no line on', async () => {
    const company = await debtor();
    await bed.payMonth(company);
    const terms = { companyName: 'Garki Health Centre', taxId: '12345678-0001', paymentTermsDays: 7, billingDay: 1 };
    const made = await ifeoma.browser.put(`/api/staff/customers/${company.id}/company`, terms);
    expect(made.statusCode, made.body).toBe(200);
    await bed.rows(
      `with invoice as (
         insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
         select 'INV-2026-990001', 2026, 990001, $1, id, 1, 'monthly', 'open', 75000, 0, '{"planName": "June"}', $2, $3 from user_subscriptions where user_id = $1 returning id
       ) insert into monthly_invoices (invoice_id, account_id, month, outstanding) select id, $1, '2026-06', 40000 from invoice`,
      [company.id, new Date(now().getTime() - 60 * DAY_MS), new Date(now().getTime() - 40 * DAY_MS)],
    );
    expect(await rowOf(company)).toMatchObject({ owes: 40_000, company: true, days: 40, off: false });
    expect((await record(ifeoma, company, { outcome: 'promised', until: inDays(90) })).body.code).toBe(
      'promise.beyond-limit',
    );
    expect((await record(ifeoma, company, { outcome: 'promised', until: inDays(3) })).status).toBe(200);
    expect((await rowOf(company))?.state).toBe('promised');
    expect(await bed.rows('select id from payment_promises where user_id = $1', [company.id])).toEqual([]);
    bed.wait(4 * DAY_MS);
    expect((await rowOf(company))?.state).toBe('to-call');
    await bed.rows('delete from monthly_invoices where account_id = $1', [company.id]);
    await bed.rows("delete from invoices where invoice_number = 'INV-2026-990001'");
  });

  it('gives two people who ask at the same moment two accounts, fifty times', async () => {
    await debtors(4);
    for (let round = 0; round < 50; round++) {
      const [one, other] = await Promise.all([next(ifeoma), next(tunde)]);
      expect(one).not.toBeNull();
      expect(other).not.toBeNull();
      expect(one, `round ${round}`).not.toBe(other);
      await ifeoma.browser.delete(`/api/staff/collections/${one}/claim`);
      await tunde.browser.delete(`/api/staff/collections/${other}/claim`);
    }
  });

  it('leaves an account to who works on it for 15 minutes, longer while they stay, and then to anybody', async () => {
    const customer = await debtor();
    expect((await claim(ifeoma, customer)).status).toBe(200);
    expect((await claim(tunde, customer)).body.code).toBe('collection.taken');
    expect((await rowOf(customer, tunde))?.claim).toMatchObject({ by: { id: ifeoma.id }, mine: false });
    expect((await record(tunde, customer, { outcome: 'no-answer' })).body.code).toBe('collection.taken');
    bed.wait(14 * 60_000);
    expect((await claim(ifeoma, customer)).status).toBe(200);
    bed.wait(14 * 60_000);
    expect((await claim(tunde, customer)).body.code).toBe('collection.taken');
    bed.wait(60_000);
    expect((await rowOf(customer))?.claim).toBeNull();
    expect((await claim(tunde, customer)).status).toBe(200);
    const audited = await bed.rows(
      "select actor_id from audit_records where action = 'collection.take' and subject = $1 order by id",
      [`customer:${customer.id}`],
    );
    expect(audited).toEqual([{ actor_id: ifeoma.id }, { actor_id: tunde.id }]);
  });

  it('gives a person one account at a time, and another one than they gave back', async () => {
    const [one, other] = await debtors(2);
    if (!one || !other) throw new Error('two are needed');
    const first = await next(ifeoma);
    const second = await next(ifeoma, { except: first });
    expect(new Set([first, second])).toEqual(new Set([one.id, other.id]));
    expect((await list('?show=mine')).map(({ customer }) => customer.id)).toEqual([second]);
    expect((await counts()).working).toBe(1);
  });

  it('is in one order, page by page: calls that are due, then the oldest day, then the largest sum', async () => {
    const all = await debtors(7);
    for (const [place, { id }] of all.entries()) {
      const daysBack = [0, 2, 0, 1, 2, 0, 1][place] ?? 0;
      await bed.rows(
        'update user_subscriptions set next_renewal = next_renewal - make_interval(days => $2) where user_id = $1',
        [id, daysBack],
      );
      await bed.rows("update invoices set total = $2 where user_id = $1 and status = 'void'", [
        id,
        [5, 1, 9, 3, 2, 9, 4][place],
      ]);
    }
    const called = all[3];
    if (!called) throw new Error('seven are needed');
    await record(ifeoma, called, { outcome: 'call-later', nextCallAt: inHours(1) });
    bed.wait(2 * 3_600_000);
    const whole = await list();
    const place = ({ state, since, owes, customer }: CollectionRow) =>
      [
        state === 'call-now' ? 0 : 1,
        Date.parse(`${lagosDate(new Date(since))}T00:00:00Z`),
        -owes,
        customer.id,
      ] as const;
    const sorted = whole.toSorted((a, b) => {
      const [one, two] = [place(a), place(b)];
      const at = one.findIndex((value, index) => value !== two[index]);
      return at < 0 ? 0 : (one[at] ?? 0) - (two[at] ?? 0);
    });
    expect(whole.map(({ customer }) => customer.id)).toEqual(sorted.map(({ customer }) => customer.id));
    expect(whole[0]?.customer.id).toBe(called.id);
    const paged: CollectionRow[] = [];
    for (;;) {
      const last = paged.at(-1);
      const page = await list(`?limit=2${last ? `&after=${last.key}` : ''}`);
      paged.push(...page);
      if (page.length < 2) break;
    }
    expect(paged).toEqual(whole);
    await bed.rows("update invoices set total = 25000 where user_id = any($1) and status = 'void'", [
      all.map(({ id }) => id),
    ]);
  });
});

describe('a call', () => {
  it('that ends with a promise makes it within the limit of the role, once however often it is sent', async () => {
    const customer = await debtor();
    expect((await record(ifeoma, customer, { outcome: 'promised' })).body.code).toBe('collection.no-day');
    const beyond = await record(ifeoma, customer, { outcome: 'promised', until: inDays(80) });
    expect(beyond.body.code).toBe('promise.beyond-limit');
    expect(await bed.rows('select 1 as one from collection_calls where user_id = $1', [customer.id])).toEqual([]);
    const send = () =>
      record(ifeoma, customer, { outcome: 'promised', until: inDays(2), note: 'Salary', clientRequestId: 'same' });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(second.body.call.id).toBe(first.body.call.id);
    expect(await bed.rows('select state from payment_promises where user_id = $1', [customer.id])).toEqual([
      { state: 'running' },
    ]);
    expect((await bed.subscription(customer)).status).toBe('active');
    const { today, people } = await counts();
    expect(today).toMatchObject({ called: 1, promised: 1, promisedSum: 25_000, paid: 0 });
    expect(people).toMatchObject([{ id: ifeoma.id, called: 1 }]);
    const { body: events } = await bed.call(ifeoma, 'GET', `/api/staff/customers/${customer.id}/timeline?kind=call`);
    expect(events).toMatchObject([{ what: 'promised', text: expect.stringMatching(/^Pays on .*Salary$/) }]);
    const { body: calls } = await bed.call(ifeoma, 'GET', `/api/staff/customers/${customer.id}/collection-calls`);
    expect(calls).toMatchObject([{ outcome: 'promised', until: inDays(2), note: 'Salary' }]);
    const audit = await bed.rows(
      "select after::text as after from audit_records where action = 'collection.call' and subject = $1",
      [`customer:${customer.id}`],
    );
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain('Salary');
  });

  it('about what somebody disputes opens one ticket, and waits while it is open', async () => {
    const customer = await debtor();
    const send = () =>
      record(ifeoma, customer, { outcome: 'disputed', note: 'Paid in the shop', clientRequestId: 'dispute' });
    const { body } = await send();
    expect((await send()).body.call).toEqual(body.call);
    const tickets = await bed.rows('select id, category, description from support_tickets where user_id = $1', [
      customer.id,
    ]);
    expect(tickets).toEqual([
      { id: body.call.ticketId, category: 'billing', description: expect.stringMatching(/^Paid in the shop\nINV-/) },
    ]);
    bed.wait(DAY_MS);
    expect((await rowOf(customer))?.state).toBe('disputed');
    await bed.rows("update support_tickets set status = 'resolved', resolved_at = now() where user_id = $1", [
      customer.id,
    ]);
    expect((await rowOf(customer))?.state).toBe('to-call');
  });

  it('to a wrong number is not made again before the telephone is corrected', async () => {
    const customer = await debtor();
    await record(ifeoma, customer, { outcome: 'wrong-number' });
    bed.wait(DAY_MS);
    expect((await rowOf(customer))?.state).toBe('wrong-number');
    expect(await next(tunde)).not.toBe(customer.id);
    await bed.rows("update users set phone = '+2348035559999' where id = $1", [customer.id]);
    expect((await rowOf(customer))?.state).toBe('to-call');
    expect(await next(tunde)).toBe(customer.id);
  });

  it('is made once a day, and again at the time that was arranged', async () => {
    const customer = await debtor();
    const past = await record(ifeoma, customer, { outcome: 'call-later', nextCallAt: inHours(-1) });
    expect(past.body.code).toBe('call-back.not-ahead');
    await record(ifeoma, customer, { outcome: 'no-answer' });
    expect((await rowOf(customer))?.state).toBe('called');
    expect(await next(tunde)).toBeNull();
    await record(tunde, customer, { outcome: 'call-later', nextCallAt: inHours(2) });
    expect((await rowOf(customer))?.state).toBe('call-later');
    bed.wait(2 * 3_600_000);
    expect((await rowOf(customer))?.state).toBe('call-now');
    expect(await next(tunde)).toBe(customer.id);
    expect((await counts()).today).toMatchObject({ called: 1, notReached: 0 });
  });

  it('leads to nothing more once the customer has paid meanwhile', async () => {
    const customer = await debtor();
    await record(ifeoma, customer, { outcome: 'call-later', nextCallAt: inHours(1) });
    await claim(ifeoma, customer);
    await bed.payMonth(customer);
    expect(await rowOf(customer)).toBeUndefined();
    const { body: waiting } = await bed.call(ifeoma, 'GET', `/api/staff/call-backs?customer=${customer.id}`);
    expect(waiting).toEqual([]);
    expect((await claim(tunde, customer)).body.code).toBe('collection.owes-nothing');
    const promised = await record(ifeoma, customer, { outcome: 'promised', until: inDays(1) });
    expect(promised.body.code).toBe('promise.nothing-due');
    expect((await record(ifeoma, customer, { outcome: 'says-paid' })).status).toBe(200);
    expect((await counts()).today).toMatchObject({ paid: 0 });
  });

  it('counts as paid what came after it, from who was called', async () => {
    const [customer, unpaid] = await debtors(2);
    if (!customer || !unpaid) throw new Error('two are needed');
    await record(tunde, unpaid, { outcome: 'says-paid' });
    await record(tunde, customer, { outcome: 'says-paid' });
    await bed.payMonth(customer);
    const { people, accounts, accountsOfToday } = await counts();
    expect(accountsOfToday).toBe(accounts + 1);
    expect(people.find(({ id }: { id: number }) => id === tunde.id)).toMatchObject({ paid: 1, paidSum: 25_000 });
  });
});

it('who owes leaves the house as CSV that no spreadsheet runs, and is audited', async () => {
  const customer = await debtor();
  await bed.rows("update users set first_name = '=1+1' where id = $1", [customer.id]);
  const { statusCode, body } = await ifeoma.browser.get('/api/staff/collections.csv?age=1-7');
  expect(statusCode).toBe(200);
  expect(body).toContain("'=1+1");
  expect(body).not.toContain(',=1+1');
  const audited = await bed.rows("select actor_id from audit_records where subject = 'export:collections'");
  expect(audited).toEqual([{ actor_id: ifeoma.id }]);
});

it('is for those who may see it, and a promise and a dispute for those who may record them', async () => {
  const customer = await debtor();
  const technician = await bed.createStaff();
  await bed.rows('delete from staff_member_roles where user_id = $1', [technician.id]);
  await bed.rows("insert into staff_member_roles (user_id, role) values ($1, 'technician')", [technician.id]);
  expect((await bed.call(technician, 'GET', '/api/staff/collections')).status).toBe(403);
  expect((await bed.call(customer, 'GET', '/api/staff/collections')).status).toBe(403);
  await bed.rows(
    "delete from staff_role_permissions where role = 'billing' and permission in ('promises:write', 'tickets:write')",
  );
  expect((await record(ifeoma, customer, { outcome: 'promised', until: inDays(1) })).status).toBe(403);
  expect((await record(ifeoma, customer, { outcome: 'disputed' })).status).toBe(403);
  await bed.rows(
    "insert into staff_role_permissions (role, permission) values ('billing', 'promises:write'), ('billing', 'tickets:write')",
  );
});
