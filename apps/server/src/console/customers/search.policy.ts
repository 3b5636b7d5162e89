import { isAccountNumber } from '@portal/kernel/account-number';
import { PAYMENT_REFERENCE } from '@portal/kernel/payment-reference';

/**
 * The interpretations of a search text, which are tried together. Patterns are prefixes, folded by
 * the database, with its wildcards escaped.
 */
export type CustomerSearch = {
  /** The beginning of a first name, a last name or an address. */
  readonly beginning: string | null;
  /** "Amina Bello" and "Bello Amina": both beginnings together. */
  readonly names: { readonly first: string; readonly last: string } | null;
  /** E.164, or its beginning. */
  readonly phone: string | null;
  readonly ticketNumber: number | null;
  readonly accountNumber: string | null;
  readonly paymentReference: string | null;
};

const SHORTEST = 2;
const SHORTEST_PHONE = 4;
const LARGEST_NUMBER = 2_147_483_647;

/** Escapes the wildcards of LIKE. */
function asPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** 0803…, 803…, 234803… and +234803… are the same number, or the same beginning of one. */
function phoneOf(text: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(text)) return null;
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
  const text = typed.replaceAll('\u0000', '').trim().replace(/\s+/g, ' ');
  if (text.length < SHORTEST || !text.isWellFormed()) return null;
  const words = text.split(' ');
  const last = words.slice(1).join(' ');
  const reference = text.toUpperCase();
  return {
    beginning: asPattern(text),
    names: words.length > 1 ? { first: asPattern(words[0] ?? ''), last: asPattern(last) } : null,
    phone: phoneOf(text),
    ticketNumber: ticketNumberOf(text),
    accountNumber: isAccountNumber(text) ? text.replaceAll(' ', '') : null,
    paymentReference: PAYMENT_REFERENCE.test(reference) ? reference : null,
  };
}
