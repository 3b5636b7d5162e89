import { isIP } from 'node:net';
import { isAccountNumber } from '@portal/kernel/account-number';
import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import { foldName } from '@portal/kernel/fold-name';
import { asciiAddress } from '@portal/kernel/messaging/mail';
import { readMac, readSerial } from '../../network/index.ts';

/**
 * The interpretations of a search text, which are tried together. Patterns are prefixes, folded by
 * the database, with its wildcards escaped.
 */
export type CustomerSearch = {
  /** The beginning of a first name, a last name or an address. */
  readonly beginning: string | null;
  /** "Amina Bello" and "Bello Amina": both beginnings together, wherever the one name may end. */
  readonly names: readonly { readonly first: string; readonly last: string }[];
  /** E.164, or its beginning. */
  readonly phone: string | null;
  readonly ticketNumber: number | null;
  readonly accountNumber: string | null;
  readonly paymentReference: string | null;
};

/** What else staff search by, as it is stored; each is found as a whole. */
export type NumberSearch = {
  /** The reference of a gateway, as it was typed. */
  readonly gatewayReference: string | null;
  /** For example "INV-2026-000123". */
  readonly documentNumber: string | null;
  /** The login of a line. */
  readonly login: string | null;
  /** Twelve hexadecimal digits. */
  readonly mac: string | null;
  /** Of a fibre box. */
  readonly serial: string | null;
  readonly ip: string | null;
};

const SHORTEST = 2;
const MOST_WORDS = 5;
const SHORTEST_PHONE = 4;
const LARGEST_NUMBER = 2_147_483_647;

/** Escapes the wildcards of LIKE. */
function asPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** 0803…, 803…, 234803… and +234803… are the same number, or the same beginning of one. */
function phoneOf(text: string): string | null {
  if (!/^'?\+?[\d\s()-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  if (digits.length < SHORTEST_PHONE) return null;
  const national = digits.replace(/^(?:234|0)/, '');
  return `+234${national}`;
}

function ticketNumberOf(text: string): number | null {
  const number = Number(/^t-?0*(\d{1,10})$/i.exec(text)?.[1] ?? /^\d{1,6}$/.exec(text)?.[0] ?? 0);
  return number > 0 && number <= LARGEST_NUMBER ? number : null;
}

/** Parses the search text of staff; null when it is too short. */
export function readSearch(typed: string): CustomerSearch | null {
  const text = typed
    .replace(/\0|\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ');
  if (!text.isWellFormed() || foldName(text).length < SHORTEST) return null;
  const words = text.split(' ');
  const reference = text.toUpperCase();
  return {
    beginning: asPattern(asciiAddress(text)),
    names: words.slice(1, MOST_WORDS).map((_, place) => ({
      first: asPattern(words.slice(0, place + 1).join(' ')),
      last: asPattern(words.slice(place + 1).join(' ')),
    })),
    phone: phoneOf(text),
    ticketNumber: ticketNumberOf(text),
    accountNumber: isAccountNumber(text) ? text.replaceAll(' ', '') : null,
    paymentReference: PAYMENT_REFERENCE.test(reference) ? reference : null,
  };
}

/** inv 2026 123 is INV-2026-000123, and opn 17 OPN-000017, an invoice of an earlier system. */
function documentNumberOf(text: string): string | null {
  const [, opening = ''] = /^opn[- ]?0*(\d{1,9})$/i.exec(text) ?? [];
  if (opening) return `OPN-${opening.padStart(6, '0')}`;
  const [, series = '', year = '', sequence = ''] = /^(inv|rct|crn)[- ]?(\d{4})[- ]0*(\d{1,9})$/i.exec(text) ?? [];
  return sequence ? `${series.toUpperCase()}-${year}-${sequence.padStart(6, '0')}` : null;
}

/** Parses the search text of staff for everything that is found as a whole. */
export function readNumbers(typed: string): NumberSearch {
  const text = typed.replaceAll('\u0000', '').trim();
  const isWord = /^\S{3,}$/.test(text) && text.isWellFormed();
  return {
    gatewayReference: isWord ? text : null,
    documentNumber: documentNumberOf(text),
    login: isWord ? text.toLowerCase() : null,
    mac: readMac(text),
    serial: readSerial(text),
    ip: isIP(text) ? text.toLowerCase() : null,
  };
}

const SHORTEST_MISSPELLED = 4;

/**
 * The words in which one typing error each is forgiven: the digits of a number without the country's
 * code, an address without its domain. Shorter ones fit too many others.
 */
export function readMisspelled(typed: string): readonly string[] {
  const phone = phoneOf(typed.trim());
  const text = phone ? phone.slice('+234'.length) : typed.replace(/@.*/, '');
  if (!text.isWellFormed()) return [];
  return text
    .replaceAll('\u0000', '')
    .split(/[^\p{L}\p{M}\p{N}\p{Sk}'‘’‛′]+/u)
    .filter((word) => foldName(word).length >= SHORTEST_MISSPELLED)
    .slice(0, MOST_WORDS);
}
