import { importFields, matchColumns } from '@portal/contract/console/import-fields';
import type { ColumnReading, ImportKind } from '@portal/contract/console/imports';
import type { VatRate } from '@portal/kernel/billing/vat';
import type { Clock } from '@portal/kernel/clock';
import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { InvoiceParty } from '../../billing/index.ts';
import type { recordAudit } from '../../identity/index.ts';
import { type Database, type Transaction, unhurried } from '../../platform/database/connection.ts';
import { type FileRow, UnreadableFile } from '../../platform/files/read-csv.ts';
import { undecidedColumn, watchColumns } from './column-readings.policy.ts';
import { insertImport, insertRejections, takeImporting, updateImport } from './import.repository.ts';
import { type Count, countPart, importBatch, type Sums, type Table } from './import-batch.ts';
import { importRules } from './import-kinds.ts';

export type ImportDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly recordAudit: typeof recordAudit;
  /** The seller on invoices. */
  readonly seller: () => InvoiceParty;
  /** The rate of VAT on a day. */
  readonly vatRate: (at: Date) => VatRate;
  readonly hashVoucherCode: (code: string) => string;
};

export type ImportOrder = {
  readonly id: string;
  readonly kind: ImportKind;
  /** Names the system that the file comes from: ids are unique within it. */
  readonly source: string;
  readonly fileName: string;
  readonly isDryRun: boolean;
  /** The header for a field that is not matched by its name; empty for none. */
  readonly columns: Readonly<Record<string, string>>;
  /** How the amounts or dates of a field are written, where that was chosen. */
  readonly readings: Readonly<Record<string, ColumnReading>>;
  /** Null for the command on the machine. */
  readonly startedBy: number | null;
  readonly startedAt: Date;
};

const BATCH = 1000;
const STOPPED = 'The portal was stopped meanwhile: nothing was imported';

/** Rolls the transaction of a dry run back, at its end. */
class DryRunIsDone extends Error {}

async function* inBatches(rows: AsyncIterator<FileRow>, size: number): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    batch.push(next.value);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const nothing = toKobo(0);

/** Stores the import as running, before its file is read. */
export async function storeImport({ database }: Pick<ImportDependencies, 'database'>, order: ImportOrder) {
  const { columns: _columns, readings: _readings, ...run } = order;
  await insertImport(database, { ...run, headers: [], columns: {} });
}

/** Stores the header of a file. Throws UnreadableFile when it lacks required columns. */
async function readHeader(
  deps: ImportDependencies,
  { id, kind, columns: chosen }: ImportOrder,
  rows: AsyncIterator<FileRow>,
): Promise<Omit<Table, 'readings'>> {
  const first = await rows.next();
  const headers = first.done ? [] : first.value.cells.map((header) => header.replaceAll('\u0000', '').trim());
  const fields = importFields[kind];
  const places = matchColumns(kind, headers, chosen);
  const columns = Object.fromEntries(fields.map(({ field }) => [field, headers[places[field] ?? -1] ?? null] as const));
  await updateImport(deps.database, id, { headers, columns });
  const missing = fields.filter(({ field, isRequired }) => isRequired && places[field] === null);
  if (missing.length > 0) {
    const labels = missing.map(({ label }) => label).join(', ');
    throw new UnreadableFile(`No column is known as ${labels}: choose it, or name it in the first row`);
  }
  return { fields, places, width: headers.length };
}

/**
 * Reads a file once for how its amounts and dates are written, before a row of it is imported. Throws
 * UnreadableFile where that is not clear and nobody has chosen.
 */
async function readTable(deps: ImportDependencies, { order, open }: OpenedFile, signal?: AbortSignal): Promise<Table> {
  const rows = open();
  const table = await readHeader(deps, order, rows);
  const columns = watchColumns(table, order.readings);
  for await (const batch of inBatches(rows, BATCH)) {
    if (signal?.aborted) throw new UnreadableFile(STOPPED);
    for (const row of batch) columns.take(row);
    await updateImport(deps.database, order.id, { updatedAt: deps.clock() });
  }
  const readings = columns.finish();
  await updateImport(deps.database, order.id, { readings });
  const undecided = undecidedColumn(table.fields, readings);
  if (undecided !== null) throw new UnreadableFile(undecided);
  return { ...table, readings };
}

/** A file with its import, which `storeImport` has stored. It is read twice. */
export type OpenedFile = { readonly order: ImportOrder; readonly open: () => AsyncIterator<FileRow> };

/** The outcome of a file, to be stored with the effect, or after it was rolled back. */
type Outcome = {
  readonly order: ImportOrder;
  readonly count: Count;
  readonly sums: Sums;
  readonly booked: Kobo | null;
};

async function importFile(
  deps: ImportDependencies,
  tx: Transaction,
  file: OpenedFile,
  run: { readonly passwordHash: string; readonly signal: AbortSignal | undefined },
): Promise<Outcome> {
  const { order } = file;
  const { id, kind, source, startedBy, startedAt: now } = order;
  const { randomBytes, seller, vatRate, hashVoucherCode } = deps;
  const table = await readTable(deps, file, run.signal);
  const rows = file.open();
  await rows.next();
  const context = {
    id,
    source,
    startedBy,
    now,
    randomBytes,
    seller: seller(),
    vatRate,
    hashVoucherCode,
    passwordHash: run.passwordHash,
  };
  const count: Count = { rows: 0, accepted: 0, rejected: 0, repeated: 0 };
  const sums: Sums = { accepted: nothing, rejected: nothing, repeated: nothing };
  for await (const batch of inBatches(rows, BATCH)) {
    if (run.signal?.aborted) throw new UnreadableFile(STOPPED);
    const parts = await importBatch(tx, { kind, context, table }, batch);
    const rejected = parts.flatMap((part) => countPart(part, table, count, sums) ?? []);
    // Beside the transaction, so that a dry run keeps them and the page sees how far it is.
    await insertRejections(deps.database, id, rejected);
    await updateImport(deps.database, id, { ...count, updatedAt: deps.clock() });
  }
  const booked = (await importRules[kind].sumBooked?.(tx, id)) ?? null;
  if (booked !== null && booked !== sums.accepted) {
    throw new Error(`import ${id} booked ${booked} of ${sums.accepted} kobo`);
  }
  return { order, count, sums, booked };
}

async function storeOutcome(
  deps: ImportDependencies,
  queryable: Database | Transaction,
  { order, count, sums, booked }: Outcome,
): Promise<void> {
  const finishedAt = deps.clock();
  const money = booked !== null && {
    fileSum: addKobo(sums.accepted, sums.rejected, sums.repeated),
    bookedSum: booked,
    rejectedSum: sums.rejected,
    repeatedSum: sums.repeated,
  };
  await updateImport(queryable, order.id, { ...count, ...money, status: 'done', finishedAt, updatedAt: finishedAt });
}

/** The command on the machine acts for nobody in particular: its import is the record. */
async function auditOutcome(deps: ImportDependencies, tx: Transaction, { order, count }: Outcome): Promise<void> {
  const { id, kind, source, fileName: file, startedBy } = order;
  if (startedBy === null) return;
  const after = { kind, source, file, accepted: count.accepted, rejected: count.rejected };
  await deps.recordAudit(tx, {
    actorId: startedBy,
    action: 'import.run',
    subject: `import:${id}`,
    before: null,
    after,
  });
}

async function importFiles(
  deps: ImportDependencies,
  files: readonly OpenedFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const passwordHash = await deps.hashPassword(deps.randomBytes(32).toString('base64url'));
  const outcomes: Outcome[] = [];
  try {
    await unhurried(deps.database).transaction(async (tx) => {
      if (!(await takeImporting(tx))) throw new UnreadableFile('Another import was running: nothing was imported');
      for (const file of files) outcomes.push(await importFile(deps, tx, file, { passwordHash, signal }));
      if (files.some(({ order }) => order.isDryRun)) throw new DryRunIsDone();
      for (const outcome of outcomes) {
        await auditOutcome(deps, tx, outcome);
        await storeOutcome(deps, tx, outcome);
      }
    });
  } catch (error) {
    if (!(error instanceof DryRunIsDone)) throw error;
    for (const outcome of outcomes) await storeOutcome(deps, deps.database, outcome);
  }
}

/**
 * Imports files in one transaction: every row that is right, once for each id of its source, and
 * nothing of the others. A dry run does the same and rolls it back, so that it shows exactly what the
 * import would do. What came of it is stored with the imports; where a file cannot be read, nothing is
 * imported and all of them are stored as failed.
 */
export async function runImports(
  deps: ImportDependencies,
  files: readonly OpenedFile[],
  signal?: AbortSignal,
): Promise<void> {
  try {
    await importFiles(deps, files, signal);
  } catch (error) {
    const failure = error instanceof UnreadableFile ? error.message : 'The portal had a fault: nothing was imported';
    const finishedAt = deps.clock();
    const failed = { status: 'failed', failure, finishedAt, updatedAt: finishedAt } as const;
    for (const { order } of files) await updateImport(deps.database, order.id, failed);
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
