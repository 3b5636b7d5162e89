import { DAY_MS, lagosDate } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { runRenewals } from '../renewals/run-renewals.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PROMISES = '/api/user/payment-promises';

let bed: RenewalTestbed;
let support: Customer;
let manager: Customer;
let customer: Customer;
let due: Date;
beforeAll(async () => {
  bed = await startRenewalTestbed();
  [support, manager] = [await bed.createStaff(), await bed.createStaff()];
  for (const [who, role] of [
    [support, 'support'],
    [manager, 'manager'],
  ] as const) {
    await bed.rows('delete from staff_member_roles where user_id = $1', [who.id]);
    await bed.rows('insert into staff_member_roles (user_id, role) values ($1, $2)', [who.id, role]);
  }
});
afterAll(() => bed.close());
beforeEach(async () => {
  customer = await bed.createCustomer();
  await bed.payMonth(customer);
  due = new Date((await bed.subscription(customer)).nextBillingDate);
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});

/** Moves the clock to a number of days after the paid time ended, with the renewals on the way. */
const liveUntil = async (daysAfter: number) =>
  bed.live((due.getTime() - bed.deps.clock().getTime()) / DAY_MS + daysAfter, 6);
const inDays = (days: number) => lagosDate(new Date(bed.deps.clock().getTime() + days * DAY_MS));
const promise = (days: number, who = customer) => bed.call(who, 'POST', PROMISES, { until: inDays(days) });
const read = async () => (await bed.call(customer, 'GET', PROMISES)).body;
const ofStaff = () => `/api/staff/customers/${customer.id}/payment-promises`;
const record = (who: Customer, days: number) => bed.call(who, 'POST', ofStaff(), { until: inDays(days) });
const isOn = async () => (await bed.subscription(customer)).status === 'active';
/** Just before, or just after, a promised day ends. */
const untilEndOf = async (endsAt: string, ms: number) => {
  bed.wait(Date.parse(endsAt) - bed.deps.clock().getTime() + ms);
  await runRenewals(bed.renewals);
};
const noticed = async () => (await bed.noticesOf(customer)).filter((kind) => /promise|suspended/.test(kind));

describe('a promise to pay of a customer', () => {
  it('keeps the line on to the end of the promised day, and paying in time keeps the due day and gives nothing away', async () => {
    await liveUntil(1);
    const made = await promise(5);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { endsAt } = made.body.promise;
    expect(made.body.promise).toMatchObject({ until: inDays(5), amount: 25_000, state: 'running', by: 'customer' });
    const { graceEndsAt } = await bed.subscription(customer);
    expect(Date.parse(graceEndsAt)).toBe(Date.parse(endsAt) - 1);
    await untilEndOf(endsAt, -60_000);
    expect(await isOn()).toBe(true);
    const before = await bed.rows("select count(*)::int as entries from ledger_entries where account = 'credit'");
    await bed.payMonth(customer);
    expect(await bed.rows("select count(*)::int as entries from ledger_entries where account = 'credit'")).toEqual(
      before,
    );
    const [month] = await bed.rows(
      'select p.starts_at from subscription_periods p join user_subscriptions s on s.id = p.subscription_id where s.user_id = $1 order by p.period_number desc limit 1',
      [customer.id],
    );
    expect(month).toEqual({ starts_at: due });
    expect((await read()).history).toMatchObject([{ state: 'kept' }]);
    await untilEndOf(endsAt, 60_000);
    expect(await isOn()).toBe(true);
    expect(await noticed()).toEqual(['promise-made', 'promise-due']);
  });

  it('that is not kept ends with its day: the line goes off, and the next waits for the operator’s time', async () => {
    await liveUntil(1);
    const { endsAt } = (await promise(4)).body.promise;
    await untilEndOf(endsAt, -300_000);
    expect(await isOn()).toBe(true);
    await untilEndOf(endsAt, 0);
    expect(await isOn()).toBe(false);
    expect(await noticed()).toEqual(['promise-made', 'promise-due', 'promise-broken']);
    const { history, obstacle, nextFrom, days } = await read();
    expect(history).toMatchObject([{ state: 'broken' }]);
    expect({ obstacle, days, nextFrom }).toEqual({
      obstacle: 'promise.blocked',
      days: null,
      nextFrom: lagosDate(new Date(Date.parse(endsAt) + 60 * DAY_MS)),
    });
    expect((await promise(1)).body).toMatchObject({ code: 'promise.blocked', allowed: { from: null, until: null } });
    expect((await record(manager, 1)).body.code).toBe('promise.blocked');
    // The days on the promise are part of the month that is paid at last.
    bed.wait(2 * DAY_MS);
    await bed.payMonth(customer);
    const [month] = await bed.rows('select starts_at from subscription_periods order by created_at desc limit 1');
    const onPromise = Date.parse(endsAt) - (due.getTime() + 3 * DAY_MS);
    const early = bed.deps.clock().getTime() - onPromise - Number(month?.starts_at);
    expect(Math.abs(early)).toBeLessThan(60_000);
    expect(await isOn()).toBe(true);
  });

  it('brings a line back that has gone off, at once, with its invoice and its due day', async () => {
    await liveUntil(3.2);
    expect(await isOn()).toBe(false);
    expect(await noticed()).toEqual(['line-off-may-promise']);
    expect(await read()).toMatchObject({ obstacle: null, amount: 25_000, dueAt: due.toISOString(), onUntil: null });
    const { endsAt } = (await promise(2)).body.promise;
    expect(await isOn()).toBe(true);
    await runRenewals(bed.renewals);
    const [invoice] = (await bed.call(customer, 'GET', '/api/user/invoices')).body;
    expect(invoice).toMatchObject({ status: 'open', dueAt: due.toISOString() });
    await untilEndOf(endsAt, 0);
    expect(await isOn()).toBe(false);
  });

  it('is possible once for each bill, up to the operator’s days, and never by the past', async () => {
    expect((await promise(3)).body).toMatchObject({ code: 'promise.nothing-due', allowed: { until: null } });
    await liveUntil(1);
    const allowed = { from: inDays(0), until: inDays(7) };
    expect((await read()).days).toEqual(allowed);
    for (const days of [-1, 8, 400]) {
      const { status, body } = await promise(days);
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'promise.beyond-limit', allowed } });
    }
    for (const until of ['2026-02-30', 'Friday', '', 5, null])
      expect((await bed.call(customer, 'POST', PROMISES, { until })).status, `${until}`).toBe(422);
    const race = await Promise.all([promise(7), promise(6), promise(7)]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await promise(7)).body.code).toBe('promise.made-before');
  });

  it('is not for a line that is paused, cancelled or was never paid for', async () => {
    const newcomer = await bed.createCustomer();
    expect((await promise(3, newcomer)).body.code).toBe('promise.not-possible');
    await bed.call(customer, 'POST', '/api/user/subscription/pause', { days: 7 });
    expect((await promise(3)).body.code).toBe('promise.not-possible');
    await customer.browser.delete('/api/user/subscription/pause');
    await bed.call(customer, 'POST', '/api/user/subscription/cancellation', { reason: 'Moving' });
    expect((await promise(3)).body.code).toBe('promise.not-possible');
    await liveUntil(1);
    expect((await promise(3)).body).toMatchObject({ code: 'promise.not-possible', allowed: { from: null } });
  });

  it('ends with a cancellation of the line', async () => {
    await liveUntil(1);
    await promise(4);
    await bed.call(customer, 'POST', '/api/user/subscription/cancellation', { reason: 'Moving' });
    expect((await read()).history).toMatchObject([{ state: 'withdrawn' }]);
    expect(await bed.subscription(customer)).toBeNull();
  });

  it('is kept or broken, never both, when the payment comes as the day ends', async () => {
    await liveUntil(1);
    const { endsAt } = (await promise(4)).body.promise;
    bed.wait(Date.parse(endsAt) - bed.deps.clock().getTime());
    await Promise.all([bed.payMonth(customer), runRenewals(bed.renewals), runRenewals(bed.renewals)]);
    await runRenewals(bed.renewals);
    expect(await isOn()).toBe(true);
    expect((await read()).history).toMatchObject([{ state: 'broken' }]);
    expect(
      await bed.rows(
        'select count(*)::int as months from subscription_periods p join user_subscriptions s on s.id = p.subscription_id where s.user_id = $1',
        [customer.id],
      ),
    ).toEqual([{ months: 2 }]);
  });

  it('is kept by account credit that comes meanwhile', async () => {
    await liveUntil(1);
    const { endsAt } = (await promise(4)).body.promise;
    await bed.creditBy(customer, 25_000);
    await bed.live(0.1, 1);
    expect((await read()).history).toMatchObject([{ state: 'kept' }]);
    await untilEndOf(endsAt, 0);
    expect(await isOn()).toBe(true);
  });
});

describe('a promise that staff record', () => {
  it('reaches as far as their role allows, is told to the customer and is in the audit log', async () => {
    await liveUntil(1);
    const { body: standing } = await bed.call(support, 'GET', ofStaff());
    expect(standing).toMatchObject({ limitDays: 5, longestDays: 30, ofPeriod: 0, days: { until: inDays(5) } });
    const beyond = await record(support, 6);
    expect(beyond).toMatchObject({
      status: 409,
      body: { code: 'promise.beyond-limit', allowed: { until: inDays(5) } },
    });
    const made = await record(manager, 20);
    expect(made.body.promise).toMatchObject({ by: 'staff', until: inDays(20), recordedBy: expect.any(String) });
    expect(await noticed()).toEqual(['promise-made']);
    const [entry] = await bed.rows(
      'select action, actor_id from audit_records where subject = $1 order by id desc limit 1',
      [`customer:${customer.id}`],
    );
    expect(entry).toEqual({ action: 'promise.make', actor_id: manager.id });
    expect((await read()).obstacle).toBe('promise.made-before');
  });

  it('replaces the customer’s own, counted from the first, and is one when both come at once', async () => {
    await liveUntil(1);
    await Promise.all([promise(3), record(manager, 10)]);
    const { running, history } = (await bed.call(manager, 'GET', ofStaff())).body;
    expect(history.filter(({ state }: { state: string }) => state === 'running')).toEqual([running]);
    bed.wait(2 * DAY_MS);
    expect((await record(support, 5)).body).toMatchObject({
      code: 'promise.beyond-limit',
      allowed: { until: inDays(3) },
    });
    expect((await record(manager, 12)).body.promise.until).toBe(inDays(12));
  });

  it('is withdrawn with a reason: the line goes off as without it', async () => {
    await liveUntil(1);
    const { id } = (await record(manager, 10)).body.promise;
    await liveUntil(4);
    expect(await isOn()).toBe(true);
    const withdraw = (reason: string) =>
      bed.call(support, 'POST', `/api/staff/payment-promises/${id}/withdrawal`, { reason });
    expect((await withdraw(' ')).status).toBe(422);
    expect((await withdraw('They cannot pay')).body.promise).toMatchObject({
      state: 'withdrawn',
      reason: 'They cannot pay',
    });
    expect((await withdraw('Again')).status).toBe(404);
    await runRenewals(bed.renewals);
    expect(await isOn()).toBe(false);
    expect(await noticed()).toEqual(['promise-made', 'promise-withdrawn', 'line-suspended']);
  });

  it('is not for an account to which they belong themselves', async () => {
    await liveUntil(1);
    await bed.rows("insert into account_people (account_id, user_id, role) values ($1, $2, 'billing')", [
      customer.id,
      manager.id,
    ]);
    expect((await record(manager, 10)).body.code).toBe('customer.own-account');
    expect((await record(support, 3)).status).toBe(200);
  });

  it('is not possible for another customer’s line, nobody, or a company with one invoice', async () => {
    const other = await bed.createCustomer();
    const answer = await bed.call(manager, 'POST', ofStaff(), { until: inDays(3), lineId: other.id });
    expect(answer.body.code).toBe('line.not-found');
    const nobody = '/api/staff/customers/2000000000/payment-promises';
    expect((await bed.call(manager, 'POST', nobody, { until: inDays(3) })).body.code).toBe('customer.not-found');
    await bed.rows(
      "insert into company_billing (account_id, payment_terms_days, billing_day, next_invoice_at, next_step_at, created_at, updated_at) values ($1, 14, 1, now() + interval '400 days', now() + interval '400 days', now(), now())",
      [customer.id],
    );
    await liveUntil(1);
    expect((await record(manager, 3)).body.code).toBe('subscription.billed-monthly');
    expect((await promise(3)).body.code).toBe('subscription.billed-monthly');
  });
});
