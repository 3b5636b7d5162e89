import type { Kobo } from '@portal/kernel/money';

/** Why a file is no statement that can be imported, in words for who chose it. */
export class StatementFault extends Error {}

/** A line as its file has it; `line` is its number there. */
export type ReadLine = {
  readonly line: number;
  /** Days in Lagos, such as 2026-11-09. */
  readonly bookedOn: string;
  readonly valueOn: string | null;
  /** Money in positive. */
  readonly amountKobo: Kobo;
  readonly balanceKobo: Kobo | null;
  readonly text: string;
  readonly reference: string | null;
};

/** One statement of one account, its lines in the order in which the bank booked them. */
export type ReadStatement = {
  /** As the file names it; null where it names none. */
  readonly account: string | null;
  readonly openingKobo: Kobo | null;
  readonly closingKobo: Kobo | null;
  readonly lines: readonly ReadLine[];
  /** Rows without a line in them, such as totals. */
  readonly leftOut: number;
  /** What does not fit within the file, with the line's number. */
  readonly findings: readonly { readonly line: number | null; readonly text: string }[];
};

export type StatementFormat = 'csv' | 'mt940' | 'camt053';

export const MOST_LINES = 100_000;
/** Of a line's text; what is longer is cut. */
export const LONGEST_TEXT = 1000;

export const TOO_MANY = `The file has more than ${MOST_LINES.toLocaleString('en')} lines: import it in parts`;

const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Text in one line, with single spaces, as PostgreSQL can store it. */
export function oneLine(text: string): string {
  // Most cells are: nothing of it has to be looked for in a hundred thousand lines.
  if (text.length <= LONGEST_TEXT && PLAIN.test(text)) return text;
  return text
    .replaceAll('\u0000', '')
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
}

/** A bank's reference of at most a hundred characters; null for those that mean none. */
export function referenceOf(text: string | null | undefined): string | null {
  const plain = oneLine(text ?? '').replace(/^'/, '');
  return plain === '' || /^(NONREF|NOTPROVIDED|NONE|N\/A|-+|0+)$/i.test(plain)
    ? null
    : plain.slice(0, 100).toWellFormed();
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** A file's text, whichever of UTF-8, UTF-16 and Windows 1252 it is in. */
export function textOfFile(file: Buffer): string {
  if (file.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return new TextDecoder('utf-16le').decode(file);
  if (file.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return new TextDecoder('utf-16be').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return WINDOWS_1252.decode(file);
  }
}

const SAVE_AS = 'Open it in a spreadsheet, save it as CSV, and choose that file';

/** Which format a file's text has. Throws StatementFault for what is none of them. */
export function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 4000).trimStart();
  if (start === '') throw new StatementFault('The file is empty');
  if (start.startsWith('%PDF')) throw new StatementFault('This is a PDF: ask the bank for CSV, MT940 or CAMT.053');
  if (start.startsWith('PK\u0003\u0004') || start.startsWith('ÐÏ')) {
    throw new StatementFault(`This is a workbook. ${SAVE_AS}`);
  }
  if (/^<(?:!doctype html|html|table|head|body|meta|style)/i.test(start)) {
    throw new StatementFault(`This is a web page with the name of a workbook. ${SAVE_AS}`);
  }
  if (start.startsWith('<')) return 'camt053';
  if (/^\{1:/.test(start) || /^:20:/m.test(start)) return 'mt940';
  return 'csv';
}
