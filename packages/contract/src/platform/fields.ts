import { asciiAddress, hasMailbox } from '@portal/kernel/messaging/mail';
import * as z from 'zod/mini';

/**
 * PostgreSQL text can store neither NUL nor half a surrogate pair; zero-width characters alone
 * count as empty.
 */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** For a text that a statement takes. */
export const storable = z.refine<string>(isStorable, 'Remove the characters that cannot be shown');

export function useAtMost(maxLength: number | bigint): string {
  return `Use at most ${maxLength} characters`;
}

/**
 * Counts like the columns: characters, of which an emoji is one, and not the halves that
 * JavaScript's `length` counts.
 */
function atMost(maxLength: number) {
  return z.refine<string>(
    (text) => text.length <= 2 * maxLength && [...text].length <= maxLength,
    useAtMost(maxLength),
  );
}

const INVISIBLE = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** No-break, narrow and ideographic spaces, as spreadsheets and telephones put them between words. */
const plainSpaces = z.overwrite<string>((text) => text.replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' '));

/**
 * Trimmed, NFC-normalised text from 1 to `maxLength` characters. `message` is shown when it is
 * blank.
 */
export function requiredText(maxLength: number, message: string) {
  return z.string(message).check(
    plainSpaces,
    z.trim(),
    z.normalize('NFC'),
    z.refine((text) => text.replace(INVISIBLE, '') !== '', message),
    atMost(maxLength),
    storable,
  );
}

/** Trimmed text up to `maxLength` characters that may be left out or empty. */
export function optionalText(maxLength: number) {
  return z.optional(z.string().check(plainSpaces, z.trim(), z.normalize('NFC'), atMost(maxLength), storable));
}

/** Before the @ what RFC 5321 calls a dot-string, behind it a domain in ASCII. */
const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/**
 * Of any account, also one that was made up for who has no mailbox: they may still sign in with it. A
 * domain in letters of another script becomes its ASCII form, which is stored and mailed to.
 */
export const accountAddress = z.string('Invalid email address').check(
  // Copied from a chat or a page, an address has characters that nobody sees.
  z.overwrite((typed) => asciiAddress(typed.replace(/\p{Cf}/gu, '').trim())),
  z.maxLength(255, 'Invalid email address'),
  z.email({ pattern: EMAIL_ADDRESS, error: 'Invalid email address' }),
);

/** Specification section 5: 'Invalid email address'; at most 255 characters. Mail to it can arrive. */
export const emailAddress = accountAddress.check(z.refine(hasMailbox, 'Invalid email address'));

/**
 * An identifier from a client. The database decides whether it exists, so that a wrong one is
 * simply not found.
 */
export const identifier = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.refine(isStorable, 'This is not a valid identifier'));

/** As PostgreSQL counts rows. */
const isRowNumber = [z.int(), z.minimum(1), z.maximum(2_147_483_647)] as const;

/** A number that counts rows, such as that of a customer, from an address or a query. */
export const rowNumber = z.coerce.number().check(...isRowNumber);

/** The same in JSON. */
export const rowNumberInJson = z.number().check(...isRowNumber);

/**
 * Whether a text is the address of a page of this portal: a path, which never points to another
 * host.
 */
export function isPortalPath(address: string): boolean {
  return /^\/(?![/\\])[^\s]*$/.test(address);
}

/** Whether PostgreSQL can hold a time in ISO 8601: it has no year 0, which JavaScript has. */
export const isStorableTime = (text: string): boolean => new Date(text).getUTCFullYear() >= 1;

/**
 * Whether a text names a day of the calendar, such as 2026-11-21. Not by zod's own formats: their code
 * would be in every page's script.
 */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export const calendarDay = (message = 'Use a day such as 2026-07-04') => z.string().check(z.refine(isDay, message));

/** Naira with at most two decimals. */
export const naira = z.number();

/** ISO 8601 in UTC. */
export const timestamp = z.string();

/** The answer of a write for which the specification gives no shape. */
export const acknowledged = { success: z.literal(true), message: z.string() };
