import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCsv } from '../../platform/files/read-csv.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let bed: ReturnType<typeof createImportTestbed>;
beforeAll(async () => {
  portal = await startTestPortal();
  bed = createImportTestbed(portal.database);
});
afterAll(() => portal.close());

let source = '';
beforeEach(() => {
  source = `old-${randomUUID().slice(0, 8)}`;
});

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await portal.pool.query<T>(text, values)).rows;

/** Customers of `source`; their ids there are 1, 2 and 3. */
async function importThree() {
  const people = [1, 2, 3].map((n) => [String(n), 'Ada Obi', `${source}-${n}@mail.example`]);
  await bed.run('customers', csvFile(['id', 'name', 'email'], people), { source });
}

describe('a file of a spreadsheet', () => {
  const PAYMENTS = ['customer', 'payment id', 'amount', 'paid at'];
  const written = (file: Awaited<ReturnType<typeof bed.run>>) => file.readings;
  const money = () =>
    rows<{ number: string; amount: string; paid_at: Date }>(
      'select number, amount, paid_at from earlier_payments where source = $1 order by number',
      [source],
    );

  it('may have text marks, other spaces and the .0 of a number; what has lost digits is rejected by row', async () => {
    const header = ['Customer No', 'Full name', 'E-mail', 'Mobile'];
    const people = [
      ["'0017", 'Sa’adatu\u00a0Mu’azu', `a-${source}@mail.example`, "'08031234572"],
      ['="0018"', "'Yar’adua Musa", `b-${source}@mail.example`, '="08031234573"'],
      ['1042.0', 'Ọláyínká Ńwéké', `c-${source}@mail.example`, '8031234574.0'],
      ['1043', 'Rabi‘u Isa', `d-${source}@mail.example`, '0803\u202f123\u00a04575'],
      ['1044', 'Ada Obi', `e-${source}@mail.example`, '8.03123E+09'],
    ];
    const done = await bed.run('customers', csvFile(header, people).replaceAll("''", "'"), { source });
    expect(done).toMatchObject({ accepted: 4, rejected: 1 });
    expect(done.rejectedRows).toMatchObject([{ row: 6, reason: expect.stringContaining('lost digits') }]);
    expect(
      await rows(
        `select r.external_id, u.first_name, u.phone from imported_records r join users u on u.id = r.user_id
         where r.source = $1 order by 1`,
        [source],
      ),
    ).toEqual([
      { external_id: '0017', first_name: 'Sa’adatu', phone: '+2348031234572' },
      { external_id: '0018', first_name: "'Yar’adua", phone: '+2348031234573' },
      { external_id: '1042', first_name: 'Ọláyínká', phone: '+2348031234574' },
      { external_id: '1043', first_name: 'Rabi‘u', phone: '+2348031234575' },
    ]);
  });

  it('has decimal commas where semicolons separate its cells, and says so', async () => {
    await importThree();
    const file =
      'customer;payment id;amount;paid at\n1;P-1;1250,50;2026-11-30\n2;P-2;1.250,5;2026-11-30\n3;P-3;1.250;2026-11-30\n';
    const done = await bed.run('payments', file, { source });
    expect(written(done).amount).toEqual({
      as: 'decimal-comma',
      example: '1250,50',
      ways: [
        { as: 'decimal-point', value: null },
        { as: 'decimal-comma', value: '1250.50' },
      ],
    });
    expect((await money()).map(({ amount }) => amount)).toEqual(['1250.50', '1250.50', '1250.00']);
    expect(done.sums).toMatchObject({ file: 3751, booked: 3751 });
  });

  it('rejects by row what may be two sums, with the reason', async () => {
    await importThree();
    const file = csvFile(PAYMENTS, [
      ['1', 'P-1', '12,500.00', '2026-11-30'],
      ['2', 'P-2', '1250,50', '2026-11-30'],
    ]);
    const done = await bed.run('payments', file, { source });
    expect(done).toMatchObject({ accepted: 1, rejected: 1 });
    expect(done.rejectedRows).toMatchObject([
      { row: 3, reason: expect.stringContaining('“1250,50” is not an amount') },
    ]);
  });

  it('imports nothing while its dates or amounts can be read in two ways, until somebody has chosen', async () => {
    await importThree();
    const file = csvFile(PAYMENTS, [
      ['1', 'P-1', '1250,50', '05/06/2026'],
      ['2', 'P-2', '500', '07/06/2026'],
    ]);
    const failed = await bed.run('payments', file, { source });
    expect(failed).toMatchObject({ status: 'failed', accepted: 0 });
    expect(failed.failure).toBe(
      'The file can be read in two ways (Amount, such as 1250,50; Paid at, such as 05/06/2026): choose how it is meant',
    );
    expect(written(failed).paidAt).toEqual({
      as: null,
      example: '05/06/2026',
      ways: [
        { as: 'day-first', value: '2026-06-05' },
        { as: 'month-first', value: '2026-05-06' },
      ],
    });
    expect(await money()).toEqual([]);
    const readings = { amount: 'decimal-comma', paidAt: 'month-first' } as const;
    expect(await bed.run('payments', file, { source, readings })).toMatchObject({ status: 'done', accepted: 2 });
    expect(await money()).toMatchObject([
      { number: 'P-1', amount: '1250.50', paid_at: new Date('2026-05-05T23:00:00Z') },
      { number: 'P-2', amount: '500.00', paid_at: new Date('2026-07-05T23:00:00Z') },
    ]);
  });

  it('has the month first in every date where one shows it', async () => {
    await importThree();
    const file = csvFile(PAYMENTS, [
      ['1', 'P-1', '500', '05/06/2026'],
      ['2', 'P-2', '500', '11/30/2026 9:30 PM'],
    ]);
    expect(written(await bed.run('payments', file, { source })).paidAt?.as).toBe('month-first');
    expect((await money()).map(({ paid_at }) => paid_at.toISOString())).toEqual([
      '2026-05-05T23:00:00.000Z',
      '2026-11-30T20:30:00.000Z',
    ]);
  });

  it('may be “Unicode text” in UTF-16, or begin with the line that tells Excel the delimiter', async () => {
    const text = `id\tname\temail\n1\tỌláyínká Ńwéké\tw-${source}@mail.example\n`;
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    const open = (bytes: Buffer) => () => readCsv(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    const [tabs] = await bed.runAll([{ kind: 'customers', open: open(wide) }], { source });
    expect(tabs).toMatchObject({ accepted: 1, rejected: 0 });
    const [bigEndian] = await bed.runAll([{ kind: 'customers', open: open(Buffer.from(wide).swap16()) }], { source });
    expect(bigEndian).toMatchObject({ repeated: 1 });
    const told = `sep=|\r\nid|name|email\r\n2|Ada, Obi|x-${source}@mail.example\r\n`;
    expect(await bed.run('customers', told, { source })).toMatchObject({
      accepted: 1,
      headers: ['id', 'name', 'email'],
    });
    expect(
      await rows('select 1 from users where email = $1 and first_name = $2', [`w-${source}@mail.example`, 'Ọláyínká']),
    ).toHaveLength(1);
  });
});
