import { randomBytes } from 'node:crypto';
import type { AddressPool } from '@portal/contract/network/addresses';
import type { NetworkSession } from '@portal/contract/network/staff-sessions';
import type { ChatMessage } from '@portal/contract/support/chat';
import type { StaffChat } from '@portal/contract/support/staff-chat';
import type { Ticket, TicketThread } from '@portal/contract/support/tickets';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedDataBundles } from '../../billing/data-bundles/seed-data-bundles.ts';
import { createVoucherUse } from '../../billing/vouchers/create-voucher-use.ts';
import { seedPlans } from '../../catalogue/plans/seed-plans.ts';
import type { ReceivedPacket } from '../../network/accounting/record-packets.ts';
import { continueDemoSessions } from '../../network/demo-data/demo-sessions.ts';
import { findViolations } from '../../platform/database/find-violations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, TEST_SESSION_SECRET, type TestPortal } from '../../testing/test-portal.ts';
import { hasDemoData, seedDemoData } from './seed-demo-data.ts';

const now = new Date('2026-06-20T09:00:00Z');
const deps = { clock: () => now, randomBytes, encryptionKeys: [TEST_SESSION_SECRET] as const };

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

async function demoCustomer(): Promise<TestBrowser> {
  const browser = portal.browser();
  await browser.post('/api/login', { email: 'customer@example.com', password: 'Customer123!' });
  return browser;
}

async function demoStaff(): Promise<TestBrowser> {
  const browser = portal.browser();
  await browser.post('/api/login', { email: 'admin@example.com', password: 'Admin123!' });
  return browser;
}

const TABLES = ['users', 'user_subscriptions', 'subscription_periods', 'payments', 'payment_events', 'receipts'].concat(
  [
    'ledger_entries',
    'referrals',
    'usage_data',
    'speed_test_results',
    'support_tickets',
    'ticket_replies',
    'chat_sessions',
    'chat_messages',
    'saved_replies',
    'ticket_macros',
    'payment_methods',
    'credit_balances',
    'service_plans',
    'outbox_messages',
    'network_lines',
    'address_pools',
    'fixed_addresses',
    'usage_sessions',
    'radius_actions',
  ],
);

describe('the catalogue', () => {
  it('keeps the changes of staff when the portal starts again', async () => {
    await portal.pool.query("update service_plans set price = 19000, is_active = false where name = 'Home 20 Mbps'");
    await portal.pool.query("update service_plans set name = 'Office 40' where name = 'SME 40 Mbps'");
    const plans = 'select name, price, is_active from service_plans order by id';
    const asStaffMadeIt = await rows(plans);
    await seedPlans(portal.database);
    await seedDataBundles(portal.database);
    expect(await rows(plans)).toEqual(asStaffMadeIt);
  });
});

describe('the demo data', () => {
  it('is recognised, so that no production starts on it, and not confused with a customer of that address', async () => {
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
    const browser = await demoCustomer();
    const subscription = (await browser.get('/api/user/subscription')).json();
    expect(subscription).toMatchObject({
      planName: 'Premium Fiber 100Mbps',
      status: 'active',
      monthlyFee: 25_000,
      scheduledPlanId: null,
    });
    expect(new Date(subscription.nextBillingDate).getTime()).toBeGreaterThan(now.getTime());
    const payments = (await browser.get('/api/user/payments')).json();
    expect(payments.map((payment: { amount: number }) => payment.amount)).toEqual([
      23_000, 23_000, 23_000, 25_000, 25_000, 25_000,
    ]);
    for (const payment of payments) {
      expect(payment).toMatchObject({ status: 'successful', receiptNumber: expect.any(String) });
      const receipt = (await browser.get(`/api/user/receipts/${payment.receiptNumber}`)).json();
      expect(receipt).toMatchObject({ total: payment.amount, customer: { email: 'customer@example.com' } });
    }
  });

  it('has a consistent ledger', async () => {
    expect(await findViolations(portal.pool)).toEqual([]);
    const [money] = await rows(
      `select (select sum(amount) from payments where status = 'successful') as paid,
              (select sum(amount) from ledger_entries where (account like 'gateway:%' or account like 'agent:%' or account = 'vouchers') and payment_id is not null) as booked`,
    );
    expect(money?.booked).toBe(money?.paid);
  });

  it('has an agent with sales, a batch of vouchers that is used in part, and one whose PINs are to be handed out', async () => {
    const staff = await demoStaff();
    const counter = (await staff.get('/api/staff/agent-counter')).json();
    expect(counter.sales.map(({ amount }: { amount: number }) => amount)).toEqual([3500, 2000, 5000]);
    const batches = (await staff.get('/api/staff/voucher-batches')).json();
    expect(batches.map(({ status, count, used }: Record<string, unknown>) => [status, count, used])).toEqual([
      ['approved', 20, 0],
      ['issued', 12, 3],
    ]);
    // What was sold and bought less the commissions, of which nothing was handed over.
    expect(counter.owes).toBe(10_500 * 0.97 + 12_000 * 0.97);
    const use = createVoucherUse(portal.database);
    expect(use.isKnown()).toBe(false);
    await use.look();
    expect(use.isKnown()).toBe(true);
  });

  it('has three friends whose first payments earned a reward each, spent on the customer’s months, and one awaited', async () => {
    expect((await (await demoCustomer()).get('/api/user/referral')).json()).toEqual({
      code: expect.any(String),
      referrals: 3,
      earnings: 6000,
      pendingRewards: 2000,
    });
    const referrals = await rows(
      `select r.status, r.reward, friend.email from referrals r join users u on u.id = r.referrer_id
       join users friend on friend.id = r.referee_id where u.email = 'customer@example.com' order by friend.email`,
    );
    expect(referrals.map(({ status, reward }) => [status, reward])).toEqual([
      ['completed', '2000.00'],
      ['completed', '2000.00'],
      ['completed', '2000.00'],
      ['pending', '2000.00'],
    ]);
    const balances = await rows(
      "select balance from credit_balances b join users u on u.id = b.user_id where u.email = 'customer@example.com'",
    );
    expect(balances).toEqual([{ balance: '0.00' }]);
  });

  it('includes usage of 67.5 of 100 GB in the present Lagos month, and other amounts in the months since joining', async () => {
    const browser = await demoCustomer();
    expect((await browser.get('/api/user/usage')).json()).toEqual({
      dataUsed: 67.5,
      dataLimit: 100,
      period: '2026-06',
      updatedAt: now.toISOString(),
      sample: false,
      limited: null,
    });
    const months: { period: string; dataUsed: number }[] = (await browser.get('/api/user/usage/months')).json();
    expect(months.map(({ period }) => period)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
    expect(new Set(months.map(({ dataUsed }) => dataUsed)).size).toBe(6);
  });

  it('includes speed tests of the last weeks and a card', async () => {
    const browser = await demoCustomer();
    const tests: { downloadSpeed: number; timestamp: string }[] = (await browser.get('/api/user/speedtest')).json();
    expect(tests).toHaveLength(8);
    for (const { downloadSpeed, timestamp } of tests) {
      expect(downloadSpeed).toBeGreaterThan(50);
      expect(downloadSpeed).toBeLessThan(95);
      expect(Date.parse(timestamp)).toBeLessThan(now.getTime());
    }
    expect((await browser.get('/api/user/payment-methods')).json()).toEqual([
      expect.objectContaining({ label: 'Visa ending 4081', isDefault: true }),
    ]);
  });

  it('includes two chats that were resolved, and saved replies', async () => {
    const agent = await demoStaff();
    const chats: StaffChat[] = (await agent.get('/api/staff/chats?status=closed')).json();
    expect(chats.map(({ closeReason, unread, lastSeq }) => [closeReason, unread, lastSeq])).toEqual([
      ['resolved', 0, 3],
      ['resolved', 0, 6],
    ]);
    const { notes } = (await agent.get(`/api/staff/chats/${chats[1]?.id}`)).json();
    expect(notes).toEqual([
      expect.objectContaining({ afterSeq: 2, author: expect.objectContaining({ name: 'Tosin Adeyemi' }) }),
    ]);
    const messages: ChatMessage[] = (await agent.get(`/api/staff/chats/${chats[1]?.id}/messages`)).json();
    expect(messages.map(({ seq, status }) => [seq, status])).toEqual([1, 2, 3, 4, 5, 6].map((seq) => [seq, 'read']));
    expect((await agent.get('/api/staff/saved-replies')).json()).toHaveLength(10);
    expect((await (await demoCustomer()).get('/api/chat/active')).json()).toBeNull();
  });

  it('includes a ticket that is on time, one that is overdue and one that was resolved in a conversation', async () => {
    const browser = await demoCustomer();
    const tickets: Ticket[] = (await browser.get('/api/user/tickets')).json();
    expect(
      tickets.map(({ number, status, sla: { overdue, canEscalate, next } }) => [
        number,
        status,
        overdue,
        canEscalate,
        next?.what,
      ]),
    ).toEqual([
      ['T-000003', 'open', false, false, 'first-response'],
      ['T-000002', 'in-progress', true, true, 'resolution'],
      ['T-000001', 'resolved', false, false, undefined],
    ]);
    const thread: TicketThread = (await browser.get(`/api/user/tickets/${tickets[2]?.id}`)).json();
    expect(thread.replies.map(({ from, author }) => [from, author])).toEqual([
      ['staff', 'Tosin'],
      ['customer', null],
      ['staff', 'Tosin'],
    ]);
  });

  it('includes no network incident', async () => {
    expect((await portal.browser().get('/api/network/status')).json()).toMatchObject({
      connection: 'Online',
      quality: 'Excellent',
      maintenance: 'None',
      incidents: [],
    });
  });

  it('includes who is online, one line that was lost again and again, and one that is slower because its data are used up', async () => {
    const staff = await demoStaff();
    const online: NetworkSession[] = (await staff.get('/api/staff/sessions')).json();
    expect(
      online.map(({ customer, address, accessServer, limited, speedMbps }) => [
        customer?.name,
        address,
        accessServer.name,
        limited,
        speedMbps,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Chidi Nwosu', '203.0.113.14', 'bng-garki-1', false, 20],
        ['Halima Sani', '198.51.100.5', 'bng-garki-1', false, 50],
        ['Kemi Alade', '203.0.113.31', 'bng-wuse-1', true, 2],
      ]),
    );
    expect(online).toHaveLength(3);
    const chidi = online.find(({ customer }) => customer?.name === 'Chidi Nwosu')?.customer?.id;
    const last: NetworkSession[] = (await staff.get(`/api/staff/customers/${chidi}/sessions`)).json();
    expect(last.filter(({ endCause }) => endCause === 'Lost-Carrier')).toHaveLength(7);
    expect(last.filter(({ endCause }) => endCause === 'User-Request')).toHaveLength(4);
    expect(await rows('select kind from radius_actions')).toEqual([]);
  });

  it('has lines that are still online an hour later, in the same sessions, while the portal runs', async () => {
    const later = new Date(now.getTime() + 3_600_000);
    const heard: string[] = [];
    const received: ReceivedPacket[] = [];
    await continueDemoSessions({
      database: portal.database,
      clock: () => later,
      storePacket: async (packet) => void received.push(packet),
      countPacket: (nas) => heard.push(nas),
    });
    expect(heard.toSorted()).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2']);
    const open = await rows('select session_key from usage_sessions where ended_at is null order by 1');
    expect(received.map(({ packet }) => 'sessionKey' in packet && packet.sessionKey).toSorted()).toEqual(
      open.map((row) => row.session_key),
    );
  });

  it('includes a pool of fixed addresses, of which one was given, changed, and its first days paid, and a pool of a plan', async () => {
    const staff = await demoStaff();
    const pools: AddressPool[] = (await staff.get('/api/staff/address-pools')).json();
    expect(pools.map(({ name, taken, quarantined, plan }) => [name, taken, quarantined, plan?.name])).toEqual([
      ['Fixed, Abuja', 1, 1, undefined],
      ['Home 20, Abuja', 0, 0, 'Home 20 Mbps'],
    ]);
    expect(
      await rows(
        `select c.payment_id is not null as paid, i.status from one_off_charges c join invoices i using (invoice_number)`,
      ),
    ).toEqual([{ paid: true, status: 'paid' }]);
  });

  it('is added once; next month only its usage is added', async () => {
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
    expect(await count()).toEqual({ ...before, usage_data: before.usage_data + 2 });
  });

  it('sends no mail about the past', async () => {
    // The sign-ins of the tests above are of the present.
    expect(await rows("select message_key from outbox_messages where message_key not like 'not-me:%'")).toEqual([]);
  });
});
