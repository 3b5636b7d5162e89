import type { ImportField } from '@portal/contract/console/import-fields';
import type { ImportKind } from '@portal/contract/console/imports';
import { addKobo, type Kobo, koboFromDecimal, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { FileRow } from '../../platform/files/read-csv.ts';
import { type Cells, RowFault } from './cell.policy.ts';
import { type ColumnReadings, readField } from './column-readings.policy.ts';
import { findImported, insertRecords, type RejectedRow } from './import.repository.ts';
import type { ImportContext, Outcome, ReadRow } from './import-kind.ts';
import { importRules } from './import-kinds.ts';

/** Of the rows of a file so far. */
export type Count = { rows: number; accepted: number; rejected: number; repeated: number };
/** The amounts of those rows. */
export type Sums = { accepted: Kobo; rejected: Kobo; repeated: Kobo };

/** Where the fields of a kind are in a file; `width` is the number of its columns. */
export type Table = {
  readonly fields: readonly ImportField[];
  readonly places: Readonly<Record<string, number | null>>;
  readonly width: number;
  readonly readings: ColumnReadings;
};

function cellsOf({ fields, places, width, readings }: Table, { cells }: FileRow): Cells {
  if (cells.length !== width) {
    throw new RowFault(`The row has ${cells.length} cells, and the header ${width}: quote cells that have a separator`);
  }
  return Object.fromEntries(
    fields.map((field) => {
      const place = places[field.field] ?? null;
      return [field.field, place === null ? null : readField(cells[place] ?? '', field, readings)];
    }),
  );
}

/** The amount of a row, also of one that is rejected; nothing where there is none to be read. */
function amountOf({ fields, places, readings }: Table, { cells }: FileRow): Kobo {
  const field = fields.find(({ type }) => type === 'amount');
  const place = field ? (places[field.field] ?? null) : null;
  if (!field || place === null) return toKobo(0);
  try {
    return koboFromDecimal(readField(cells[place] ?? '', field, readings) ?? '0');
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    return toKobo(0);
  }
}

/** In place of the code of a voucher, which is money: the file has it. */
const NOT_KEPT = '(not kept)';

type Part = { readonly row: FileRow; readonly outcome: Outcome | 'repeated' };

/** What becomes of the rows of one batch; those that are wrong have no effect. */
export async function importBatch(
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
      const read = rules.readRow(cellsOf(table, line), context);
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

/** Adds a row to the counts and sums; the row with the reason when it was rejected. */
export function countPart(part: Part, table: Table, count: Count, sums: Sums): RejectedRow | null {
  const { row, outcome } = part;
  const kind = outcome === 'repeated' ? 'repeated' : 'reason' in outcome ? 'rejected' : 'accepted';
  count.rows++;
  count[kind]++;
  sums[kind] = addKobo(sums[kind], amountOf(table, row));
  if (outcome === 'repeated' || !('reason' in outcome)) return null;
  const secret = table.places.code ?? null;
  const cells = row.cells.map((cell, place) => (place === secret ? NOT_KEPT : cell.replaceAll('\u0000', '\uFFFD')));
  return { row: row.row, reason: outcome.reason, cells };
}
