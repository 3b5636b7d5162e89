import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { hmacsOf } from '../../platform/crypto/hmac.ts';

/**
 * Tries of an open code, and of all codes of a number within a day: together a guesser's chance is
 * 1 in 20,000 a day (threats O3, G5).
 */
export const TRIES_PER_CODE = 5;
export const TRIES_PER_NUMBER_AND_DAY = 50;

/** Specification section 4, SMS. */
export const CODE_LIFE_SECONDS = 300;

const NIGERIA = '234';
const TO_ONE_NUMBER = { perTenMinutes: 3, perDay: 10 };

/**
 * A code that was not sent does not count against the limits, but repeated requests are limited
 * even when nothing is sent.
 */
const UNSENT_ALLOWANCE = 4;

/** What the installation may spend on codes; see docs/configuration.md. */
export type CodeLimits = {
  readonly perUserPerHour: number;
  readonly perAddressPerHour: number;
  readonly perBlockPerDay: number;
  readonly perDay: number;
};

/**
 * Codes of a window, and the seconds until the oldest of them leaves it; null when there are none.
 */
export type Spent = { readonly codes: number; readonly freeInSeconds: number | null };

/** What was sent in each window that has a limit; the last two count requests, sent or not. */
export type Spending = Readonly<
  Record<
    | 'numberTenMinutes'
    | 'numberDay'
    | 'userHour'
    | 'addressHour'
    | 'blockDay'
    | 'day'
    | 'userRequests'
    | 'addressRequests',
    Spent
  >
>;

/**
 * The E.164 form of any spelling of a Nigerian mobile number, by the numbering plan's metadata;
 * null for everything else: other countries, landlines, 0700 and 0800 numbers, extensions, numbers
 * with other text around them.
 */
export function nigerianMobile(spelling: string): string | null {
  // Numbers copied from an address book contain invisible characters, and an apostrophe from a spreadsheet.
  const visible = spelling.replace(/\p{Cf}|^\s*'/gu, '').trim();
  // The library knows only Nigeria's own international prefix, 009; most people write 00.
  const text = visible.replace(/^00(?=234)/, '+');
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'NG', extract: false });
  if (!number || number.ext || number.countryCallingCode !== NIGERIA) return null;
  return number.getType() === 'MOBILE' ? number.number : null;
}

/** The ten thousand numbers around a number: SMS pumping uses numbers of one block. */
export function numberBlock(phone: string): string {
  return phone.slice(0, -4);
}

function maxima(limits: CodeLimits): Record<keyof Spending, number> {
  return {
    numberTenMinutes: TO_ONE_NUMBER.perTenMinutes,
    numberDay: TO_ONE_NUMBER.perDay,
    userHour: limits.perUserPerHour,
    addressHour: limits.perAddressPerHour,
    blockDay: limits.perBlockPerDay,
    day: limits.perDay,
    userRequests: limits.perUserPerHour * UNSENT_ALLOWANCE,
    addressRequests: limits.perAddressPerHour * UNSENT_ALLOWANCE,
  };
}

/**
 * The limits that are reached, and the seconds until none of them is; null when another code may be
 * sent (threats O1).
 */
export function findExhausted(
  spending: Spending,
  limits: CodeLimits,
): { readonly limits: readonly string[]; readonly freeInSeconds: number } | null {
  const exhausted = Object.entries(maxima(limits)).filter(
    ([name, most]) => spending[name as keyof Spending].codes >= most,
  );
  if (exhausted.length === 0) return null;
  const waits = exhausted.map(([name]) => spending[name as keyof Spending].freeInSeconds ?? 1);
  return { limits: exhausted.map(([name]) => name), freeInSeconds: Math.max(1, ...waits) };
}

/** The budgets of which one more code passes four fifths or spends the last: one alarm each. */
export function findBudgetAlarms(
  spending: Spending,
  limits: CodeLimits,
): readonly { readonly budget: 'blockDay' | 'day'; readonly codes: number; readonly isSpent: boolean }[] {
  const budgets = [
    { budget: 'blockDay', most: limits.perBlockPerDay },
    { budget: 'day', most: limits.perDay },
  ] as const;
  return budgets.flatMap(({ budget, most }) => {
    const codes = spending[budget].codes + 1;
    return codes === most || codes === Math.ceil(most * 0.8) ? [{ budget, codes, isSpent: codes === most }] : [];
  });
}

/** Six digits from six random bytes; the bias is 1 in 280 million. */
export function phoneCode(randomBytes: Buffer): string {
  return String(randomBytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * What may be stored of a code, the form of the present secret first: useless without the
 * installation's secrets, and valid for one person and one number only.
 */
export function phoneCodeHashes(
  secrets: AcceptedSecrets,
  userId: number,
  phone: string,
  code: string,
): readonly [string, ...string[]] {
  const [present, ...others] = hmacsOf(secrets, 'phone-code', JSON.stringify([userId, phone, code]));
  return [present.toString('hex'), ...others.map((hmac) => hmac.toString('hex'))];
}

const MESSAGE_KEY = /^phone-code:(.+)$/;

/** The message key of the text with the code. */
export function codeMessageKey(codeId: string): string {
  return `phone-code:${codeId}`;
}

/** The code of a text by its message key; null for other texts. */
export function codeIdOf(messageKey: string): string | null {
  return MESSAGE_KEY.exec(messageKey)?.[1] ?? null;
}

/**
 * In English one text of at most 160 characters that every phone can show; with the letters of
 * Yoruba, Hausa and Igbo at most two parts (70 characters are one, 134 two). The code comes first,
 * where every phone shows it.
 */
export function codeText(brandName: string, code: string): MessageDescriptor {
  return defineMessage(
    '{code} is your {brandName} verification code. It works for 5 minutes. Never give it to anyone, not even to us.',
    { code, brandName },
  );
}
