import { Readable } from 'node:stream';
import type { CellValue } from 'hucre/xlsx';
import type { ColumnKind, SheetColumn, SheetRow } from './sheet-column.policy.ts';

/** A cell of the format @ is text, which no spreadsheet runs, also not after somebody has edited it. */
const LOOKS: Readonly<Record<ColumnKind, { readonly numFmt: string; readonly width: number }>> = {
  text: { numFmt: '@', width: 24 },
  amount: { numFmt: '#,##0.00', width: 16 },
  whole: { numFmt: '0', width: 16 },
  time: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/** Excel refuses a file with a longer cell (“Excel specifications and limits”). */
const LONGEST_CELL = 32_767;
/** A number has 15 digits in a spreadsheet; a longer one stays exact as text. */
const NUMBER = /^-?(?=[\d.]{1,16}$)\d{1,15}(\.\d+)?$/;
/** From March 1900 on: before, spreadsheets count a day that did not exist. */
const MOMENT = /^(?:19(?!00-0[12])|[2-9]\d)\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/;
/** What XML cannot have; what would be read as an escaped sign is escaped (ECMA-376 part 1, 22.9.2.19). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function textCell(value: string): string {
  const short = value.length > LONGEST_CELL ? `${value.slice(0, LONGEST_CELL - 1).toWellFormed()}…` : value;
  return short
    .replace(/\r\n?/g, '\n')
    .replace(UNWRITABLE, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

function cellOf(value: string | null, kind: ColumnKind): CellValue {
  if (value === null || value === '') return null;
  if (kind === 'time' && MOMENT.test(value)) return new Date(`${value.replace(' ', 'T')}Z`);
  if ((kind === 'amount' || kind === 'whole') && NUMBER.test(value)) return Number(value);
  return textCell(value);
}

type Workbook = {
  /** Of its first sheet: at most 25 letters, digits and hyphens. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly pages: AsyncIterable<readonly SheetRow[]>;
  readonly rowsOfSheet?: number;
};

/**
 * A workbook of Excel as a stream that reads the next page when the last one has left: it takes the
 * memory of a few pages. What does not fit on a sheet goes on the next one, under the same header.
 * Destroyed, it reads no further page. Beyond 4 GB it ends with an error: LibreOffice does not open
 * ZIP64. The library takes 16 MB, so it is loaded with the first workbook.
 */
export async function writeWorkbook({ name, columns, pages, rowsOfSheet }: Workbook): Promise<Readable> {
  const { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } = await import('hucre/xlsx');
  async function* rows(): AsyncGenerator<CellValue[]> {
    for await (const page of pages)
      for (const row of page) yield columns.map(({ kind }, place) => cellOf(row[place] ?? null, kind));
  }
  const stream = writeXlsxStream(rows(), {
    name,
    columns: columns.map(({ name: header, kind }) => ({ header, ...LOOKS[kind] })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsOfSheet ?? XLSX_MAX_ROWS_PER_SHEET,
  });
  return Readable.fromWeb(stream);
}
