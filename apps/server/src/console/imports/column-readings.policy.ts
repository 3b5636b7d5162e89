import type { ImportField } from '@portal/contract/console/import-fields';
import { type ColumnRead, type ColumnReading, columnReadings } from '@portal/contract/console/imports';
import { decimalFromKobo } from '@portal/kernel/money';
import { parseAmount } from '@portal/kernel/parse-amount';
import { dateText } from '../../platform/files/date-text.policy.ts';
import { RowFault, readCell, readNumberId } from './cell.policy.ts';

/** Of an example that is stored with the import. */
const LONGEST_EXAMPLE = 60;

/** What a cell is when it is read in one way, in the spelling that every row is read by; null for nothing. */
function readAs(cell: string, as: ColumnReading): string | null {
  if (as === 'day-first' || as === 'month-first') return dateText(cell, as);
  const amount = parseAmount(cell, as === 'decimal-comma' ? ',' : '.');
  return amount === null ? null : decimalFromKobo(amount);
}

type Seen = Partial<Record<ColumnReading | 'either' | 'both' | 'neither', string>>;

/**
 * What the cells of one column have shown so far: an example of each reading that one of them needs.
 * 1.250 has too many decimals, and means 1,250 only in a file whose cells are separated by semicolons,
 * as spreadsheets write it where the comma is taken.
 */
function see(
  seen: Seen,
  cell: string,
  [one, other]: readonly [ColumnReading, ColumnReading],
  delimiter: string | undefined,
): void {
  const [first, second] = [readAs(cell, one), readAs(cell, other)];
  if (first === second) seen[first === null ? 'neither' : 'either'] ??= cell;
  else if (other === 'decimal-comma' && delimiter !== ';' && !cell.includes(',')) seen.neither ??= cell;
  else if (second === null) seen[one] ??= cell;
  else if (first === null) seen[other] ??= cell;
  else seen.both ??= cell;
}

/**
 * The one reading that the cells of a column allow; null where there are two. A program writes all dates
 * of a file alike, so that another column may show what this one leaves open.
 */
function decideOf(type: 'amount' | 'date', seen: Seen, all: readonly Seen[], delimiter: string | undefined) {
  const own = decide(type, seen, delimiter);
  if (own !== null || seen.both === undefined) return own;
  const shown = columnReadings[type].filter((way) => all.some((other) => other[way] !== undefined));
  return shown.length === 1 ? (shown[0] ?? null) : null;
}

function decide(type: 'amount' | 'date', seen: Seen, delimiter: string | undefined): ColumnReading | null {
  const [usual, other] = columnReadings[type];
  if (seen[other] === undefined) return seen.both === undefined || seen[usual] !== undefined ? usual : null;
  if (type === 'date') return seen[usual] === undefined ? other : null;
  if (delimiter === ';') return seen[usual] === undefined ? other : null;
  return seen[usual] === undefined ? null : usual;
}

export type ColumnReadings = Readonly<Record<string, ColumnRead>>;

/**
 * Looks at all cells of the amounts and dates of a file: `take` each row, then `finish`. `chosen`: what
 * somebody has decided.
 */
export function watchColumns(
  {
    fields,
    places,
  }: { readonly fields: readonly ImportField[]; readonly places: Readonly<Record<string, number | null>> },
  chosen: Readonly<Record<string, ColumnReading>>,
) {
  const watched = fields.flatMap(({ field, type }) => {
    const place = places[field] ?? null;
    return place !== null && (type === 'amount' || type === 'date') ? [{ field, type, place, seen: {} as Seen }] : [];
  });
  let separator: string | undefined;
  return {
    take: ({ cells, delimiter }: { readonly cells: readonly string[]; readonly delimiter?: string }): void => {
      separator ??= delimiter;
      for (const { type, place, seen } of watched) {
        const cell = (cells[place] ?? '').slice(0, 200);
        const text = /[\0\uFFFD]/.test(cell) ? null : readCell(cell, '');
        if (text !== null) see(seen, text, columnReadings[type], separator);
      }
    },
    finish: (): ColumnReadings =>
      Object.fromEntries(
        watched.map(({ field, type, seen }) => {
          const ways = columnReadings[type];
          const alike = watched.filter((other) => other.type === type).map((other) => other.seen);
          const wanted = ways.find((way) => way === chosen[field]);
          const example = seen.both ?? seen[ways[1]] ?? seen[ways[0]] ?? seen.either ?? seen.neither ?? null;
          return [
            field,
            {
              as: wanted ?? decideOf(type, seen, alike, separator),
              example: example?.slice(0, LONGEST_EXAMPLE) ?? null,
              ways: ways.map((as) => ({ as, value: example === null ? null : readAs(example, as) })),
            },
          ];
        }),
      ),
  };
}

/** Why nothing can be imported before somebody has chosen; null where every column has one reading. */
export function undecidedColumn(fields: readonly ImportField[], readings: ColumnReadings): string | null {
  const open = fields.filter(({ field }) => readings[field]?.as === null);
  if (open.length === 0) return null;
  const examples = open.map(({ field, label }) => `${label}, such as ${readings[field]?.example}`);
  return `The file can be read in two ways (${examples.join('; ')}): choose how it is meant`.slice(0, 500);
}

const WRITTEN: Readonly<Record<ColumnReading, string>> = {
  'decimal-point': 'an amount of naira with at most two decimals behind a point',
  'decimal-comma': 'an amount of naira with at most two decimals behind a comma',
  'day-first': 'a date such as 2026-11-30 or 30/11/2026',
  'month-first': 'a date such as 2026-11-30 or 11/30/2026',
};

/** A cell of a field in the spelling that every row is read by. Throws RowFault. */
export function readField(cell: string, { field, label, type }: ImportField, readings: ColumnReadings): string | null {
  const text = readCell(cell, label);
  if (text === null || type === 'text') return text;
  if (type === 'id') return readNumberId(text, label);
  const as = readings[field]?.as ?? columnReadings[type][0];
  const read = readAs(text, as);
  if (read === null) throw new RowFault(`${label}: “${text}” is not ${WRITTEN[as]}`);
  return read;
}
