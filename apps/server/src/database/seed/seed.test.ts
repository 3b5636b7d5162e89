import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { seedCatalogue } from './seed-catalogue.ts';
import { hasDemoData, seedDemoData } from './seed-demo-data.ts';

const now = new Date('2026-06-20T09:00:00Z');
const deps = { clock: () => now, randomBytes };

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  await Promise.all([1, 2, 3].map(() => seedDemoData(portal.database, deps)));
});
afterAll(() => portal.close());

async function rows(statement: string, values: unknown[] = []) {
  return (await portal.pool.query(statement, values)).rows;
}

const TABLES = ['users', 'user_subscriptions', 'subscription_periods', 'payments', 'payment_events', 'receipts'].concat(
  [
    'ledger_entries',
    'referrals',
    'usage_data',
    'speed_test_results',
    'support_tickets',
    'service_plans',
    'outbox_messages',
  ],
);

describe('the catalogue', () => {
  it('is left as staff made it when the portal starts again', async () => {
    await portal.pool.query("update service_plans set price = 19000, is_active = false where name = 'Home 20 Mbps'");
    await portal.pool.query("delete from service_plans where name = 'SME 40 Mbps'");
    await seedCatalogue(portal.database);
    const plans = await rows(
      "select name, price, is_active from service_plans where name in ('Home 20 Mbps', 'SME 40 Mbps') order by name",
    );
    expect(plans).toEqual([
      { name: 'Home 20 Mbps', price: '19000.00', is_active: false },
      { name: 'SME 40 Mbps', price: '65000.00', is_active: true },
    ]);
  });
});

describe('the demo data', () => {
  it('is recognised, so that no production starts on it, and not taken for a customer of that address', async () => {
    expect(await hasDemoData(portal.database)).toBe(true);
    const other = await startTestPortal();
    await other.browser().register({ email: 'customer@example.com' });
    expect(await hasDemoData(other.database)).toBe(false);
    await other.close();
  });

  it.each([
    ['customer@example.com', 'Customer123!', 'customer', 'Amina'],
    ['admin@example.com', 'Admin123!', 'admin', 'Tosin'],
  ])('lets %s sign in', async (email, password, role, firstName) => {
    const response = await portal.browser().post('/api/login', { email, password });
    expect(response.json()).toMatchObject({ success: true, user: { email, role, firstName } });
  });

  it('shows the demo customer an active line with history, as a real customer would see it', async () => {
    const browser = portal.browser();
    await browser.post('/api/login', { email: 'customer@example.com', password: 'Customer123!' });
    const subscription = (await browser.get('/api/user/subscription')).json();
    expect(subscription).toMatchObject({
      planName: 'Premium Fiber 100Mbps',
      status: 'active',
      monthlyFee: 25_000,
      scheduledPlanId: null,
    });
    expect(new Date(subscription.nextBillingDate).getTime()).toBeGreaterThan(now.getTime());
    const payments = (await browser.get('/api/user/payments')).json();
    expect(payments.map((payment: { amount: number }) => payment.amount)).toEqual([23_000, 23_000, 23_000, 25_000]);
    for (const payment of payments) {
      expect(payment).toMatchObject({ status: 'successful', receiptNumber: expect.any(String) });
      const receipt = (await browser.get(`/api/user/receipts/${payment.receiptNumber}`)).json();
      expect(receipt).toMatchObject({ total: payment.amount, customer: { email: 'customer@example.com' } });
    }
  });

  it('has books that are right', async () => {
    const unbalanced = await rows('select transaction_key from ledger_entries group by 1 having sum(amount) <> 0');
    expect(unbalanced).toEqual([]);
    const [money] = await rows(
      `select (select sum(amount) from payments where status = 'successful') as paid,
              (select sum(amount) from ledger_entries where account like 'gateway:%') as booked`,
    );
    expect(money?.booked).toBe(money?.paid);
    const credit = await rows(
      `select b.user_id from credit_balances b
       where b.balance <> -(select coalesce(sum(amount), 0) from ledger_entries e where e.account = 'credit' and e.user_id = b.user_id)`,
    );
    expect(credit).toEqual([]);
    const overlaps = await rows(
      `select 1 from subscription_periods a join subscription_periods b
         on a.subscription_id = b.subscription_id and a.period_number < b.period_number and a.ends_at > b.starts_at`,
    );
    expect(overlaps).toEqual([]);
    const unproven = await rows(
      `select reference from payments p where status = 'successful' and not exists
         (select 1 from payment_events e where e.payment_id = p.id and e.kind = 'confirmed' and e.details->>'reference' = p.reference)`,
    );
    expect(unproven).toEqual([]);
  });

  it('has three friends whose first payments earned a reward each, spent on the customer’s months', async () => {
    const referrals = await rows(
      `select r.status, r.reward from referrals r join users u on u.id = r.referrer_id where u.email = 'customer@example.com'`,
    );
    expect(referrals).toEqual(Array.from({ length: 3 }, () => ({ status: 'completed', reward: '2000.00' })));
    const balances = await rows(
      "select balance from credit_balances b join users u on u.id = b.user_id where u.email = 'customer@example.com'",
    );
    expect(balances).toEqual([{ balance: '0.00' }]);
  });

  it('has used 67.5 of 100 GB in the present Lagos month, measured speeds and a resolved ticket', async () => {
    const id = (await rows("select id from users where email = 'customer@example.com'"))[0]?.id;
    expect(await rows('select period, data_used, data_limit from usage_data where user_id = $1', [id])).toEqual([
      { period: '2026-06', data_used: '67.50', data_limit: '100.00' },
    ]);
    expect(
      await rows('select 1 from speed_test_results where user_id = $1 and timestamp < $2', [id, now]),
    ).toHaveLength(8);
    expect(await rows('select status from support_tickets where user_id = $1', [id])).toEqual([{ status: 'resolved' }]);
  });

  it('is added once, and the next month only gets its usage', async () => {
    const count = async () =>
      Object.fromEntries(
        await Promise.all(
          TABLES.map(async (table) => [table, (await rows(`select count(*)::int from ${table}`))[0]?.count]),
        ),
      );
    const before = await count();
    await seedDemoData(portal.database, deps);
    expect(await count()).toEqual(before);
    await seedDemoData(portal.database, { ...deps, clock: () => new Date('2026-07-01T00:00:00+01:00') });
    expect(await count()).toEqual({ ...before, usage_data: before.usage_data + 1 });
  });

  it('sends no mail about the past', async () => {
    expect(await rows('select message_key from outbox_messages')).toEqual([]);
  });
});
