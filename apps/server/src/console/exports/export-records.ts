import type { ExportKind } from '@portal/contract/console/exports';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { columnsOf, type ExportedRow, type ExportPage, listExported } from './export.repository.ts';

const PAGE = 1000;

/**
 * Everything of one kind as CSV (RFC 4180) whose cells no spreadsheet runs as a formula, page by page,
 * so that millions of rows need no memory. What is written while it runs may be in it or not.
 */
export async function* exportRecords(database: Database, kind: ExportKind): AsyncGenerator<string> {
  yield csvLine(columnsOf(kind));
  let after: ExportPage['after'] = null;
  do {
    const page: ExportPage = { after, limit: PAGE };
    const rows: ExportedRow[] = await unhurried(database).transaction((tx) => listExported(tx, kind, page));
    yield rows.map(({ cells }) => csvLine(cells.map((cell) => cell ?? ''))).join('');
    after = rows.length === PAGE ? (rows.at(-1)?.key ?? null) : null;
  } while (after !== null);
}
