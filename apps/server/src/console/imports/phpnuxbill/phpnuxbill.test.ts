import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findViolations } from '../../../platform/database/find-violations.ts';
import { UnreadableFile } from '../../../platform/files/read-csv.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { createImportTestbed } from '../../../testing/testbeds/import-testbed.ts';
import { readMysqlDump } from './read-mysql-dump.ts';
import { phpNuxBillKinds, readPhpNuxBill } from './read-phpnuxbill.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** Made with mariadb-dump 10.11 from the tables of PHPNuxBill. */
const DUMP = readFileSync(join(import.meta.dirname, 'phpnuxbill.dump.sql'), 'utf8');

const inPieces = (text: string, size: number) => () =>
  Readable.from(
    Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size)),
    { objectMode: false },
  );

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

describe('a dump', () => {
  it.each([1, 7, 100, 100_000])('is read the same in pieces of %i characters', async (size) => {
    const rows = await all(readMysqlDump(inPieces(DUMP, size)(), 'tbl_customers'));
    expect(rows.map(({ id, fullname, address }) => [id, fullname, address])).toEqual([
      ['1', "Ada O'Brien \\ Obi", '12 "Broad" St; Lagos\nsecond line -- not a comment'],
      ['2', 'Bola Ventures', '/* odd */ #7'],
      ['3', 'Chi', null],
      ['4', 'Dayo Ọlá', ''],
    ]);
  });

  it('may name its columns in each statement', async () => {
    const text = "INSERT INTO `tbl_plans` (`name_plan`, `id`) VALUES\n('It''s', 7),\n('b', 8);\n";
    expect(await all(readMysqlDump(inPieces(text, 5)(), 'tbl_plans'))).toEqual([
      { name_plan: "It's", id: '7' },
      { name_plan: 'b', id: '8' },
    ]);
  });

  it('without the columns of a table is refused', async () => {
    const read = all(readMysqlDump(inPieces("INSERT INTO `tbl_plans` VALUES (1,'a');", 9)(), 'tbl_plans'));
    await expect(read).rejects.toThrow(UnreadableFile);
  });

  it('that has no customers is refused, as one with other quotes is', async () => {
    const read = all(readPhpNuxBill('customers', inPieces(DUMP.replaceAll('`', '"'), 999)));
    await expect(read).rejects.toThrow(UnreadableFile);
  });

  it('gives no password to anything', async () => {
    for (const kind of phpNuxBillKinds) {
      const cells = (await all(readPhpNuxBill(kind, inPieces(DUMP, 999)))).flatMap((row) => row.cells);
      expect(cells.join('\n')).not.toMatch(/plainsecret/);
    }
  });
});

describe('customers of PHPNuxBill', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });
  afterAll(() => portal.close());

  it('come over with their latest plan, login and balance, or with the reason why not; a dry run says the same', async () => {
    const bed = createImportTestbed(portal.database);
    const expected = [
      { kind: 'customers', status: 'done', accepted: 3, rejected: 1 },
      { kind: 'lines', status: 'done', accepted: 2, rejected: 2 },
      { kind: 'balances', status: 'done', accepted: 2, rejected: 2, sums: { file: 1580.49, booked: 1500.5 } },
      { kind: 'payments', status: 'done', accepted: 1, rejected: 0, sums: { file: 15_000, booked: 15_000 } },
    ];
    const parts = () =>
      phpNuxBillKinds.map((kind) => ({ kind, open: () => readPhpNuxBill(kind, inPieces(DUMP, 4096)) }));
    expect(await bed.runAll(parts(), { source: 'phpnuxbill', isDryRun: true })).toMatchObject(expected);
    expect((await portal.pool.query('select 1 from users')).rowCount).toBe(0);
    expect(await bed.runAll(parts(), { source: 'phpnuxbill' })).toMatchObject(expected);
    const { rows } = await portal.pool.query(
      `select u.email, u.last_name, u.phone, d.company_name, s.status, s.next_renewal, n.username, b.balance
       from users u left join user_subscriptions s on s.user_id = u.id left join network_lines n on n.user_id = u.id
       left join credit_balances b on b.user_id = u.id left join billing_details d on d.user_id = u.id order by u.email`,
    );
    expect(rows).toMatchObject([
      {
        email: 'ada@nux.example',
        last_name: 'Obi',
        phone: '+2348031234567',
        status: 'active',
        next_renewal: new Date('2099-12-01T08:30:00Z'),
        username: 'ada.pppoe',
        balance: '1500.50',
      },
      { email: 'bola@nux.example', company_name: 'Bola Ventures', status: 'suspended', username: 'bola' },
      { email: 'dayo@nux.example', status: null, balance: null },
    ]);
    expect(await findViolations(portal.pool)).toEqual([]);
    const again = await bed.runAll(parts(), { source: 'phpnuxbill' });
    expect(again.map(({ accepted, repeated }) => [accepted, repeated])).toEqual([
      [0, 3],
      [0, 2],
      [0, 2],
      [0, 1],
    ]);
  });
});
