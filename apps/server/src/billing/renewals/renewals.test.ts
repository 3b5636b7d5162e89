import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseOf } from '../../platform/database/connection.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { doomedPool, Killed } from '../../testing/pools/doomed-pool.ts';
import { runRenewals } from './run-renewals.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let bed: RenewalTestbed;
let customer: Customer;
beforeAll(async () => {
  bed = await startRenewalTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  customer = await bed.createCustomer();
  await bed.payMonth(customer);
});

type Invoice = { status: string; total: number; dueAt: string; periodStart: string };
const invoices = async (): Promise<Invoice[]> => (await bed.call(customer, 'GET', '/api/user/invoices')).body;
const dueAt = async () => new Date((await bed.subscription(customer)).nextBillingDate);
/** Lets time pass until a number of days before the paid time ends, or after it where negative. */
const liveUntil = async (daysBefore: number, stepHours = 12) => {
  const days = ((await dueAt()).getTime() - bed.deps.clock().getTime()) / DAY_MS - daysBefore;
  await bed.live(days, stepHours);
};
const giveCredit = (naira: number) => bed.creditBy(customer, naira);
const bills = async () => (await bed.noticesOf(customer)).filter((kind) => kind.startsWith('bill'));

describe('a month that ends', () => {
  it('is invoiced once before it is due, however often and by however many instances the job runs', async () => {
    await liveUntil(5);
    await bed.rows('update user_subscriptions set next_step_at = $1 where user_id = $2', [
      bed.deps.clock(),
      customer.id,
    ]);
    await Promise.all(Array.from({ length: 8 }, () => runRenewals(bed.renewals)));
    const [upcoming, ...rest] = await invoices();
    expect(upcoming).toMatchObject({ status: 'open', total: 25_000, dueAt: (await dueAt()).toISOString() });
    expect(rest).toHaveLength(1);
  });

  it('is announced 7, 3 and 1 days before and on the day, once each', async () => {
    await liveUntil(6.5);
    expect(await bills()).toEqual(['bill-due']);
    await liveUntil(2.5);
    expect(await bills()).toEqual(['bill-due', 'bill-due']);
    await liveUntil(-1);
    expect(await bills()).toEqual(['bill-due', 'bill-due', 'bill-due', 'bill-due-today']);
  });

  it('is announced once after the job has not run for days', async () => {
    await liveUntil(0.5, 24 * 40);
    expect(await bills()).toHaveLength(1);
  });

  it('leads to suspension only when the grace period is over; then nothing is owed and no reminder is sent', async () => {
    await liveUntil(-2.9);
    expect((await bed.subscription(customer)).status).toBe('active');
    await bed.live(0.2);
    expect((await bed.subscription(customer)).status).toBe('suspended');
    expect((await invoices())[0]).toMatchObject({ status: 'void' });
    const before = await bed.noticesOf(customer);
    expect(before.at(-1)).toBe('line-off-may-promise');
    await bed.live(20, 24);
    expect(await bed.noticesOf(customer)).toEqual(before);
  });

  it('starts again with the payment, from then on, and costs nothing for the time without', async () => {
    await liveUntil(-15, 24);
    const paidAt = bed.deps.clock().getTime();
    await bed.payMonth(customer);
    const [paid] = await invoices();
    expect(paid).toMatchObject({ status: 'paid', total: 25_000 });
    expect(new Date(paid?.periodStart ?? 0).getTime() - paidAt).toBeLessThan(60_000);
    expect((await bed.subscription(customer)).status).toBe('active');
    expect((await bed.noticesOf(customer)).at(-1)).toMatch(/subscription-restored|payment-received/);
    expect(await bed.noticesOf(customer)).toContain('line-restored');
  });

  it('continues without a gap when it is paid early, and within the grace period', async () => {
    const first = await dueAt();
    await liveUntil(4);
    await bed.payMonth(customer);
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(new Date((await invoices())[0]?.periodStart ?? 0)).toEqual(first);
    const second = await dueAt();
    await liveUntil(-2);
    await bed.payMonth(customer);
    expect(new Date((await invoices())[0]?.periodStart ?? 0)).toEqual(second);
  });

  it('is paid from credit by itself when that covers it, and not a day before', async () => {
    await giveCredit(30_000);
    await liveUntil(0.1);
    expect(await bills()).toEqual([]);
    expect((await invoices())[0]?.status).toBe('open');
    const due = await dueAt();
    await bed.live(0.2, 1);
    expect((await invoices())[0]).toMatchObject({ status: 'paid', periodStart: due.toISOString() });
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(5_000);
  });

  it('is paid from late credit as soon as that covers the VAT too, where VAT comes on top', async () => {
    await liveUntil(-1);
    await runRenewals(bed.taxedRenewals);
    await giveCredit(25_000);
    expect(await runRenewals(bed.taxedRenewals)).toBe(0);
    expect((await invoices())[0]?.status).toBe('open');
    await giveCredit(1_875);
    expect(await runRenewals(bed.taxedRenewals)).toBe(1);
    expect((await invoices())[0]).toMatchObject({ status: 'paid', total: 26_875 });
  });

  it('is invoiced for another plan, also when the plan is chosen after the invoice', async () => {
    await liveUntil(5);
    const plans = (await bed.call(null, 'GET', '/api/plans')).body;
    await bed.call(customer, 'POST', '/api/user/subscribe', { planId: plans[0].id });
    await runRenewals(bed.renewals);
    const [latest, replaced] = await invoices();
    expect(latest).toMatchObject({ status: 'open', total: plans[0].price });
    expect(replaced).toMatchObject({ status: 'void', total: 25_000 });
  });
});

describe('the renewal job', () => {
  it('leaves a subscription as it was when it is killed halfway, and the next run does its work', async () => {
    await liveUntil(8);
    bed.wait(2 * DAY_MS);
    const database = databaseOf(doomedPool(bed.pool, /^insert into "invoices"/));
    const killed = runRenewals({ ...bed.renewals, database });
    await expect(killed).rejects.toMatchObject({ cause: expect.any(Killed) });
    expect(await invoices()).toHaveLength(1);
    expect(await bills()).toEqual([]);
    await runRenewals(bed.renewals);
    expect(await invoices()).toHaveLength(2);
    expect(await bills()).toEqual(['bill-due']);
  });

  it('keeps the ledger consistent', async () => {
    expect(await bed.violations()).toEqual([]);
  });
});
