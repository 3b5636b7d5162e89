import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { acts } from '../../testing/billing/simulation/billing-simulation-actions.ts';
import { creditOutages, type OutageCreditDependencies } from './credit-outages.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const HOUR = 3_600_000;

let bed: RenewalTestbed;
let staff: Customer;
let customer: Customer;
/** The end of the customer's first month. */
let due: number;
let area: string;
let areas = 0;
beforeAll(async () => {
  bed = await startRenewalTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());
beforeEach(async () => {
  area = `Phase ${++areas}`;
  customer = await inArea();
  due = await ending(customer);
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});

async function inArea(): Promise<Customer> {
  const who = await bed.createCustomer();
  await bed.payMonth(who);
  await staff.browser.put(`/api/staff/customers/${who.id}/area`, { area });
  return who;
}
const ending = async (who: Customer) => new Date((await bed.subscription(who)).nextBillingDate).getTime();
/**
 * Moves the clock to so many hours after the end of the paid month, with the renewals in between.
 */
async function live(hoursAfterDue: number): Promise<void> {
  const hours = (due - bed.deps.clock().getTime()) / HOUR + hoursAfterDue;
  await bed.live(hours / 24, hours);
}
const at = (hoursAfterDue: number) => new Date(due + hoursAfterDue * HOUR).toISOString();
/**
 * A major incident in the customer's area, in hours after the end of the paid month; it is over
 * now.
 */
async function outage(from: number): Promise<string> {
  const form = { kind: 'incident', severity: 'major', area, title: 'A cable is cut', startsAt: at(from), endsAt: null };
  const { id } = (await bed.call(staff, 'POST', '/api/staff/incidents', form)).body.incident;
  await bed.call(staff, 'POST', `/api/staff/incidents/${id}/updates`, { text: 'Over.', status: 'resolved' });
  return id;
}
const deps = (change: Partial<OutageCreditDependencies> = {}): OutageCreditDependencies => ({
  ...bed.renewals,
  ...change,
});
const work = () => creditOutages(deps());
/** Applies the credit without waiting for the day that staff have to review the list. */
async function give(...ids: readonly string[]): Promise<void> {
  await work();
  for (const id of ids) await bed.call(staff, 'POST', `/api/staff/outages/${id}/apply`, {});
  await work();
}
const minutes = async (id: string, query = '') =>
  (await bed.call(staff, 'GET', `/api/staff/outages/${id}/lines${query}`)).body.map(
    (line: { minutes: number }) => line.minutes,
  );
const notified = async () => (await bed.noticesOf(customer)).filter((kind) => kind === 'outage-credited').length;
/** By how many hours the end of the customer's paid time has moved. */
const later = async (before: number) => ((await ending(customer)) - before) / HOUR;

describe('a month that is paid in the grace period, and so reaches back into an outage, is credited with its lost hours', () => {
  it('when it is paid while staff review the list', async () => {
    await live(40);
    const id = await outage(-10);
    await work();
    expect(await minutes(id)).toEqual([600]);
    await live(45);
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    await live(65);
    await work();
    await work();
    expect(await later(paidUntil)).toBeCloseTo(50, 2);
    expect(await minutes(id)).toEqual([50 * 60]);
    expect(await notified()).toBe(1);
  });

  it('when it is settled at the very moment at which the credit is given', async () => {
    await live(40);
    const id = await outage(-10);
    await work();
    await bed.call(staff, 'POST', `/api/staff/outages/${id}/apply`, {});
    const reference = await bed.open(customer, 'paystack');
    bed.sandbox.decide(reference, 'approve');
    const [isExtended, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { products } = bed.deps;
    const fulfil: typeof products.period.fulfil = async (...order) => {
      const period = await products.period.fulfil(...order);
      isExtended.resolve();
      await goOn.promise;
      return period;
    };
    const late = { ...bed.deps, products: { ...products, period: { ...products.period, fulfil } } };
    const booking = acts.settle(late, reference);
    await isExtended.promise;
    const working = work();
    const waits = 'select 1 from pg_locks where not granted';
    await vi.waitUntil(async () => (await bed.rows(waits)).length > 0, { timeout: 20_000 });
    goOn.resolve();
    await Promise.all([booking, working]);
    expect(await minutes(id, '?state=credited')).toEqual([50 * 60]);
    expect(await notified()).toBe(1);
  });

  it('when the list has been credited, the rest once, with another notice, whoever is killed and however many instances work', async () => {
    await live(40);
    const id = await outage(-10);
    await give(id);
    expect(await later(due)).toBeCloseTo(10, 2);
    await live(45);
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    const dying = deps({ notify: () => Promise.reject(new Error('killed')) });
    await expect(creditOutages(dying)).rejects.toThrow('killed');
    await Promise.all([work(), work(), work()]);
    await work();
    expect(await later(paidUntil)).toBeCloseTo(40, 2);
    expect(await minutes(id, '?state=credited')).toEqual([50 * 60]);
    expect(await notified()).toBe(2);
    expect((await bed.call(customer, 'GET', '/api/user/outage-credits')).body).toMatchObject([
      { minutes: 50 * 60, paidUntil: new Date(await ending(customer)).toISOString() },
    ]);
  });

  it('when the first credit reaches to the end of the outage', async () => {
    await live(20);
    const id = await outage(-30);
    await give(id);
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    await work();
    expect(await later(paidUntil)).toBeCloseTo(20, 2);
  });

  it('when the subscription was on no list because its month was over before the outage began', async () => {
    await live(45);
    const id = await outage(5);
    await work();
    expect(await minutes(id)).toEqual([]);
    expect((await bed.call(staff, 'GET', `/api/staff/outages/${id}`)).body.counts.waiting).toBe(0);
    await give(id);
    expect([await later(due), await notified()]).toEqual([0, 0]);
    expect((await bed.call(customer, 'GET', '/api/user/outage-credits')).body).toEqual([]);
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    await work();
    expect(await later(paidUntil)).toBeCloseTo(40, 2);
    expect(await minutes(id)).toEqual([40 * 60]);
  });

  it.each([
    ['paid before either is given back', async () => {}, give],
    ['paid after both are given back', give, async () => {}],
  ])('and each hour of two outages only once: %s', async (_case, before, after) => {
    await live(50);
    const wide = await outage(-10);
    await live(60);
    const narrow = await outage(10);
    await work();
    await before(wide, narrow);
    const given = await later(due);
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    await after(wide, narrow);
    await Promise.all([work(), work()]);
    await work();
    expect(given + (await later(paidUntil))).toBeCloseTo(70, 2);
  });

  it('and of two outages of which one is credited before it is paid, and the other after that', async () => {
    await live(50);
    const wide = await outage(-40);
    await live(60);
    const narrow = await outage(-10);
    await give(wide);
    const given = await later(due);
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    await give(narrow);
    expect(given + (await later(paidUntil))).toBeCloseTo(100, 2);
  });
});

describe('no further credit is given', () => {
  it('for days of grace that are never paid, however often the job runs, nor for a month that is bought after them', async () => {
    await live(40);
    await give(await outage(-10));
    await work();
    expect(await later(due)).toBeCloseTo(10, 2);
    await live(130);
    expect((await bed.subscription(customer)).status).toBe('suspended');
    await work();
    expect(await later(due)).toBeCloseTo(10, 2);
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    await work();
    expect(await ending(customer)).toBe(paidUntil);
    expect(await notified()).toBe(1);
  });

  it('to a suspended subscription, for the gap that the hours of another outage were credited for', async () => {
    await live(-45);
    const first = await outage(-80);
    await work();
    await live(1);
    await live(40);
    const second = await outage(-10);
    await live(90);
    expect((await bed.subscription(customer)).status).toBe('suspended');
    const now = bed.deps.clock().getTime();
    await give(first, second);
    expect(((await ending(customer)) - now) / HOUR).toBeCloseTo(45, 1);
  });

  it('to a customer whom staff excluded', async () => {
    await live(40);
    const id = await outage(-10);
    await work();
    await bed.call(staff, 'POST', `/api/staff/outages/${id}/lines/${customer.id}`, { excluded: true, reason: 'Moved' });
    await bed.payMonth(customer);
    const paidUntil = await ending(customer);
    await give(id);
    await work();
    expect(await ending(customer)).toBe(paidUntil);
    expect(await notified()).toBe(0);
  });

  it('to a customer whom staff excluded, for the same hours of another outage', async () => {
    await live(-70);
    const left = await outage(-110);
    await live(-50);
    const id = await outage(-90);
    await work();
    await bed.call(staff, 'POST', `/api/staff/outages/${left}/lines/${customer.id}`, {
      excluded: true,
      reason: 'Away',
    });
    await give(left, id);
    expect(await later(due)).toBeCloseTo(20, 2);
  });

  it('for the month before, when its payment was refunded while staff reviewed the list', async () => {
    await live(40);
    const id = await outage(-10);
    await bed.payMonth(customer);
    await work();
    expect(await minutes(id)).toEqual([50 * 60]);
    await bed.pool.query("update payments set status = 'refunded' where user_id = $1 and period_number = 2", [
      customer.id,
    ]);
    const paidUntil = await ending(customer);
    await give(id);
    expect(await later(paidUntil)).toBeCloseTo(10, 2);
    await bed.pool.query("update payments set status = 'successful' where user_id = $1", [customer.id]);
  });
});
