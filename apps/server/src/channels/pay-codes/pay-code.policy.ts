/** Without 0, 1, I, L and O, which are misread on paper; in one case, so that it can be read out. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Of 31 letters each: 54 bits, so that nobody finds one by guessing. */
const LENGTH = 11;

/**
 * A fresh code from random bytes; a byte whose five low bits name no letter is left out, so that every letter is as
 * likely. Null where too few were left.
 */
export function payCodeOf(bytes: Uint8Array): string | null {
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % 32] ?? '').join('');
  return letters.length < LENGTH ? null : letters.slice(0, LENGTH);
}

/** As it stands in the link: "k7m2-x9tq-4hw". */
export function groupedPayCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

/** The code that somebody typed or opened, in any case and with any hyphens and spaces; null for anything else. */
export function readPayCodeText(text: string): string | null {
  const code = text.toLowerCase().replace(/[\s‐‑–-]/g, '');
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

/** What a telephone dials to pay for an account: the provider's code, and the account number behind it. */
export function ussdCodeFor(ussdCode: string, accountNumber: string): string {
  return `${ussdCode.replace(/#$/, '')}*${accountNumber}#`;
}
