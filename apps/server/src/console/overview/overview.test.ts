import type { Overview } from '@portal/contract/console/overview';
import { lagosPeriod } from '@portal/kernel/calendar';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { computeFigures } from './compute-figures.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
const NOW = new Date('2026-11-26T12:00:00Z');
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const overview = async (): Promise<Overview> => (await staff.browser.get('/api/staff/overview')).json();

async function customerWith(
  line: { status: string; fee: number; started?: string; cancelled?: string; reason?: string } | null,
) {
  const browser = portal.browser();
  const { user } = (await browser.register()).json();
  if (line) {
    await portal.pool.query(
      `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, cancelled_at, cancel_reason)
       select $1, id, $2, $3, '2026-12-01', 1, $4, $5, $6 from service_plans limit 1`,
      [user.id, line.status, line.started ?? null, line.fee, line.cancelled ?? null, line.reason ?? null],
    );
  }
  return { browser, id: Number(user.id) };
}

it('has no figure that was never computed, and an empty file of it', async () => {
  await portal.pool.query('delete from overview_figures');
  const { figures } = await overview();
  expect(Object.values(figures)).toEqual([null, null, null, null, null, null]);
  const file = await staff.browser.get('/api/staff/overview/money.csv');
  expect([file.statusCode, file.body]).toEqual([200, '']);
});

it('counts customers, lines, money and areas from what is stored, with the time, and gives each as a file that is audited', async () => {
  const active = await customerWith({ status: 'active', fee: 15_000.5, started: '2026-11-03T00:00:00+01:00' });
  await customerWith({ status: 'active', fee: 20_000, started: '2026-10-31T23:59:59+01:00' });
  await customerWith({ status: 'suspended', fee: 9000, started: '2026-01-01' });
  await customerWith({ status: 'pending', fee: 9000 });
  for (const reason of ['Moving away', 'moving away ', undefined])
    await customerWith({
      status: 'cancelled',
      fee: 9000,
      started: '2026-01-01',
      cancelled: '2026-11-01T00:30:00+01:00',
      ...(reason && { reason }),
    });
  // Never paid, so never a line that could be lost.
  await customerWith({ status: 'cancelled', fee: 9000, cancelled: '2026-11-02' });
  await customerWith(null);
  const { rows } = await portal.pool.query('select id from user_subscriptions where user_id = $1', [active.id]);
  const invoice = async (
    number: number,
    status: string,
    total: number,
    issued: string,
    due: string,
    kind = 'upgrade',
  ) =>
    (
      await portal.pool.query(
        `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
         values ($1, 2026, $2::int, $3, $4, $2::int, $9, $5, $6, 0, '{}', $7, $8) returning id`,
        [`INV-2026-${number}`, number, active.id, rows[0].id, status, total, issued, due, kind],
      )
    ).rows[0].id;
  const owe = (id: string, month: string, outstanding: number) =>
    portal.pool.query(
      'insert into monthly_invoices (invoice_id, account_id, month, outstanding) values ($1, $2, $3, $4)',
      [id, active.id, month, outstanding],
    );
  const writeOff = (id: string, amount: number, status: string) =>
    portal.pool.query(
      `insert into write_offs (invoice_id, user_id, amount, reason, status, client_request_id, requested_by, created_at)
       values ($1, $2, $3, 'x', $4, gen_random_uuid()::text, $2, now())`,
      [id, active.id, amount, status],
    );
  await invoice(1, 'open', 100, '2026-11-20', '2026-12-01');
  await invoice(2, 'open', 200, '2026-11-01', '2026-11-20');
  await invoice(3, 'open', 300, '2026-08-01', '2026-08-02');
  await invoice(4, 'paid', 400, '2026-11-02', '2026-11-03');
  await invoice(5, 'void', 500, '2026-11-02', '2026-11-03');
  // Of a company: one paid in part, one whose rest is written off, and one that is paid.
  await owe(await invoice(6, 'open', 5000, '2026-11-03', '2026-10-20', 'monthly'), '2026-11', 1250.25);
  const lost = await invoice(7, 'open', 3000, '2026-11-03', '2026-09-01', 'monthly');
  await owe(lost, '2026-10', 0);
  await writeOff(lost, 1000, 'booked');
  await owe(await invoice(8, 'paid', 2000, '2026-11-03', '2026-09-01', 'monthly'), '2026-09', 0);
  await writeOff(await invoice(9, 'open', 700, '2026-10-01', '2026-10-02', 'charge'), 700, 'booked');
  await writeOff(await invoice(10, 'open', 50, '2026-10-01', '2026-11-24', 'charge'), 50, 'reversed');
  await portal.pool.query(
    `insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, quote, email, description, status, paid_at)
     select 'P' || n, $1, s.id, s.plan_id, n, 'paystack', 1000 * n, '{}', 'x', 'x', paid.status, paid.paid_at::timestamptz
     from user_subscriptions s, (values (1, 'successful', '2026-11-01T00:00:00+01:00'), (2, 'successful', '2026-10-31T23:59:00+01:00'), (4, 'refunded', '2026-11-05')) as paid(n, status, paid_at)
     where s.user_id = $1`,
    [active.id],
  );
  await portal.pool.query(
    "insert into network_lines (user_id, username, access, download_mbps, changed_at) values ($1, 'one', 'open', 20, now())",
    [active.id],
  );
  await portal.pool.query("insert into service_areas (name, created_at) values ('Wuse II, Abuja', now())");
  await portal.pool.query(
    "insert into customer_areas (user_id, area, changed_at) values ($1, 'Wuse II, Abuja', now())",
    [active.id],
  );
  await portal.pool.query(
    "insert into usage_data (user_id, period, data_used) values ($1, '2026-11', 310.25) on conflict (user_id, period) do update set data_used = 310.25",
    [active.id],
  );

  await computeFigures({ database: portal.database, clock: () => NOW }, new AbortController().signal);
  const { figures } = await overview();
  const computedAt = NOW.toISOString();
  expect(figures.customers).toEqual({
    computedAt,
    active: 2,
    suspended: 1,
    awaitingPayment: 1,
    former: 4,
    registered: 1,
    disabled: 0,
  });
  expect(figures.lines).toEqual({
    computedAt,
    active: 2,
    suspended: 1,
    awaitingPayment: 1,
    recurring: 35_000.5,
    average: 17_500.25,
  });
  expect(figures.movement?.months.slice(-2)).toEqual([
    { month: '2026-10', begun: 1, lost: 0 },
    { month: '2026-11', begun: 1, lost: 3 },
  ]);
  expect(figures.movement?.reasons).toEqual([
    { reason: 'Moving away', lost: 2 },
    { reason: null, lost: 1 },
  ]);
  expect(figures.money).toEqual({
    computedAt,
    month: '2026-11',
    collected: 1000,
    invoiced: 10_700,
    invoicedPaid: 8149.75,
  });
  expect(figures.receivables?.ages).toEqual([
    { age: 'not-due', invoices: 1, amount: 100 },
    { age: '1-30', invoices: 2, amount: 250 },
    { age: '31-60', invoices: 1, amount: 1250.25 },
    { age: 'over-60', invoices: 1, amount: 300 },
  ]);
  expect(figures.areas).toEqual({
    computedAt,
    month: lagosPeriod(NOW),
    areas: [
      {
        area: 'Wuse II, Abuja',
        lines: 1,
        soldMbps: 20,
        usedGigabytes: 310.25,
        connected: 1,
        linePorts: null,
        busyHourMbps: null,
        busyHourAt: null,
        uplinkMbps: null,
      },
    ],
  });

  const file = await staff.browser.get('/api/staff/overview/receivables.csv');
  expect(file.headers['content-disposition']).toBe('attachment; filename="receivables.csv"');
  expect(file.body.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffage,invoices,amount,computed_at,computed_at_lagos',
    `not-due,1,100,${computedAt},2026-11-26 13:00:00`,
  ]);
  expect((await staff.browser.get('/api/staff/overview/lines.csv')).body).toContain(
    `recurring,35000.5,${computedAt},2026-11-26 13:00:00\r\n`,
  );
  const audit = await portal.pool.query(
    "select subject from audit_records where action = 'export.download' order by id",
  );
  expect(audit.rows.map(({ subject }) => subject)).toEqual([
    'export:overview-money',
    'export:overview-receivables',
    'export:overview-lines',
  ]);
});

it('lists what needs somebody, and nothing that is in order', async () => {
  expect((await overview()).attention).toEqual([]);
  const customer = await customerWith(null);
  await customer.browser.post('/api/chat/initialize', {});
  await customer.browser.post('/api/user/tickets', { subject: 'No light', description: 'x' });
  await portal.pool.query("update support_tickets set first_response_due_at = '2026-01-02T03:04:05Z'");
  await portal.pool.query("update payments set status = 'review' where reference = 'P2'");
  const { attention } = await overview();
  expect(attention).toEqual([
    { kind: 'chats-waiting', count: 1, since: expect.stringMatching(/Z$/) },
    { kind: 'tickets-overdue', count: 1, since: '2026-01-02T03:04:05.000Z' },
    { kind: 'payments-review', count: 1, since: expect.stringMatching(/Z$/) },
  ]);
});

it('gives what needs attention as a file with the time, too', async () => {
  const { browser } = await customerWith(null);
  await browser.post('/api/chat/initialize', {});
  const file = (await staff.browser.get('/api/staff/overview/attention.csv')).body.split('\r\n');
  expect(file[0]).toBe('\ufeffkind,count,since,since_lagos,computed_at,computed_at_lagos');
  expect(file.find((line) => line.startsWith('chats-waiting,'))).toMatch(
    /^chats-waiting,\d+,20.+Z,20[\d-]+ [\d:]+,20.+Z,20[\d-]+ [\d:]+$/,
  );
});

it('compares an area with what staff say it has, and finds its busy hour in what its lines used', async () => {
  const area = 'Wuse II, Abuja';
  const set = (body: object) => staff.browser.put('/api/staff/area-capacity', body);
  expect((await set({ area: 'wuse ii, abuja', uplinkMbps: 1000, linePorts: 64 })).statusCode).toBe(200);
  expect((await set({ area, uplinkMbps: 0, linePorts: null })).statusCode).toBe(422);
  const lineId = (await portal.pool.query('select user_id from customer_areas where area = $1', [area])).rows[0]
    .user_id;
  await portal.pool.query("update customer_areas set changed_at = '2026-11-01' where user_id = $1", [lineId]);
  await portal.pool.query("insert into usage_days (user_id, day) values ($1, '2026-11-26')", [lineId]);
  const at = async (time: string, downloadBytes: number) => {
    await portal.pool.query('update usage_days set download_bytes = $2, upload_bytes = 5 where user_id = $1', [
      lineId,
      downloadBytes,
    ]);
    await portal.pool.query('delete from overview_figures');
    const clock = () => new Date(`2026-11-26T${time}Z`);
    await computeFigures({ database: portal.database, clock }, new AbortController().signal);
    return (await overview()).figures.areas?.areas.find((each) => each.area === area);
  };
  // Without the hour before it, nobody knows when it was used.
  expect(await at('12:58:00', 9e12)).toMatchObject({ busyHourMbps: null, uplinkMbps: 1000, linePorts: 64 });
  await at('13:30:00', 9e12 + 1e9);
  expect(await at('13:58:00', 9e12 + 45e9)).toMatchObject({
    busyHourMbps: 100,
    busyHourAt: '2026-11-26T13:00:00.000Z',
  });
  expect(await at('14:58:00', 9e12 + 46e9)).toMatchObject({
    busyHourMbps: 100,
    busyHourAt: '2026-11-26T13:00:00.000Z',
  });
  const { rows } = await portal.pool.query(
    "select before, after from audit_records where action = 'network.area-capacity' and subject = $1",
    [`area:${area}`],
  );
  expect(rows).toEqual([{ before: { uplinkMbps: null, linePorts: null }, after: { uplinkMbps: 1000, linePorts: 64 } }]);
});
