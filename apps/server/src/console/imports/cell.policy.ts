import { emailAddress } from '@portal/contract/platform/fields';
import { type Kobo, toKobo } from '@portal/kernel/money';
import { nigerianMobile } from '../../identity/index.ts';

/** Why a row is not imported, in words for who mends the file. */
export class RowFault extends Error {}

/** One row by field; a field without a column, or an empty cell, is null. */
export type Cells = Readonly<Record<string, string | null>>;

/** What spreadsheets are kept from running (csv-line.policy.ts) was text before. */
const MADE_HARMLESS = /^'(?=[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** What PostgreSQL cannot store, and what bytes that are not UTF-8 are read as. */
const UNSTORABLE = ['\u0000', '\uFFFD'];

/** A cell as it was meant. Throws RowFault for bytes that are not text in UTF-8. */
export function readCell(cell: string, label: string): string | null {
  if (UNSTORABLE.some((sign) => cell.includes(sign)))
    throw new RowFault(`${label} has characters that are not UTF-8: save the file as UTF-8`);
  return cell.replace(MADE_HARMLESS, '').trim().normalize('NFC') || null;
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

const AMOUNT = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const LARGEST_NAIRA = 99_999_999;

/**
 * Naira with at most two decimals: 12500, 12,500.50, ₦12,500 or NGN 12500. Null when it is not an
 * amount, or larger than the portal can book.
 */
export function parseAmount(cell: string | null | undefined): Kobo | null {
  const match = AMOUNT.exec((cell ?? '').replace(/₦|NGN|\s/giu, ''));
  if (!match) return null;
  const [, sign, whole = '', decimals = ''] = match;
  const naira = Number(whole.replaceAll(',', ''));
  if (naira > LARGEST_NAIRA) return null;
  const kobo = naira * 100 + Number(decimals.padEnd(2, '0'));
  return toKobo(sign === '-' && kobo !== 0 ? -kobo : kobo);
}

export function readAmount(cell: string | null | undefined): Kobo {
  const text = requireText(cell, 'The amount', 40);
  const amount = parseAmount(text);
  if (amount === null) throw new RowFault(`“${text}” is not an amount of naira with at most two decimals`);
  return amount;
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const DAY_MS = 86_400_000;
const LAGOS_MS = 3_600_000;

function zoneMs(zone: string | undefined): number {
  if (zone === undefined) return LAGOS_MS;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * 2026-11-30, 30/11/2026, each also with a time; of Lagos without a zone. A day without a time is its
 * last second with `end`, else its beginning. Null when it is empty. Throws RowFault.
 */
export function readMoment(cell: string | null | undefined, label: string, at: 'start' | 'end'): Date | null {
  if (!cell) return null;
  const iso = ISO.exec(cell);
  const dayFirst = DAY_FIRST.exec(cell);
  const [year, month, day] = (iso?.slice(1, 4) ?? dayFirst?.slice(1, 4).reverse() ?? []).map(Number);
  const [hour, minute, second = '0'] = iso?.slice(4, 7) ?? dayFirst?.slice(4, 7) ?? [];
  const midnight = Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day ?? 0);
  const isDay = new Date(midnight).getUTCDate() === day && new Date(midnight).getUTCMonth() + 1 === month;
  const isTime = Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second) < 60;
  if (!isDay || !isTime || !year || year < 1990 || year > 2100) {
    throw new RowFault(`${label} “${cell}” is not a date such as 2026-11-30 or 30/11/2026`);
  }
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const ofDay = hour === undefined ? (at === 'end' ? DAY_MS - 1000 : 0) : seconds * 1000;
  return new Date(midnight + ofDay - zoneMs(iso?.[7]));
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
