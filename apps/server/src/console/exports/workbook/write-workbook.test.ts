import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { readSheet, unzip } from '../../../testing/read-workbook.ts';
import type { SheetColumn, SheetRow } from './sheet-column.policy.ts';
import { writeWorkbook } from './write-workbook.ts';

const COLUMNS: readonly SheetColumn[] = [
  { name: 'reference', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'bytes', kind: 'whole' },
  { name: 'paid_at_lagos', kind: 'time' },
];

async function* pagesOf(...pages: readonly (readonly SheetRow[])[]): AsyncGenerator<readonly SheetRow[]> {
  yield* pages;
}

/** The cells of the rows after the header. */
async function written(rows: readonly SheetRow[], columns = COLUMNS) {
  const files = unzip(await buffer(await writeWorkbook({ name: 'payments', columns, pages: pagesOf(rows) })));
  return readSheet(files.get('xl/worksheets/sheet1.xml') ?? '').slice(1);
}

const text = (value: string) => expect.objectContaining({ type: 'text', value });

it('amounts, counts and times are numbers in their formats, and what names something is text', async () => {
  expect(await written([['0012345678', '-1250.50', '8031234567890', '2026-12-01 00:30:00']])).toEqual([
    {
      A: text('0012345678'),
      B: { type: 'number', format: '2', value: '-1250.5' },
      C: { type: 'number', format: '3', value: '8031234567890' },
      // By the first of December 2026 these many days of spreadsheets have passed.
      D: { type: 'number', format: '4', value: expect.stringMatching(/^46357\.02083333/) },
    },
  ]);
});

it('a value without a number or a moment that spreadsheets know is kept as text, and an empty one is no cell', async () => {
  expect(
    await written([
      [null, '1234567890123456.00', 'many', '1850-01-01 10:00:00'],
      ['', null, '', ''],
    ]),
  ).toEqual([{ B: text('1234567890123456.00'), C: text('many'), D: text('1850-01-01 10:00:00') }, {}]);
});

it('what people type stays as it is and runs nowhere; what XML cannot have is left out', async () => {
  const typed = [
    "=cmd|'/c calc'!A0",
    '+2348031234572',
    "Sa'adatu & <b>ɗan Ƙano</b> 😀",
    '_x0041_',
    '  a\ttab\nand a line',
  ];
  expect(await written(typed.map((value) => [value]))).toEqual(typed.map((value) => ({ A: text(value) })));
  expect(await written([['bell\u0007, end\u0000\ufffe, \r\nline']])).toEqual([{ A: text('bell, end, \nline') }]);
});

it('a text longer than a cell of Excel is cut, never within an emoji', async () => {
  const [row] = await written([[`${'a'.repeat(32_765)}😀😀`]]);
  expect(row?.A?.value).toMatch(/^a{32765}\ufffd…$/);
  expect(row?.A?.value).toHaveLength(32_767);
});

it('the header stays in sight', async () => {
  const files = unzip(await buffer(await writeWorkbook({ name: 'payments', columns: COLUMNS, pages: pagesOf() })));
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  expect(readSheet(sheet)[0]?.A).toEqual({ type: 'text', format: '1', value: 'reference' });
  expect(sheet).toMatch(/<pane ySplit="1" topLeftCell="A2"[^>]* state="frozen"/);
});

it('rows beyond the last one of a sheet go on the next one, under the same header; none are lost at its edge', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => [`R${at}`]);
  for (const [count, sizes] of [
    [9, [3, 3, 3]],
    [10, [3, 3, 3, 1]],
    [0, [0]],
  ] as const) {
    const pages = pagesOf(rows.slice(0, 4), [], rows.slice(4, count));
    const archive = await buffer(
      await writeWorkbook({ name: 'audit', columns: COLUMNS, pages: count === 0 ? pagesOf() : pages, rowsOfSheet: 4 }),
    );
    const files = unzip(archive);
    const sheets = sizes.map((_, at) => readSheet(files.get(`xl/worksheets/sheet${at + 1}.xml`) ?? ''));
    expect(sheets.map((sheet) => sheet.length - 1)).toEqual(sizes);
    expect(sheets.map(([header]) => header?.A?.value)).toEqual(sizes.map(() => 'reference'));
    expect(sheets.flatMap((sheet) => sheet.slice(1)).map((row) => row.A?.value)).toEqual(
      rows.slice(0, count).map(([value]) => value),
    );
    const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/sheet name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(sizes.map((_, at) => (at === 0 ? 'audit' : `audit_${at + 1}`)));
    expect(files.get('[Content_Types].xml')?.match(/worksheets\/sheet/g)).toHaveLength(sizes.length);
  }
});

/** Pages without an end, and how many of them were read. */
function endless() {
  const read = { pages: 0, isOver: false };
  async function* pages() {
    try {
      for (;;) {
        read.pages += 1;
        // A hash does not get shorter in the archive.
        yield Array.from({ length: 1000 }, (_, row) => [
          createHash('sha512').update(`${read.pages}:${row}`).digest('base64'),
        ]);
      }
    } finally {
      read.isOver = true;
    }
  }
  return { read, pages };
}

it('reads no further page while nobody takes what is written, nor after the download was broken off', async () => {
  const { read, pages } = endless();
  const workbook = await writeWorkbook({ name: 'usage', columns: COLUMNS, pages: pages() });
  for await (const _ of workbook.iterator({ destroyOnReturn: false })) break;
  let before = -1;
  // Until a hundred turns of the event loop pass without another page.
  for (let quiet = 0; quiet < 100; quiet += 1) {
    if (read.pages !== before) quiet = 0;
    before = read.pages;
    await setImmediate();
  }
  expect(read.pages).toBeLessThan(20);
  workbook.destroy();
  await vi.waitFor(() => expect(read.isOver).toBe(true));
  expect(read.pages).toBeLessThan(20);
});

it('a page that cannot be read breaks the download off, so that half a file is not taken for a whole one', async () => {
  async function* failing(): AsyncGenerator<readonly SheetRow[]> {
    yield [['R1']];
    throw new Error('the database is gone');
  }
  await expect(buffer(await writeWorkbook({ name: 'lines', columns: COLUMNS, pages: failing() }))).rejects.toThrow(
    'the database is gone',
  );
});
