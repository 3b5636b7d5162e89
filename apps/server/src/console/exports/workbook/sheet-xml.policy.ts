import { type ColumnKind, FORMAT, MAIN, XML } from './workbook-parts.policy.ts';

export type SheetColumn = { readonly name: string; readonly kind: ColumnKind };
export type SheetRow = readonly (string | null)[];

/** Excel refuses a file with a longer cell (“Excel specifications and limits”). */
const LONGEST_CELL = 32_767;
/** A number has 15 digits in a spreadsheet; a longer one stays exact as text. */
const NUMBER = /^-?(?=[\d.]{1,16}$)\d{1,15}(\.\d+)?$/;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;
/** Day 1 of spreadsheets is the first of January 1900, and their 1900 has a 29 February. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_SAFE_DAY = 61;

/**
 * What XML needs as an entity; what it cannot have at all; and what would be read as an escaped
 * character (ECMA-376 part 1, 22.9.2.19).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const SPECIAL = /[&<>]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\r\n?|_x[\da-f]{4}_/gi;

function escapeXml(text: string): string {
  return text.replace(SPECIAL, (found) => {
    if (found === '&') return '&amp;';
    if (found === '<') return '&lt;';
    if (found === '>') return '&gt;';
    if (found.startsWith('\r')) return '\n';
    return found.length === 7 ? `_x005F${found}` : '';
  });
}

/** A column of a sheet by its place from 0: A to Z, AA, AB. */
function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}

/** Days since day zero; null for a moment that spreadsheets do not know. */
function serialOf(moment: string): number | null {
  const found = MOMENT.exec(moment);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map(Number);
  const serial = (Date.UTC(year, month - 1, day, hours, minutes, seconds) - DAY_ZERO) / 86_400_000;
  return serial < FIRST_SAFE_DAY ? null : serial;
}

/** What is in a text cell is never run, whatever it begins with. */
function textCell(place: string, text: string, format: number): string {
  const kept = text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1).toWellFormed()}…` : text;
  return `<c r="${place}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(kept)}</t></is></c>`;
}

function cellXml(place: string, value: string | null | undefined, kind: ColumnKind): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'time') {
    const serial = serialOf(value);
    if (serial !== null) return `<c r="${place}" s="${FORMAT.time}"><v>${serial}</v></c>`;
  } else if (kind !== 'text' && NUMBER.test(value)) {
    return `<c r="${place}" s="${FORMAT[kind]}"><v>${value}</v></c>`;
  }
  return textCell(place, value, FORMAT.text);
}

/** The rows of a sheet as XML; `first` is the number of the first of them, from 1. */
export function rowsXml(columns: readonly SheetColumn[], rows: readonly SheetRow[], first: number): string {
  const letters = columns.map((_, place) => columnLetters(place));
  return rows
    .map((row, at) => {
      const number = first + at;
      const cells = columns.map(({ kind }, place) => cellXml(`${letters[place]}${number}`, row[place], kind));
      return `<row r="${number}">${cells.join('')}</row>`;
    })
    .join('');
}

const NARROWEST = 8;
const WIDEST = 50;

/** In characters: as wide as the header and the longest of some rows, with room for commas and bold. */
function widthOf({ name }: SheetColumn, place: number, sample: readonly SheetRow[]): number {
  const longest = sample.reduce((most, row) => Math.max(most, row[place]?.length ?? 0), name.length);
  return Math.min(Math.max(longest + 3, NARROWEST), WIDEST);
}

/** A sheet up to its second row: a header that stays in sight. The columns are as wide as `sample` needs. */
export function sheetBeginning(columns: readonly SheetColumn[], sample: readonly SheetRow[]): string {
  const widths = columns.map(
    (column, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${widthOf(column, place, sample)}" customWidth="1"/>`,
  );
  const names = columns.map(({ name }, place) => textCell(`${columnLetters(place)}1`, name, FORMAT.header));
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`;
}

/** Without it Excel marks each reference that consists of digits as a mistake. */
export const SHEET_END =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>';
