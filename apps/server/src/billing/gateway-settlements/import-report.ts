import { Readable } from 'node:stream';
import { REPORT_BYTES, type ReportColumns, type SettlementReport } from '@portal/contract/billing/gateway-settlements';
import { addKobo, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { readCsv, UnreadableFile } from '../../platform/files/read-csv.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listCollectors } from './collectors.ts';
import { endReading, findReading, saveChoice } from './reading.repository.ts';
import { bookLateItems, recordSettlement } from './record-settlement.ts';
import {
  type ChosenColumns,
  chooseColumns,
  missingColumns,
  type ReportLine,
  readReportRow,
  reportFields,
  savedColumnsOf,
  settlementsOf,
} from './report.policy.ts';
import { listBookedIds } from './settlement-list.repository.ts';

const LINES_SHOWN = 5;
const FAULTS_SHOWN = 100;
const MOST_ROWS = 100_000;

type ReadReport = {
  readonly headers: readonly string[];
  readonly columns: ReportColumns;
  readonly lines: readonly ReportLine[];
  readonly faults: readonly { readonly row: number; readonly reason: string }[];
  readonly skipped: number;
};

async function* limited(file: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > REPORT_BYTES) throw new ApiError('file.too-large');
    yield chunk;
  }
}

async function readRows(
  file: Readable,
  { chosen, saved }: { readonly chosen: ChosenColumns | null; readonly saved: ChosenColumns | null },
): Promise<ReadReport> {
  let headers: readonly string[] = [];
  let columns = chooseColumns([], null);
  let skipped = 0;
  const lines: ReportLine[] = [];
  const faults: { row: number; reason: string }[] = [];
  for await (const { row, cells: written } of readCsv(Readable.from(limited(file)))) {
    // PostgreSQL cannot store it, and no report means it.
    const cells = written.map((cell) => cell.replaceAll('\u0000', ''));
    if (row === 1) {
      headers = cells.map((cell) => cell.trim());
      columns = chooseColumns(headers, chosen ?? savedColumnsOf(headers, saved));
      if (missingColumns(columns).length > 0) return { headers, columns, lines, faults, skipped };
      continue;
    }
    if (row > MOST_ROWS) throw new ApiError('file.too-large');
    const places = reportFields.map((field) => [field, headers.indexOf(columns[field] ?? '\n')] as const);
    const read = readReportRow(
      row,
      Object.fromEntries(places.map(([field, place]) => [field, cells[place] ?? null])) as never,
    );
    if (read.kind === 'line') lines.push(read.line);
    else if (read.kind === 'fault') faults.push({ row, reason: read.reason });
    else skipped += 1;
  }
  return { headers, columns, lines, faults, skipped };
}

function present(report: ReadReport, settlements: ReturnType<typeof settlementsOf>, booked: number): SettlementReport {
  const sum = (amountIn: (listed: (typeof settlements)[number]['listed']) => ReturnType<typeof toKobo>) =>
    nairaFromKobo(settlements.reduce((total, { listed }) => addKobo(total, amountIn(listed)), toKobo(0)));
  return {
    headers: report.headers.filter((header) => header !== ''),
    columns: report.columns,
    missing: missingColumns(report.columns),
    lines: report.lines
      .slice(0, LINES_SHOWN)
      .map(({ row, reference, amountKobo, feeKobo, settledOn, batch, account }) => ({
        row,
        reference,
        settledOn,
        batch,
        account,
        amount: nairaFromKobo(amountKobo),
        fee: nairaFromKobo(feeKobo ?? toKobo(0)),
      })),
    faults: report.faults.slice(0, FAULTS_SHOWN),
    rows: report.lines.length + report.faults.length + report.skipped,
    skipped: report.skipped,
    settlements: settlements.length,
    fresh: settlements.length - booked,
    gross: sum(({ grossKobo }) => grossKobo),
    fees: sum(({ feesKobo }) => feesKobo),
  };
}

/**
 * Reads the settlement report of a gateway without a list, and books the settlements in it, each once;
 * `isDryRun` only shows how it is read. Columns that are not chosen are the saved ones, then the usual
 * ones; an import saves them. A report with a row that cannot be read is not imported at all. Audited.
 * Throws settlement.has-list, settlement.not-a-report, settlement.report-faulty, file.too-large.
 */
export async function importReport(
  deps: BillingDependencies,
  order: {
    readonly gateway: string;
    readonly chosen: ChosenColumns;
    readonly isDryRun: boolean;
    readonly staffId: number;
  },
  file: unknown,
): Promise<SettlementReport> {
  const { gateway, staffId } = order;
  const { database } = deps;
  if (listCollectors(deps).some(({ id, settlements }) => id === gateway && settlements !== null)) {
    throw new ApiError('settlement.has-list');
  }
  if (!(file instanceof Readable)) throw new ApiError('settlement.not-a-report');
  const chosen = Object.values(order.chosen).some((head) => head !== undefined) ? order.chosen : null;
  const saved = (await findReading(database, gateway))?.reportColumns ?? null;
  let report: ReadReport;
  try {
    report = await readRows(file, { chosen, saved });
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new ApiError('settlement.not-a-report', { message: `${error.message}.` });
    throw error;
  }
  const settlements = settlementsOf(report.lines);
  const ids = settlements.map(({ listed }) => listed.settlementId);
  const shown = present(report, settlements, (await listBookedIds(database, gateway, ids)).length);
  if (order.isDryRun) return shown;
  const [fault] = report.faults;
  if (fault)
    throw new ApiError('settlement.report-faulty', {
      message: `Row ${fault.row}: ${fault.reason}. Nothing was imported.`,
    });
  if (shown.missing.length > 0 || settlements.length === 0) {
    throw new ApiError('settlement.report-faulty', { message: 'Choose the columns of the report first.' });
  }
  for (const { listed, items } of settlements) await recordSettlement(deps, gateway, listed, items);
  await bookLateItems(deps, gateway);
  await runTransaction(database, async (tx) => {
    await saveChoice(tx, gateway, { reportColumns: report.columns as never });
    await endReading(tx, gateway, { readAt: deps.clock() });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'settlement.report-imported',
      subject: `settlements:${gateway}`,
      before: null,
      after: { rows: shown.rows, settlements: shown.settlements, fresh: shown.fresh },
    });
  });
  return shown;
}
