import { type ImportField, importFields, matchColumns } from '@portal/contract/console/import-fields';
import type { ImportKind } from '@portal/contract/console/imports';
import type { Clock } from '@portal/kernel/clock';
import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { recordAudit } from '../../identity/index.ts';
import { type Database, type Transaction, unhurried } from '../../platform/database/connection.ts';
import { type Cells, parseAmount, RowFault, readCell } from './cell.policy.ts';
import {
  findImported,
  insertImport,
  insertRecords,
  insertRejections,
  type RejectedRow,
  takeImporting,
  updateImport,
} from './import.repository.ts';
import type { ImportContext, Outcome, ReadRow } from './import-kind.ts';
import { importRules } from './import-kinds.ts';
import { type FileRow, UnreadableFile } from './read-csv.ts';

export type ImportDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly recordAudit: typeof recordAudit;
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
  /** Null for the command on the machine. */
  readonly startedBy: number | null;
  readonly startedAt: Date;
};

const BATCH = 1000;

/** Rolls the transaction of a dry run back, at its end. */
class DryRunIsDone extends Error {}

type Count = { rows: number; accepted: number; rejected: number; repeated: number };
type Sums = { accepted: Kobo; rejected: Kobo; repeated: Kobo };

type Table = {
  readonly fields: readonly ImportField[];
  readonly places: Readonly<Record<string, number | null>>;
  readonly width: number;
};

function cellsOf({ fields, places, width }: Table, { cells }: FileRow): Cells {
  if (cells.length !== width) {
    throw new RowFault(`The row has ${cells.length} cells, and the header ${width}: quote cells that have a separator`);
  }
  return Object.fromEntries(
    fields.map(({ field, label }) => {
      const place = places[field] ?? null;
      return [field, place === null ? null : readCell(cells[place] ?? '', label)];
    }),
  );
}

/** The amount of a row, also of one that is rejected; nothing where there is none to be read. */
function amountOf({ places }: Table, { cells }: FileRow): Kobo {
  const place = places['amount'] ?? null;
  return (place === null ? null : parseAmount(cells[place]?.trim())) ?? toKobo(0);
}

type Part = { readonly row: FileRow; readonly outcome: Outcome | 'repeated' };

/** What becomes of the rows of one batch; those that are wrong have no effect. */
async function importBatch(
  tx: Transaction,
  run: { readonly kind: ImportKind; readonly context: ImportContext; readonly table: Table },
  batch: readonly FileRow[],
): Promise<Part[]> {
  const { kind, context, table } = run;
  const rules = importRules[kind];
  const outcomes = new Map<number, Outcome | 'repeated'>();
  const readable = new Map<string, ReadRow<unknown>>();
  const reject = (row: number, reason: string) => outcomes.set(row, { row, reason });
  for (const line of batch) {
    try {
      const read = rules.readRow(cellsOf(table, line));
      const earlier = readable.get(read.externalId);
      if (earlier) reject(line.row, `Row ${earlier.row} has the same id ${read.externalId}`);
      else readable.set(read.externalId, { ...read, row: line.row });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      reject(line.row, error.message);
    }
  }
  const imported = await findImported(tx, { source: context.source, kind }, [...readable.keys()]);
  const fresh = [...readable.values()].filter(({ externalId, row }) => {
    const importId = imported.get(externalId);
    if (importId === context.id) reject(row, `An earlier row has the same id ${externalId}`);
    else if (importId !== undefined) outcomes.set(row, 'repeated');
    return importId === undefined;
  });
  const made = fresh.length > 0 ? await rules.insert(tx, context, fresh) : [];
  for (const outcome of made) outcomes.set(outcome.row, outcome);
  const { id: importId, source } = context;
  await insertRecords(
    tx,
    made.flatMap((outcome) => ('userId' in outcome ? [{ ...outcome, importId, source, kind }] : [])),
  );
  return batch.map((row) => {
    const outcome = outcomes.get(row.row);
    if (!outcome) throw new Error(`nothing became of row ${row.row}`);
    return { row, outcome };
  });
}

function countPart(part: Part, table: Table, count: Count, sums: Sums): RejectedRow | null {
  const { row, outcome } = part;
  const kind = outcome === 'repeated' ? 'repeated' : 'reason' in outcome ? 'rejected' : 'accepted';
  count.rows++;
  count[kind]++;
  sums[kind] = addKobo(sums[kind], amountOf(table, row));
  if (outcome === 'repeated' || !('reason' in outcome)) return null;
  return { row: row.row, reason: outcome.reason, cells: row.cells.map((cell) => cell.replaceAll('\u0000', '\uFFFD')) };
}

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

async function importRows(
  deps: ImportDependencies,
  order: ImportOrder,
  run: { readonly context: ImportContext; readonly table: Table; readonly rows: AsyncIterator<FileRow> },
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, kind, isDryRun } = order;
  const { context, table, rows } = run;
  const { sumBooked } = importRules[kind];
  const count: Count = { rows: 0, accepted: 0, rejected: 0, repeated: 0 };
  const sums: Sums = { accepted: nothing, rejected: nothing, repeated: nothing };
  const finish = async (queryable: Database | Transaction, booked: Kobo | null) => {
    const finishedAt = deps.clock();
    const money = booked !== null && {
      fileSum: addKobo(sums.accepted, sums.rejected, sums.repeated),
      bookedSum: booked,
      rejectedSum: sums.rejected,
      repeatedSum: sums.repeated,
    };
    await updateImport(queryable, id, { ...count, ...money, status: 'done', finishedAt, updatedAt: finishedAt });
  };
  let booked: Kobo | null = null;
  try {
    await unhurried(deps.database).transaction(async (tx) => {
      if (!(await takeImporting(tx))) throw new UnreadableFile('Another import was running: nothing was imported');
      for await (const batch of inBatches(rows, BATCH)) {
        if (signal?.aborted) throw new UnreadableFile('The portal was stopped meanwhile: nothing was imported');
        const parts = await importBatch(tx, { kind, context, table }, batch);
        const rejected = parts.flatMap((part) => countPart(part, table, count, sums) ?? []);
        // Beside the transaction, so that a dry run keeps them and the page sees how far it is.
        await insertRejections(deps.database, id, rejected);
        await updateImport(deps.database, id, { ...count, updatedAt: deps.clock() });
      }
      if (sumBooked) {
        booked = await sumBooked(tx, id);
        if (booked !== sums.accepted) throw new Error(`import ${id} booked ${booked} of ${sums.accepted} kobo`);
      }
      if (isDryRun) throw new DryRunIsDone();
      // The command on the machine acts for nobody in particular.
      if (order.startedBy !== null)
        await deps.recordAudit(tx, {
          actorId: order.startedBy,
          action: 'import.run',
          subject: `import:${id}`,
          before: null,
          after: {
            kind,
            source: order.source,
            file: order.fileName,
            accepted: count.accepted,
            rejected: count.rejected,
          },
        });
      await finish(tx, booked);
    });
  } catch (error) {
    if (!(error instanceof DryRunIsDone)) throw error;
    await finish(deps.database, booked);
  }
}

/** Stores the import as running, before its file is read. */
export async function storeImport({ database }: Pick<ImportDependencies, 'database'>, order: ImportOrder) {
  const { columns: _chosen, ...run } = order;
  await insertImport(database, { ...run, headers: [], columns: {} });
}

/** Stores the header of a file. Throws UnreadableFile when it lacks required columns. */
async function readHeader(
  deps: ImportDependencies,
  { id, kind, columns: chosen }: ImportOrder,
  rows: AsyncIterator<FileRow>,
): Promise<Table> {
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
 * Imports a file in one transaction: every row that is right, once for each id of its source, and
 * nothing of the others. A dry run does the same and rolls it back, so that it shows exactly what the
 * import would do. What came of it is stored with the import, which `storeImport` has stored; a file
 * that cannot be read is stored as failed.
 */
export async function runImport(
  deps: ImportDependencies,
  order: ImportOrder,
  file: AsyncIterator<FileRow>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const table = await readHeader(deps, order, file);
    const passwordHash = await deps.hashPassword(deps.randomBytes(32).toString('base64url'));
    const { id, source, startedAt: now } = order;
    const context = { id, source, now, randomBytes: deps.randomBytes, passwordHash };
    await importRows(deps, order, { context, table, rows: file }, signal);
  } catch (error) {
    const failure = error instanceof UnreadableFile ? error.message : 'The portal had a fault: nothing was imported';
    const finishedAt = deps.clock();
    await updateImport(deps.database, order.id, { status: 'failed', failure, finishedAt, updatedAt: finishedAt });
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
