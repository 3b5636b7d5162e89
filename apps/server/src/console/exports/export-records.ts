import type { Readable } from 'node:stream';
import type { ExportKind } from '@portal/contract/console/exports';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { columnsOf, type ExportedRow, type ExportPage, listExported } from './export.repository.ts';
import { writeWorkbook } from './workbook/write-workbook.ts';

const PAGE = 1000;

/**
 * Everything of one kind page by page, so that millions of rows need no memory. What is written while
 * it runs may be in it or not.
 */
async function* readPages(database: Database, kind: ExportKind): AsyncGenerator<ExportedRow['cells'][]> {
  let after: ExportPage['after'] = null;
  do {
    const page: ExportPage = { after, limit: PAGE };
    const rows: ExportedRow[] = await unhurried(database).transaction((tx) => listExported(tx, kind, page));
    yield rows.map(({ cells }) => cells);
    after = rows.length === PAGE ? (rows.at(-1)?.key ?? null) : null;
  } while (after !== null);
}

/** As CSV (RFC 4180) whose cells no spreadsheet runs as a formula. */
export async function* exportCsv(database: Database, kind: ExportKind): AsyncGenerator<string> {
  yield csvLine(columnsOf(kind).map(({ name }) => name));
  for await (const rows of readPages(database, kind)) {
    yield rows.map((cells) => csvLine(cells.map((cell) => cell ?? ''))).join('');
  }
}

/** As a workbook of Excel. Destroy the stream to stop. */
export function exportWorkbook(database: Database, kind: ExportKind): Promise<Readable> {
  return writeWorkbook({ name: kind, columns: columnsOf(kind), pages: readPages(database, kind) });
}
