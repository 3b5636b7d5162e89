import { foldName } from '@portal/kernel/fold-name';
import { asciiAddress } from '@portal/kernel/messaging/mail';
import { isCommonPassword } from '../sign-in/common-passwords.ts';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The normalised address under which a mailbox can open one account: NFKC, lower case, with an ASCII
 * domain, and for Gmail, which ignores them, without dots and tags. Never shown and never mailed to. (Threats A10.)
 */
export function emailKey(email: string): string {
  const folded = asciiAddress(email.normalize('NFKC').toLowerCase());
  const at = folded.lastIndexOf('@');
  const local = folded.slice(0, at);
  const domain = folded.slice(at + 1);
  if (!GMAIL.has(domain)) return folded;
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`;
}

/** Shorter names occur in too many words. */
const SHORTEST_NAME = 3;

/**
 * Why a new password of sufficient length is weak, in words for the person who chose it; null when
 * it is accepted (threats A12).
 */
export function findPasswordFault(
  password: string,
  person: { readonly email: string; readonly firstName: string; readonly lastName: string },
): string | null {
  if (isCommonPassword(password.toLowerCase()))
    return 'This password is one of those that are guessed first. Choose another.';
  const localPart = person.email.slice(0, person.email.lastIndexOf('@'));
  const ownWords = [person.firstName, person.lastName, localPart].map(foldName);
  // Word by word: the end of one and the beginning of the next make no name.
  const words = password.split(/\s+/).map(foldName);
  const reveals = ownWords.some((own) => own.length >= SHORTEST_NAME && words.some((word) => word.includes(own)));
  return reveals ? 'Leave your name and your email address out of the password.' : null;
}

/** Without I, L, O and U, so that a code read aloud is not misheard. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A referral code of 8 base-32 characters from as many random bytes; it reveals nothing about its
 * owner (threats U7).
 */
export function referralCode(randomBytes: Uint8Array): string {
  return Array.from(randomBytes.subarray(0, 8), (byte) => CODE_ALPHABET[byte % 32]).join('');
}
