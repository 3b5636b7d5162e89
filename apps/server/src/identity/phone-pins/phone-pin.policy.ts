import { timingSafeEqual } from 'node:crypto';
import { hmacOf } from '../../platform/crypto/hmac.ts';

const MINUTE_MS = 60_000;
const FIRST_WAIT_MINUTES = 15;
const LONGEST_WAIT_MINUTES = 1440;
/** After a day without a wrong one the count begins anew. */
const FORGOTTEN_MS = 24 * 60 * MINUTE_MS;

/**
 * Wrong PINs before the next one has to wait: of one telephone at one account, of one telephone at all
 * accounts, and of all telephones at one account that have never proved it.
 */
export const FREE_FAILURES = { pair: 5, phone: 10, account: 30 } as const;
export type Counted = keyof typeof FREE_FAILURES;

/** How long a telephone that has proved an account does not wait for the guesses of others. */
export const KNOWN_MS = 90 * 24 * 60 * MINUTE_MS;

/** All digits alike, or each one more or less than the one before: what guesses begin with. */
export function isSimplePin(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}

/**
 * What is stored of a PIN. A hash that is slow to compute would not protect four digits: without the key
 * nothing can be tried, and with it ten thousand tries are few. Valid for one person only.
 */
export function pinHash(hashKey: string, userId: number, pin: string): string {
  return hmacOf(hashKey, 'phone-pin', `${userId}:${pin}`).toString('base64url');
}

export function isSamePin(stored: string, tried: string): boolean {
  return stored.length === tried.length && timingSafeEqual(Buffer.from(stored), Buffer.from(tried));
}

/** The keys under which a try is counted; they name nobody. */
export function attemptKeys(
  hashKey: string,
  { accountNumber, phone }: { readonly accountNumber: string; readonly phone: string },
): Readonly<Record<Counted, string>> {
  const keyOf = (...parts: string[]) => hmacOf(hashKey, 'phone-pin', JSON.stringify(parts)).toString('base64url');
  return {
    pair: keyOf('pair', accountNumber, phone),
    phone: keyOf('phone', phone),
    account: keyOf('account', accountNumber),
  };
}

export type Attempts = { readonly failures: number; readonly blockedUntil: Date | null; readonly lastAt: Date };

/** The count after one more wrong PIN: the fifth, say, waits 15 minutes, each further one twice as long, a day at most. */
export function afterFailure(before: Attempts | null, free: number, now: Date): Attempts {
  const isForgotten = before !== null && now.getTime() - before.lastAt.getTime() >= FORGOTTEN_MS;
  const failures = before === null || isForgotten ? 1 : before.failures + 1;
  const minutes = Math.min(LONGEST_WAIT_MINUTES, FIRST_WAIT_MINUTES * 2 ** Math.min(failures - free, 10));
  const blockedUntil = failures >= free ? new Date(now.getTime() + minutes * MINUTE_MS) : null;
  return { failures, blockedUntil, lastAt: now };
}

/** Whole minutes, at least one, until the latest of these moments; null where all of them have passed. */
export function minutesUntil(moments: readonly (Date | null)[], now: Date): number | null {
  const latest = Math.max(...moments.map((moment) => moment?.getTime() ?? 0));
  return latest > now.getTime() ? Math.ceil((latest - now.getTime()) / MINUTE_MS) : null;
}
