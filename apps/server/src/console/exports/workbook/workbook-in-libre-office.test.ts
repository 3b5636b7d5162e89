import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { expect, it, vi } from 'vitest';
import { missingLibreOffice, showInLibreOffice } from '../../../testing/libre-office.ts';
import type { SheetColumn, SheetRow } from './sheet-column.policy.ts';
import { writeWorkbook } from './write-workbook.ts';

vi.setConfig({ testTimeout: 120_000 });

const missing = missingLibreOffice();
if (missing !== null) console.log(missing);

const COLUMNS: readonly SheetColumn[] = [
  { name: 'name', kind: 'text' },
  { name: 'phone', kind: 'text' },
  { name: 'account_number', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'bytes', kind: 'whole' },
  { name: 'paid_at', kind: 'text' },
  { name: 'paid_at_lagos', kind: 'time' },
];

const NAMES = [
  'Ọláyínká',
  "Sa'adatu",
  'ɗan Ƙano',
  '😀 <b>&amp;</b>',
  '=cmd|calc',
  '@sum(1)',
  '_x0041_',
  'two\nlines',
  '1,250.50',
  '2026-12-01',
];

const rowOf = (name: string): SheetRow => [
  name,
  '+2348031234572',
  '0012345678',
  '1250.50',
  '8031234567890',
  '2026-11-30T23:30:00.000Z',
  '2026-12-01 00:30:00',
];

it.skipIf(missing !== null)(
  'a workbook opens in LibreOffice: names as they are, numbers of telephones and accounts whole, sums with two decimals, days of Lagos',
  async () => {
    async function* pages() {
      yield NAMES.map(rowOf);
    }
    const workbook = await buffer(
      await writeWorkbook({ name: 'payments', columns: COLUMNS, pages: pages(), rowsOfSheet: NAMES.length }),
    );
    const expected = (name: string) => ({
      name,
      phone: '+2348031234572',
      account_number: '0012345678',
      amount: '1,250.50',
      bytes: '8031234567890',
      paid_at: '2026-11-30T23:30:00.000Z',
      paid_at_lagos: '2026-12-01 00:30:00',
    });
    const shown = async (sheet: string) => parse(await showInLibreOffice(workbook, sheet), { columns: true });
    expect(await shown('payments')).toEqual(NAMES.slice(0, -1).map(expected));
    expect(await shown('payments_2')).toEqual(NAMES.slice(-1).map(expected));
  },
);
