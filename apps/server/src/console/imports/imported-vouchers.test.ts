import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let imports: ReturnType<typeof createImportTestbed>;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  imports = createImportTestbed(bed.database);
  staff = await bed.createStaff();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

let customer: Customer;
let prefix: string;
beforeEach(async () => {
  customer = await bed.createCustomer();
  prefix = randomUUID().slice(0, 6).toUpperCase();
});

const HEADER = ['Code', 'Price', 'Status', 'Expiry'];
const importRows = (rows: readonly (readonly string[])[], options = {}) =>
  imports.run('vouchers', csvFile(HEADER, rows), { source: `nux-${prefix}`, startedBy: staff.id, ...options });
const redeem = (pin: string) => bed.call(customer, 'POST', '/api/user/vouchers', { pin });
const credit = async () => (await bed.call(customer, 'GET', '/api/user/credit')).body.balance;

it('unused vouchers of PHPNuxBill keep their codes, of any form, and pay once', async () => {
  const none = (await bed.call(customer, 'GET', '/api/user/vouchers')).body;
  expect(none).toEqual({ accepted: false, letters: false });
  const run = await importRows([
    [`${prefix}-abc`, '2,500', '0', ''],
    [`${prefix}USED`, '1000', '1', ''],
    [`${prefix}OLD`, '1000', '0', '01/01/2020'],
    ['x', '1000', '0', ''],
    [`${prefix}NIL`, '0', '0', ''],
  ]);
  expect(run).toMatchObject({ accepted: 1, rejected: 4, sums: { booked: 2500 } });
  expect(run.rejectedRows.map(({ reason }) => reason)).toContain('It was used: leave it out');
  const form = (await bed.call(customer, 'GET', '/api/user/vouchers')).body;
  expect(form).toEqual({ accepted: true, letters: true });
  expect((await redeem(`${prefix.toLowerCase()}abc`)).body).toMatchObject({ payment: { amount: 2500 } });
  expect((await redeem(`${prefix}USED`)).body.code).toBe('voucher.unknown');
  expect(await credit()).toBe(2500);
});

it('no table has the code of one, whether it was imported or rejected', async () => {
  const code = `${prefix}SECRET99`;
  const run = await importRows([
    [code, '500', '0', ''],
    [code, '500', '0', ''],
    [`${code}2`, '500', '1', ''],
  ]);
  expect(run).toMatchObject({ accepted: 1, rejected: 2 });
  const tables = await bed.rows(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const found = await bed.rows(`select 1 as one from "${name}" t where t::text like $1 limit 1`, [`%${code}%`]);
    expect(found, String(name)).toEqual([]);
  }
});

it('an import is repeated without effect, and undone until a voucher is used', async () => {
  const rows = [
    [`${prefix}AAAA`, '100', '0', ''],
    [`${prefix}BBBB`, '200', '0', ''],
  ];
  const first = await importRows(rows);
  expect(await importRows(rows)).toMatchObject({ accepted: 0, repeated: 2 });
  await imports.undo(first.id, staff.id);
  expect((await redeem(`${prefix}AAAA`)).body.code).not.toBe('voucher.used');
  const again = await importRows(rows);
  expect(again).toMatchObject({ accepted: 2 });
  expect((await redeem(`${prefix}BBBB`)).status).toBe(200);
  await expect(imports.undo(again.id, staff.id)).rejects.toThrow(/built|undone/);
});
