import type { Transaction } from '../../platform/database/connection.ts';
import { findReachedAccount, listPinsOfAccount, type ReachedAccount } from '../callers/caller.repository.ts';
import {
  afterFailure,
  attemptKeys,
  type Counted,
  FREE_FAILURES,
  isSamePin,
  KNOWN_MS,
  minutesUntil,
  pinHash,
} from './phone-pin.policy.ts';
import { listAttempts, lockTries, saveAttempts, saveProven } from './phone-pin.repository.ts';

export type PinProof =
  | { readonly kind: 'proven'; readonly account: ReachedAccount }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly minutes: number };

/**
 * Whether a PIN is that of one of the people of an account. Wrong ones are counted in the caller's
 * transaction, which must commit: by telephone and account, by telephone, and by account for telephones
 * that have not proved it within 90 days, so that nobody's guesses make those wait. An unknown account
 * number is answered and counted like a wrong PIN.
 */
export async function proveByPin(
  tx: Transaction,
  tried: {
    readonly hashKey: string;
    readonly accountNumber: string;
    readonly pin: string;
    readonly phone: string;
    readonly now: Date;
  },
): Promise<PinProof> {
  const { hashKey, accountNumber, pin, now } = tried;
  const keys = attemptKeys(hashKey, tried);
  await lockTries(tx, Object.values(keys));
  const attempts = await listAttempts(tx, Object.values(keys));
  const provenAt = attempts.get(keys.pair)?.provenAt ?? null;
  const isKnown = provenAt !== null && now.getTime() - provenAt.getTime() < KNOWN_MS;
  const counted: readonly Counted[] = isKnown ? ['pair', 'phone'] : ['pair', 'phone', 'account'];
  const minutes = minutesUntil(
    counted.map((each) => attempts.get(keys[each])?.blockedUntil ?? null),
    now,
  );
  if (minutes !== null) return { kind: 'wait', minutes };
  const pins = await listPinsOfAccount(tx, accountNumber);
  const right = pins.find((each) => isSamePin(each.pinHash, pinHash(hashKey, each.personId, pin)));
  const account = right ? await findReachedAccount(tx, right) : null;
  if (account) {
    await saveProven(tx, keys.pair, now);
    return { kind: 'proven', account };
  }
  for (const each of counted) {
    await saveAttempts(tx, keys[each], afterFailure(attempts.get(keys[each]) ?? null, FREE_FAILURES[each], now));
  }
  return { kind: 'wrong' };
}

/** Account numbers that a telephone may look up without a match before it waits: they show a masked name. */
const FREE_LOOKUPS = 10;

/**
 * Runs a look-up of an account number by a telephone, whose misses are counted like wrong PINs. Null is a
 * miss; so many minutes to wait where there were too many.
 */
export async function countLookup<Found>(
  tx: Transaction,
  { hashKey, phone, now }: { readonly hashKey: string; readonly phone: string; readonly now: Date },
  find: () => Promise<Found | null>,
): Promise<{ readonly found: Found | null; readonly waitMinutes: number | null }> {
  const key = attemptKeys(hashKey, { accountNumber: 'lookup', phone }).pair;
  await lockTries(tx, [key]);
  const before = (await listAttempts(tx, [key])).get(key) ?? null;
  const waitMinutes = minutesUntil([before?.blockedUntil ?? null], now);
  if (waitMinutes !== null) return { found: null, waitMinutes };
  const found = await find();
  if (found === null) await saveAttempts(tx, key, afterFailure(before, FREE_LOOKUPS, now));
  return { found, waitMinutes: null };
}
