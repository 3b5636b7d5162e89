import type { ColumnChoice } from '@portal/contract/billing/bank/bank-accounts';
import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { dayIn, meaningOf, movedBy, plainHead, signedIn } from './column-choice.policy.ts';
import {
  LONGEST_TEXT,
  MOST_LINES,
  oneLine,
  type ReadLine,
  type ReadStatement,
  referenceOf,
  StatementFault,
  TOO_MANY,
} from './statement.policy.ts';

export type Row = { readonly line: number; readonly cells: readonly string[] };
export type CsvTable = { readonly heads: readonly string[]; readonly rows: readonly Row[]; readonly headLine: number };

const DELIMITERS = [',', ';', '\t', '|'];
/** Of what stands above the heads. */
const LONGEST_PREAMBLE = 40;
const LONGEST_RECORD = 100_000;

/** The sign that parts most lines of the beginning into the most cells. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/, 60)
    .map((line) => line.replace(/"[^"]*"/g, ''));
  const told = /^sep=(.)$/i.exec(lines[0]?.trim() ?? '')?.[1];
  if (told !== undefined) return told;
  const counted = DELIMITERS.map((delimiter) => ({
    delimiter,
    cells: lines.reduce((sum, line) => sum + line.split(delimiter).length - 1, 0),
  }));
  return counted.reduce((most, each) => (each.cells > most.cells ? each : most)).delimiter;
}

function rowsOf(text: string): Row[] {
  try {
    const records = parse(text.replace(/^\ufeff/, ''), {
      delimiter: delimiterOf(text.replace(/^\ufeff/, '')),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_RECORD,
      info: true,
      to: MOST_LINES + 1000,
    }) as unknown as readonly { readonly record: string[]; readonly info: { readonly lines: number } }[];
    return records
      .map(({ record, info }) => ({ line: info.lines, cells: record.map((cell) => oneLine(cell)) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StatementFault('The file cannot be read as CSV: a quote is open, or a line is too long');
  }
}

/** Heads by which columns are named: each once, so that a second “Date” is “Date (2)”. */
function namedHeads(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, place) => {
    const name = (cell || `Column ${place + 1}`).slice(0, 80).toWellFormed();
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

const headsNamed = ({
  bookedOn,
  valueOn,
  text,
  reference,
  amount,
  direction,
  moneyIn,
  moneyOut,
  balance,
}: ColumnChoice) =>
  [bookedOn, valueOn, ...text, reference, amount, direction, moneyIn, moneyOut, balance].filter(
    (head) => head !== undefined,
  );

/**
 * The rows of a CSV file below their heads: the first row that has all heads of a choice, or without one at
 * least three that banks use. Throws StatementFault where no row has them.
 */
export function readTable(text: string, choice: ColumnChoice | null): CsvTable {
  const rows = rowsOf(text);
  const wanted = choice && headsNamed(choice).map(plainHead);
  const place = rows.slice(0, LONGEST_PREAMBLE).findIndex(({ cells }) => {
    if (wanted === null) return cells.filter((cell) => meaningOf(cell) !== null).length >= 3;
    const heads = namedHeads(cells).map(plainHead);
    return wanted.every((head) => heads.includes(head));
  });
  const head = rows[place];
  if (!head) {
    throw new StatementFault(
      wanted === null
        ? 'No row of the file names its columns, such as Date, Narration, Debit, Credit'
        : `No row of the file has all of the chosen columns: ${headsNamed(choice ?? ({} as ColumnChoice)).join(', ')}`.slice(
            0,
            400,
          ),
    );
  }
  return { heads: namedHeads(head.cells), headLine: head.line, rows: rows.slice(place + 1) };
}

type Found = { lines: ReadLine[]; leftOut: number; openingKobo: Kobo | null };

/** Reads rows one after the other: lines, wrapped texts, and what stands between and below them. */
function readRows({ heads, rows }: CsvTable, choice: ColumnChoice): Found {
  const byName = new Map(heads.map((head, place) => [plainHead(head), place]));
  const places = new Map(headsNamed(choice).map((head) => [head, byName.get(plainHead(head)) ?? -1]));
  const lines: ReadLine[] = [];
  let [leftOut, openingKobo]: [number, Kobo | null] = [0, null];
  for (const { line, cells } of rows) {
    const cellOf = (head: string | undefined) => (head === undefined ? '' : (cells[places.get(head) ?? -1] ?? ''));
    const fault = (what: string) => new StatementFault(`Line ${line}: ${what}`);
    const written = cellOf(choice.bookedOn);
    const day = dayIn(written, choice.dateForm);
    const text = oneLine(choice.text.map(cellOf).filter(Boolean).join(' '));
    const balance = signedIn(cellOf(choice.balance), choice.decimal);
    if (day === null && /^\d{1,4}[\s/.-]*[\da-z]/i.test(written))
      throw fault(`“${written.slice(0, 40)}” is no date in the form ${choice.dateForm}`);
    const moved = day === null ? null : movedBy(cellOf, choice);
    if (typeof moved === 'string') throw fault(moved);
    if (day === null || moved === null) {
      const last = lines.at(-1);
      const isWrapped =
        written === '' && text !== '' && cells.filter((cell) => cell !== '').length <= choice.text.length;
      if (isWrapped && last)
        lines[lines.length - 1] = { ...last, text: `${last.text} ${text}`.slice(0, LONGEST_TEXT).toWellFormed() };
      else leftOut += 1;
      if (lines.length === 0 && balance !== null && !Number.isNaN(balance)) openingKobo = toKobo(balance);
      continue;
    }
    if (Number.isNaN(balance)) throw fault(`“${cellOf(choice.balance).slice(0, 40)}” is no balance`);
    if (lines.length >= MOST_LINES) throw new StatementFault(TOO_MANY);
    lines.push({
      line,
      bookedOn: day,
      valueOn: dayIn(cellOf(choice.valueOn), choice.dateForm),
      amountKobo: moved,
      balanceKobo: balance === null ? null : toKobo(balance),
      text,
      reference: referenceOf(cellOf(choice.reference)),
    });
  }
  return { lines, leftOut, openingKobo };
}

const follows = (before: ReadLine, line: ReadLine): boolean =>
  before.balanceKobo !== null &&
  line.balanceKobo !== null &&
  addKobo(before.balanceKobo, line.amountKobo) === line.balanceKobo;

/** Oldest first, by the balances, else by the days. */
function inOrder(lines: readonly ReadLine[]): readonly ReadLine[] {
  const pairs = lines.slice(1).map((line, place) => [lines[place] as ReadLine, line] as const);
  const forward = pairs.filter(([before, line]) => follows(before, line)).length;
  const backward = pairs.filter(([before, line]) => follows(line, before)).length;
  const newestFirst =
    forward === backward ? (lines[0]?.bookedOn ?? '') > (lines.at(-1)?.bookedOn ?? '') : backward > forward;
  return newestFirst ? lines.toReversed() : lines;
}

const MOST_FINDINGS = 100;

/**
 * The statement of a CSV file by the columns that were chosen for its account. Throws StatementFault with the
 * line's number for a date in another form and for what is no amount.
 */
export function readCsvStatement(text: string, choice: ColumnChoice): ReadStatement {
  const found = readRows(readTable(text, choice), choice);
  const lines = inOrder(found.lines);
  const findings = lines.slice(1).flatMap((line, place) => {
    const before = lines[place] as ReadLine;
    if (before.balanceKobo === null || line.balanceKobo === null || follows(before, line)) return [];
    return [
      { line: line.line, text: 'The balance does not follow from the line before: a line is missing or was changed' },
    ];
  });
  const first = lines[0];
  const begins = first?.balanceKobo == null ? null : addKobo(first.balanceKobo, negateKobo(first.amountKobo));
  return {
    account: null,
    openingKobo: begins ?? found.openingKobo,
    closingKobo: lines.at(-1)?.balanceKobo ?? null,
    lines,
    leftOut: found.leftOut,
    findings: findings.slice(0, MOST_FINDINGS),
  };
}
