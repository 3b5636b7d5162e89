import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findViolations } from '../../../platform/database/find-violations.ts';
import { missingMariaDb, startMariaDb, type TestMariaDb } from '../../../testing/servers/start-mariadb.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { createImportTestbed } from '../../../testing/testbeds/import-testbed.ts';
import { phpNuxBillKinds, readPhpNuxBill } from './read-phpnuxbill.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const missing = missingMariaDb();
if (missing !== null) console.log(missing);

const TABLES = readFileSync(join(import.meta.dirname, 'phpnuxbill-tables.fixture.sql'), 'utf8');

let portal: TestPortal;
let mariaDb: TestMariaDb;
beforeAll(async () => {
  if (missing !== null) return;
  [portal, mariaDb] = await Promise.all([startTestPortal(), startMariaDb()]);
});
afterAll(async () => {
  await portal?.close();
  await mariaDb?.close();
});

/** Customers with three payments each, of all that MariaDB quotes in another way. */
const PEOPLE = 1200;
const ROWS = `
insert into tbl_plans (name_plan, id_bw, price, type, validity, validity_unit, routers) values
  ('Home 20 Mbps', 1, '15000', 'PPPOE', 1, 'Months', 'ikeja'), ('Gold ₦', 1, '30000', 'PPPOE', 1, 'Months', 'ikeja');
insert into tbl_routers (name, ip_address, username, password) values ('ikeja', '10.0.0.1', 'api', 'plainsecret-router');
insert into tbl_users (username, fullname, password, user_type) values ('admin', 'A', 'plainsecret-admin', 'SuperAdmin');
insert into tbl_customers (username, password, pppoe_username, pppoe_password, fullname, address, phonenumber, email, balance)
  select concat('User', seq), concat('plainsecret-', seq), concat('line', seq), 'plainsecret-pppoe',
    concat('Ada ''Ọ\\\\"', seq), concat('No. ', seq, ';\\nLagos -- /* x */'), '08031234567', concat('u', seq, '@nux.example'), seq / 100
  from seq_1_to_${PEOPLE};
insert into tbl_user_recharges (customer_id, username, plan_id, namebp, recharged_on, expiration, time, status, routers, type)
  select id, username, 1 + id % 2, 'x', '2026-11-01', '2099-12-01', '10:00:00', 'on', 'ikeja', 'PPPOE' from tbl_customers;
insert into tbl_transactions (invoice, username, plan_name, price, recharged_on, recharged_time, expiration, time, method, routers, type, note)
  select concat('INV-', c.id), lower(c.username), 'Home 20 Mbps', concat(15000, '.', lpad(n.seq, 2, '0')),
    concat('2026-0', n.seq, '-01'), '09:30:00', concat('2026-0', n.seq + 1, '-01'), '09:30:00', 'Paystack - card', 'ikeja',
    if(n.seq = 3, 'Balance', 'PPPOE'), 'it''s; "paid"'
  from tbl_customers c cross join seq_1_to_3 n;
insert into tbl_transactions (invoice, username, plan_name, price, recharged_on, expiration, time, method, routers, type)
  values ('INV-9', 'gone', 'Home 20 Mbps', '15000', '2020-01-01', '2020-02-01', '00:00:00', 'Cash', 'ikeja', 'PPPOE');
`;

it.skipIf(missing !== null)(
  'a dump of a running MariaDB brings customers, lines, balances and the history of payments, which is no money of the portal',
  async () => {
    mariaDb.run(TABLES + ROWS);
    const dump = mariaDb.dump();
    expect(dump).toContain('plainsecret-router');
    const open = () => Readable.from([Buffer.from(dump)]);
    const plans = new Map([['Gold ₦', 'Home 50 Mbps']]);
    const parts = () => phpNuxBillKinds.map((kind) => ({ kind, open: () => readPhpNuxBill(kind, open, plans) }));
    const bed = createImportTestbed(portal.database);
    const done = await bed.runAll(parts(), { source: 'phpnuxbill' });
    const paid = PEOPLE * (3 * 15_000 + 0.06);
    expect(done).toMatchObject([
      { kind: 'customers', accepted: PEOPLE, rejected: 0 },
      { kind: 'lines', accepted: PEOPLE, rejected: 0 },
      { kind: 'balances', accepted: PEOPLE, rejected: 0, sums: { booked: (PEOPLE * (PEOPLE + 1)) / 200 } },
      { kind: 'payments', accepted: PEOPLE * 3, rejected: 1, sums: { booked: paid, rejected: 15_000 } },
    ]);
    expect(done[3]?.rejectedRows).toMatchObject([{ reason: expect.stringContaining('no such customer') }]);
    const { rows } = await portal.pool.query(
      `select p.number, p.amount::text, p.plan_name, p.paid_at, p.paid_until, p.method, p.description, s.name as plan
       from users u join earlier_payments p on p.user_id = u.id
       join user_subscriptions l on l.user_id = u.id join service_plans s on s.id = l.plan_id
       where u.email = 'u7@nux.example' order by p.paid_at`,
    );
    expect(rows).toMatchObject([
      { amount: '15000.01', paid_at: new Date('2026-01-01T08:30:00Z'), description: `Router ikeja, it's; "paid"` },
      { amount: '15000.02', paid_until: new Date('2026-03-01T08:30:00Z'), method: 'Paystack - card' },
      { amount: '15000.03', description: `Top-up, Router ikeja, it's; "paid"`, plan: 'Home 50 Mbps' },
    ]);
    const { rows: money } = await portal.pool.query(
      `select (select count(*)::int from payments) as payments, (select count(*)::int from receipts) as receipts,
        (select coalesce(sum(amount), 0)::text from ledger_entries where account not in ('credit', 'opening-balances')) as other`,
    );
    expect(money).toEqual([{ payments: 0, receipts: 0, other: '0' }]);
    const { rows: tables } = await portal.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of tables) {
      const { rowCount } = await portal.pool.query(
        `select 1 from ${name} t where t::text like '%plainsecret%' limit 1`,
      );
      expect(rowCount, name).toBe(0);
    }
    expect(await findViolations(portal.pool)).toEqual([]);
    expect(await bed.runAll(parts(), { source: 'phpnuxbill' })).toMatchObject([
      { repeated: PEOPLE },
      { repeated: PEOPLE },
      { repeated: PEOPLE },
      { repeated: PEOPLE * 3 },
    ]);
  },
);
