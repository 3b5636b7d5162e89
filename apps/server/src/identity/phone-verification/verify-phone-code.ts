import { timingSafeEqual } from 'node:crypto';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  codeMessageKey,
  phoneCodeHashes,
  TRIES_PER_CODE,
  TRIES_PER_NUMBER_AND_DAY,
} from './phone-verification.policy.ts';
import { closeOpenCode, countTries, hasOpenCode, lockTrying, takeTry } from './phone-verification.repository.ts';
import { requireNigerianMobile } from './require-nigerian-mobile.ts';

export type VerifyPhoneCodeDeps = {
  readonly database: Database;
  readonly secrets: AcceptedSecrets;
  readonly setVerifiedPhone: (tx: Transaction, userId: number, phone: string) => Promise<void>;
  readonly withdrawSms: (tx: Transaction, messageKey: string) => Promise<void>;
};

const AN_HOUR = 3600;

function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The outcome of one try. A wrong try stays counted, so it is returned here and becomes an error
 * only after the commit.
 */
async function tryCode(
  tx: Transaction,
  deps: VerifyPhoneCodeDeps,
  entered: { readonly userId: number; readonly phone: string; readonly code: string },
): Promise<'verified' | 'phone.wrong-code' | 'phone.code-expired' | 'phone.too-many-codes'> {
  const { userId, phone, code } = entered;
  await lockTrying(tx, phone);
  if ((await countTries(tx, phone)) >= TRIES_PER_NUMBER_AND_DAY) return 'phone.too-many-codes';
  const tried = await takeTry(tx, userId, phone, TRIES_PER_CODE);
  if (tried === null) return 'phone.code-expired';
  const hashes = phoneCodeHashes(deps.secrets, userId, phone, code);
  const isRight = hashes.some((hash) => isSameHash(tried.codeHash, hash));
  if (isRight || tried.isLast) await deps.withdrawSms(tx, codeMessageKey(tried.id));
  if (!isRight) return 'phone.wrong-code';
  await closeOpenCode(tx, userId);
  await deps.setVerifiedPhone(tx, userId, phone);
  return 'verified';
}

/**
 * Verifies a number for a customer by the last code that was sent to it for them: at most 5 tries,
 * within 300 seconds, once. Several accounts may verify the same number and do not learn of each
 * other (docs/decisions/011-phone-codes.md). Throws ApiError phone.not-nigerian-mobile,
 * phone.wrong-code, phone.code-expired, phone.too-many-codes (threats O3, O4).
 */
export async function verifyPhoneCode(
  deps: VerifyPhoneCodeDeps,
  entered: { readonly userId: number; readonly phoneNumber: string; readonly code: string },
): Promise<{ readonly phone: string }> {
  const phone = requireNigerianMobile(entered.phoneNumber);
  // Guesses at an invalid code must not wait for the lock, each holding a database connection.
  if (!(await hasOpenCode(deps.database, entered.userId, phone))) throw new ApiError('phone.code-expired');
  const outcome = await runTransaction(deps.database, (tx) => tryCode(tx, deps, { ...entered, phone }));
  if (outcome === 'phone.too-many-codes') throw new ApiError(outcome, { retryAfterSeconds: AN_HOUR });
  if (outcome !== 'verified') throw new ApiError(outcome);
  return { phone };
}
