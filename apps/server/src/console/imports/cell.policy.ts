import { emailAddress } from '@portal/contract/platform/fields';
import { type Kobo, LARGEST_SUM_KOBO } from '@portal/kernel/money';
import { parseAmount } from '@portal/kernel/parse-amount';
import { nigerianMobile } from '../../identity/index.ts';
import { dateText } from '../../platform/files/date-text.policy.ts';

/** Why a row is not imported, in words for who mends the file. */
export class RowFault extends Error {}

/** One row by field; a field without a column, or an empty cell, is null. */
export type Cells = Readonly<Record<string, string | null>>;

/**
 * What marks a cell as text: our own files before what a spreadsheet would run (csv-line.policy.ts), and
 * spreadsheets before the digits of a number that is none to count with. Names may begin with an
 * apostrophe ('Yar’adua).
 */
const TEXT_MARK = /^'(?=[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠\d]|[\t\r\n])/u;
/** ="0803…" keeps a spreadsheet from reading a number. */
const TEXT_FORMULA = /^\s*=\s*"((?:[^"]|"")*)"\s*$/;
/** No-break, narrow and ideographic spaces; nothing is seen of the others. */
const OTHER_SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** What PostgreSQL cannot store, and what bytes that are not UTF-8 are read as. */
const UNSTORABLE = ['\u0000', '\uFFFD'];

/** A cell as it was meant. Throws RowFault for bytes that are not text in UTF-8. */
export function readCell(cell: string, label: string): string | null {
  if (UNSTORABLE.some((sign) => cell.includes(sign)))
    throw new RowFault(`${label} has characters that are not UTF-8: save the file as UTF-8`);
  const unmarked = cell.replace(TEXT_MARK, '');
  const text = TEXT_FORMULA.exec(unmarked)?.[1]?.replaceAll('""', '"') ?? unmarked;
  return text.replace(OTHER_SPACES, ' ').replace(INVISIBLE, '').trim().normalize('NFC') || null;
}

/**
 * A number that is none to count with, as it was before a spreadsheet took it for one: without the
 * apostrophe before it and the .0 behind it. Throws RowFault where digits are lost (8.03E+09).
 */
export function readNumberId(cell: string, label: string): string {
  const plain = cell.replace(/^'/, '').replace(/^(\d+)[.,]0+$/, '$1');
  const [, first = '', decimals = '', exponent] = /^(\d)[.,]?(\d*)E\+?(\d{1,2})$/i.exec(plain) ?? [];
  if (exponent === undefined || !/[+.,]/.test(plain)) return plain;
  if (decimals.length === Number(exponent)) return first + decimals;
  throw new RowFault(`${label} “${cell}” has lost digits in a spreadsheet: make its column text, and save it again`);
}

/** Text of at most `longest` characters; null when it is empty. Throws RowFault. */
export function readText(cell: string | null | undefined, label: string, longest: number): string | null {
  if (cell && [...cell].length > longest) throw new RowFault(`${label} is longer than ${longest} characters`);
  return cell ?? null;
}

export function requireText(cell: string | null | undefined, label: string, longest: number): string {
  const text = readText(cell, label, longest);
  if (text === null) throw new RowFault(`${label} is empty`);
  return text;
}

export function readEmail(cell: string | null | undefined): string {
  const text = requireText(cell, 'The email address', 255);
  const parsed = emailAddress.safeParse(text);
  if (!parsed.success) throw new RowFault(`“${text}” is not an email address`);
  return parsed.data;
}

/** In E.164; the 0 of a lost leading zero is put back. */
export function readMobile(cell: string | null | undefined): string | null {
  if (!cell || /^0+$/.test(cell)) return null;
  const mobile = nigerianMobile(cell) ?? (/^[789]\d{9}$/.test(cell) ? nigerianMobile(`0${cell}`) : null);
  if (mobile === null) throw new RowFault(`“${cell}” is not a Nigerian mobile number: correct it, or leave it empty`);
  return mobile;
}

export function readAmount(cell: string | null | undefined): Kobo {
  const text = requireText(cell, 'The amount', 40);
  const amount = parseAmount(text);
  if (amount === null) throw new RowFault(`“${text}” is not an amount of naira with at most two decimals`);
  if (amount > LARGEST_SUM_KOBO) throw new RowFault(`“${text}” is more than the portal can book`);
  return amount;
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DAY_MS = 86_400_000;
const LAGOS_MS = 3_600_000;

function zoneMs(zone: string | undefined): number {
  if (zone === undefined) return LAGOS_MS;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * A moment as `dateText` writes it, of Lagos without a zone. A day without a time is its last second
 * with `end`, else its beginning. Null when it is empty. Throws RowFault.
 */
export function readMoment(cell: string | null | undefined, label: string, at: 'start' | 'end'): Date | null {
  if (!cell) return null;
  const text = dateText(cell, 'day-first');
  const [, year, month, day, hour, minute, second = '0', zone] = ISO.exec(text ?? '') ?? [];
  if (text === null || day === undefined)
    throw new RowFault(`${label} “${cell}” is not a date such as 2026-11-30 or 30/11/2026`);
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const ofDay = hour === undefined ? (at === 'end' ? DAY_MS - 1000 : 0) : seconds * 1000;
  return new Date(midnight + ofDay - zoneMs(zone));
}

/** One of a closed list, in any case; `otherwise` when it is empty. Throws RowFault. */
export function readChoice<const T extends string>(
  cell: string | null | undefined,
  choices: { readonly label: string; readonly of: readonly T[]; readonly otherwise: T },
): T {
  if (!cell) return choices.otherwise;
  const wanted = cell.toLowerCase().replace(/[\s_]+/g, '-');
  const found = choices.of.find((choice) => choice === wanted);
  if (!found) throw new RowFault(`${choices.label} “${cell}” is none of ${choices.of.join(', ')}`);
  return found;
}
