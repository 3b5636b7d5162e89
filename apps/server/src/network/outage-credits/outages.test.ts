import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { creditOutages, type OutageCreditDependencies } from './credit-outages.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const HOUR = 3_600_000;

let bed: RenewalTestbed;
let staff: Customer;
let customer: Customer;
let area: string;
let areas = 0;
beforeAll(async () => {
  bed = await startRenewalTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());
beforeEach(async () => {
  area = `Phase ${++areas}`;
  customer = await inArea(`Garki, ${area}`);
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});

async function inArea(name: string): Promise<Customer> {
  const who = await bed.createCustomer();
  await bed.payMonth(who);
  const set = await staff.browser.put(`/api/staff/customers/${who.id}/area`, { area: name });
  expect(set.statusCode).toBe(200);
  return who;
}
const ending = async (who: Customer) => new Date((await bed.subscription(who)).nextBillingDate).getTime();
const incidents = '/api/staff/incidents';
type Incident = { readonly id: string; readonly startsAt: string };

async function report(fields: object = {}): Promise<Incident> {
  const startsAt = bed.deps.clock().toISOString();
  const form = {
    kind: 'incident',
    severity: 'major',
    area,
    title: 'A cable is cut',
    startsAt,
    endsAt: null,
    ...fields,
  };
  return (await bed.call(staff, 'POST', incidents, form)).body.incident;
}
const resolve = (id: string) =>
  bed.call(staff, 'POST', `${incidents}/${id}/updates`, { text: 'Over.', status: 'resolved' });
/** An incident of a given duration. */
async function outage(hours: number, fields: object = {}): Promise<string> {
  const { id } = await report(fields);
  bed.wait(hours * HOUR);
  await resolve(id);
  return id;
}
const deps = (change: Partial<OutageCreditDependencies> = {}): OutageCreditDependencies => ({
  ...bed.renewals,
  ...change,
});
const work = () => creditOutages(deps());
/** The list is made, and the day that staff have for it passes. */
async function applyCredits(): Promise<void> {
  await work();
  bed.wait(24 * HOUR + 1000);
  await work();
}
const read = async (id: string) => (await bed.call(staff, 'GET', `/api/staff/outages/${id}`)).body;
const lines = async (id: string, query = '') =>
  (await bed.call(staff, 'GET', `/api/staff/outages/${id}/lines${query}`)).body;
const exclude = (id: string, who: Customer, excluded = true) =>
  bed.call(staff, 'POST', `/api/staff/outages/${id}/lines/${who.id}`, {
    excluded,
    reason: 'Was with another provider',
  });
const given = async (who: Customer) => (await bed.noticesOf(who)).filter((kind) => kind === 'outage-credited').length;
const hours = async (who: Customer, before: number) => ((await ending(who)) - before) / HOUR;

describe('a major outage of more than a day', () => {
  it('credits everybody in its area with the lost time, once, with a notice, after staff had a day to review the list', async () => {
    const elsewhere = await inArea(`Wuse, not ${area}`);
    const [before, beforeElsewhere] = [await ending(customer), await ending(elsewhere)];
    const id = await outage(30);
    await work();
    const listed = await read(id);
    expect(listed).toMatchObject({ state: 'listed', area, counts: { waiting: 1, credited: 0 }, withoutArea: 0 });
    expect(Date.parse(listed.applyAt) - bed.deps.clock().getTime()).toBeGreaterThan(23.9 * HOUR);
    expect(await lines(id)).toMatchObject([
      { customer: { id: customer.id }, minutes: 30 * 60, state: 'waiting', area: `Garki, ${area}`, paidUntil: null },
    ]);
    bed.wait(23 * HOUR);
    await work();
    expect(await ending(customer)).toBe(before);
    bed.wait(HOUR);
    await Promise.all([work(), work(), work()]);
    await work();
    expect(await hours(customer, before)).toBeCloseTo(30, 2);
    expect(await ending(elsewhere)).toBe(beforeElsewhere);
    expect([await given(customer), await given(elsewhere)]).toEqual([1, 0]);
    expect(await read(id)).toMatchObject({ state: 'done', counts: { waiting: 0, credited: 1 } });
    expect(Date.parse((await lines(id))[0].paidUntil)).toBe(await ending(customer));
    expect((await bed.call(customer, 'GET', '/api/user/outage-credits')).body).toMatchObject([
      { title: 'A cable is cut', minutes: 30 * 60, paidUntil: new Date(await ending(customer)).toISOString() },
    ]);
    expect((await bed.call(elsewhere, 'GET', '/api/user/outage-credits')).body).toEqual([]);
    expect((await exclude(id, customer)).body.code).toBe('outage.applied');
  });

  it('is credited at once when staff apply it, without those whom they exclude, and all of that is audited', async () => {
    const [left, taken] = [await inArea(area), await inArea(area)];
    const before = [await ending(customer), await ending(left), await ending(taken)] as const;
    const id = await outage(48);
    await work();
    await exclude(id, left);
    await exclude(id, taken);
    await exclude(id, taken, false);
    expect(await lines(id, '?state=excluded')).toMatchObject([
      { customer: { id: left.id }, reason: 'Was with another provider', excludedBy: { id: staff.id } },
    ]);
    expect((await exclude(id, staff)).body.code).toBe('outage.not-found');
    await bed.call(staff, 'POST', `/api/staff/outages/${id}/apply`, {});
    await work();
    expect(await hours(customer, before[0])).toBeCloseTo(48, 2);
    expect(await ending(left)).toBe(before[1]);
    expect(await hours(taken, before[2])).toBeCloseTo(48, 2);
    expect(await given(left)).toBe(0);
    expect(await read(id)).toMatchObject({ appliedBy: { id: staff.id }, counts: { excluded: 1, credited: 2 } });
    const records = (await bed.call(staff, 'GET', `/api/staff/audit?subject=outage:${id}`)).body;
    expect(records.map(({ action }: { action: string }) => action)).toEqual([
      'outage.apply',
      'outage.include',
      'outage.exclude',
      'outage.exclude',
    ]);
  });

  it('moves the next bill with it: the open invoice is void, and a new one comes in time', async () => {
    await bed.live(26);
    const invoices = async () => (await bed.call(customer, 'GET', '/api/user/invoices')).body;
    expect((await invoices())[0]).toMatchObject({ status: 'open' });
    const id = await report({ startsAt: new Date(bed.deps.clock().getTime() - 96 * HOUR).toISOString() });
    await resolve(id.id);
    await work();
    await bed.call(staff, 'POST', `/api/staff/outages/${id.id}/apply`, {});
    await work();
    expect((await invoices())[0]).toMatchObject({ status: 'void' });
    await bed.live(3);
    const [next] = await invoices();
    expect(next).toMatchObject({ status: 'open' });
    expect(Date.parse(next.dueAt)).toBe(await ending(customer));
    await bed.payMonth(customer);
    expect((await invoices())[0]).toMatchObject({ status: 'paid', periodStart: next.dueAt });
  });

  it('is credited once where two incidents cover the same hours', async () => {
    const before = await ending(customer);
    const wide = await report();
    bed.wait(10 * HOUR);
    const narrow = await report({ area: `Garki, ${area}` });
    bed.wait(30 * HOUR);
    await resolve(wide.id);
    await resolve(narrow.id);
    await applyCredits();
    expect(await hours(customer, before)).toBeCloseTo(40, 2);
    expect(await given(customer)).toBe(1);
  });

  it('is credited once when two instances list the same hours at the same moment', async () => {
    const before = await ending(customer);
    const wide = await report();
    const narrow = await report({ area: `Garki, ${area}` });
    bed.wait(40 * HOUR);
    for (const { id } of [wide, narrow]) await resolve(id);
    await creditOutages(deps(), AbortSignal.abort());
    // The other instance is in the middle of the first list.
    const other = await bed.pool.connect();
    try {
      await other.query('begin');
      await other.query("select pg_advisory_xact_lock(hashtext('outage-lists'))");
      await other.query(
        `insert into outage_credit_lines (incident_id, subscription_id, user_id, credit_ms, changed_at)
         select $1, id, user_id, $3, now() from user_subscriptions where user_id = $2`,
        [wide.id, customer.id, 40 * HOUR],
      );
      await other.query("update outage_credits set state = 'listed' where incident_id = $1", [wide.id]);
      let isDone = false;
      const working = work().finally(() => {
        isDone = true;
      });
      const waits = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      await vi.waitUntil(async () => isDone || (await bed.rows(waits)).length > 0, { timeout: 20_000 });
      await other.query('commit');
      await working;
    } finally {
      other.release();
    }
    await applyCredits();
    expect(await hours(customer, before)).toBeCloseTo(40, 2);
    expect(await given(customer)).toBe(1);
  });

  it('takes nothing from a subscription for the time that it was paused, and credits what it lost when it resumes', async () => {
    const before = await ending(customer);
    const { id } = await report();
    bed.wait(20 * HOUR);
    await customer.browser.post('/api/user/subscription/pause', { days: 7 });
    bed.wait(20 * HOUR);
    await resolve(id);
    await applyCredits();
    expect(await bed.subscription(customer)).toMatchObject({ status: 'suspended' });
    expect(await hours(customer, before)).toBeCloseTo(7 * 24 + 20, 1);
    await bed.live(6);
    expect(await bed.subscription(customer)).toMatchObject({ status: 'active' });
  });

  it('reactivates a subscription that was suspended meanwhile for the time it had lost, and leaves out a cancelled one', async () => {
    const gone = await inArea(area);
    await bed.live(29, 24);
    const { id } = await report();
    await gone.browser.post('/api/user/subscription/cancellation', { reason: 'We are moving' });
    await bed.live(10, 12);
    expect((await bed.subscription(customer)).status).toBe('suspended');
    await resolve(id);
    await work();
    await bed.call(staff, 'POST', `/api/staff/outages/${id}/apply`, {});
    const now = bed.deps.clock().getTime();
    await work();
    expect(await bed.subscription(customer)).toMatchObject({ status: 'active' });
    const [line] = await lines(id);
    expect(Math.abs((await ending(customer)) - now - line.minutes * 60_000)).toBeLessThan(120_000);
    expect(line.minutes).toBeLessThan(3 * 24 * 60);
    expect(await bed.subscription(gone)).toBeNull();
    expect((await lines(id)).map(({ customer: { id: who } }: { customer: { id: number } }) => who)).toEqual([
      customer.id,
    ]);
  });

  it('credits nothing for a month that was refunded', async () => {
    await bed.pool.query("update payments set status = 'refunded' where user_id = $1", [customer.id]);
    const id = await outage(30);
    await work();
    expect(await lines(id)).toEqual([]);
    await bed.pool.query("update payments set status = 'successful' where user_id = $1", [customer.id]);
  });

  it('leaves nothing half done when the process that applies it is killed, and the next does the rest', async () => {
    const others = [await inArea(area), await inArea(area)];
    const everybody = [customer, ...others];
    const before = await Promise.all(everybody.map(ending));
    await outage(25);
    await work();
    bed.wait(25 * HOUR);
    const dying = deps({
      notify: async (tx, ...notices) => {
        await bed.renewals.notify(tx, ...notices);
        throw new Error('killed');
      },
    });
    await expect(creditOutages(dying)).rejects.toThrow('killed');
    expect(await Promise.all(everybody.map(ending))).toEqual(before);
    await Promise.all([work(), work()]);
    for (const [index, who] of everybody.entries()) {
      expect(await hours(who, before[index] ?? 0)).toBeCloseTo(25, 2);
      expect(await given(who)).toBe(1);
    }
  });
});

describe('an outage that staff correct', () => {
  it('credits the hours until it was over, not until staff said so; a credit once given stays', async () => {
    const before = await ending(customer);
    const { id, startsAt } = await report();
    const form = { kind: 'incident', severity: 'major', area, title: 'A cable is cut', startsAt, endsAt: null };
    const after = (hoursLong: number) => new Date(Date.parse(startsAt) + hoursLong * HOUR).toISOString();
    const correct = (resolvedAt: string) => staff.browser.put(`${incidents}/${id}`, { ...form, resolvedAt });
    bed.wait(40 * HOUR);
    await resolve(id);
    await work();
    expect((await lines(id))[0].minutes).toBe(40 * 60);
    expect((await correct(after(20))).statusCode).toBe(200);
    expect((await bed.call(staff, 'GET', `/api/staff/outages/${id}`)).status).toBe(404);
    await correct(after(30));
    await work();
    expect(await lines(id)).toMatchObject([{ minutes: 30 * 60, state: 'waiting' }]);
    await applyCredits();
    expect(await hours(customer, before)).toBeCloseTo(30, 2);
    await correct(after(38));
    await applyCredits();
    expect(await hours(customer, before)).toBeCloseTo(30, 2);
    expect(await read(id)).toMatchObject({ state: 'done', endsAt: after(30) });
  });

  it('has its list made anew where that changes it, and excluded customers stay excluded', async () => {
    const left = await inArea(area);
    const incident = await report();
    bed.wait(30 * HOUR);
    await resolve(incident.id);
    await work();
    await exclude(incident.id, left);
    const form = { kind: 'incident', area, title: 'Two cables are cut', endsAt: null };
    const later = new Date(Date.parse(incident.startsAt) + 10 * 60_000).toISOString();
    await staff.browser.put(`${incidents}/${incident.id}`, { ...form, severity: 'major', startsAt: later });
    expect(await read(incident.id)).toMatchObject({ state: 'listing', title: 'Two cables are cut' });
    await work();
    expect(await lines(incident.id)).toMatchObject([{ minutes: 30 * 60 - 10 }, { state: 'excluded' }]);
    await staff.browser.put(`${incidents}/${incident.id}`, { ...form, severity: 'minor', startsAt: later });
    expect((await bed.call(staff, 'GET', `/api/staff/outages/${incident.id}`)).status).toBe(404);
    await applyCredits();
    expect(await given(customer)).toBe(0);
  });
});

it('the hours that two incidents cover are credited for the other one when staff correct the first', async () => {
  const before = await ending(customer);
  const [wide, narrow] = [await report(), await report({ area: `Garki, ${area}` })];
  bed.wait(30 * HOUR);
  await resolve(wide.id);
  await work();
  await resolve(narrow.id);
  await work();
  expect(await lines(narrow.id)).toEqual([]);
  const { startsAt } = wide;
  const minor = { kind: 'incident', severity: 'minor', area, title: 'Slow lines', startsAt, endsAt: null };
  expect((await staff.browser.put(`${incidents}/${wide.id}`, minor)).statusCode).toBe(200);
  await applyCredits();
  expect(await hours(customer, before)).toBeCloseTo(30, 2);
});

describe('nothing is credited', () => {
  it.each([
    ['of a day or less', 23.9, {}],
    ['of slow lines', 40, { severity: 'minor' }],
    ['of planned work', 40, { kind: 'maintenance' }],
  ])('%s', async (_case, lasted, fields) => {
    const id = await outage(lasted, fields);
    await applyCredits();
    expect((await bed.call(staff, 'GET', `/api/staff/outages/${id}`)).status).toBe(404);
    expect(await given(customer)).toBe(0);
  });
});

it('an area has one spelling, which staff see with the customer', async () => {
  const set = (name: string | null) => staff.browser.put(`/api/staff/customers/${customer.id}/area`, { area: name });
  expect((await set(`GARKI, ${area.toUpperCase()}`)).json().area).toBe(`Garki, ${area}`);
  expect((await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}`)).body.area).toBe(`Garki, ${area}`);
  expect((await bed.call(staff, 'GET', '/api/staff/areas')).body).toContain(`Garki, ${area}`);
  expect((await report({ area: `garki, ${area}` })).id).toBeDefined();
  expect((await set(null)).json().area).toBeNull();
  expect((await staff.browser.put('/api/staff/customers/999999/area', { area: 'Garki' })).json().code).toBe(
    'customer.not-found',
  );
});
