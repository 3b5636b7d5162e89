import { errorCodes } from '@portal/contract/platform/error-codes';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { type Mail, signInName } from '@portal/kernel/messaging/mail';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import type { Letter } from '../accounts/account-mail.ts';
import type { Totp } from './create-totp.ts';
import {
  beginSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  findWait,
  forgetFailures,
  replaceRecoveryCodes,
  type SecondFactorRow,
  takeRecoveryCode,
  takeTry,
  useStep,
} from './second-factor.repository.ts';
import { appOffLetter, appOnLetter, recoveryCodeUsedLetter } from './second-factor-mail.ts';

export type SecondFactorDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly totp: Totp;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

/** Whose app it is. */
export type Person = { readonly id: number; readonly email: string; readonly phone: string | null };

function wrongCode(): ApiError {
  return new ApiError('second-factor.wrong-code', { errors: { code: errorCodes['second-factor.wrong-code'].message } });
}

/**
 * Counts the try. Throws ApiError second-factor.not-enrolled where `confirmed` does not match the state of
 * the set-up, and request.too-many after too many failures.
 */
async function takeCountedTry(
  deps: SecondFactorDependencies,
  userId: number,
  wanted: { readonly confirmed: boolean },
): Promise<SecondFactorRow> {
  const known = await findSecondFactor(deps.database, userId);
  if (!known || (wanted.confirmed && known.confirmedAt === null)) throw new ApiError('second-factor.not-enrolled');
  if (!wanted.confirmed && known.confirmedAt !== null) throw new ApiError('second-factor.enrolled');
  const row = await takeTry(deps.database, userId);
  if (!row) throw new ApiError('request.too-many', { retryAfterSeconds: await findWait(deps.database, userId) });
  return row;
}

type Told = { readonly person: Person; readonly action: string; readonly left: number };

async function record(deps: SecondFactorDependencies, tx: Transaction, { person, action, left }: Told) {
  const subject = `customer:${person.id}`;
  await deps.recordAudit(tx, { actorId: person.id, action, subject, before: null, after: { recoveryCodesLeft: left } });
}

async function tell(
  deps: SecondFactorDependencies,
  tx: Transaction,
  to: { readonly person: Person; readonly messageKey: string; readonly letter: Letter },
) {
  const { person, messageKey, letter } = to;
  await deps.queueEmail(tx, {
    category: 'account',
    userId: person.id,
    messageKey,
    recipient: person.email,
    ...letter,
  });
}

/** Whether an app is set up, and how many recovery codes are left; null without an app. */
export async function readSecondFactor(deps: SecondFactorDependencies, userId: number) {
  const row = await findSecondFactor(deps.database, userId);
  if (row === null || row.confirmedAt === null) return { app: false, recoveryCodesLeft: null };
  return { app: true, recoveryCodesLeft: await countRecoveryCodes(deps.database, userId) };
}

/**
 * Starts to set up an app; the secret is useless before it is confirmed. Throws ApiError
 * second-factor.enrolled.
 */
export async function enrolSecondFactor(deps: SecondFactorDependencies, person: Person) {
  const { encrypted, secret, uri } = deps.totp.newSecret(signInName(person));
  if (!(await beginSecondFactor(deps.database, person.id, encrypted))) throw new ApiError('second-factor.enrolled');
  return { secret, uri };
}

/**
 * Completes a set-up with a first code, once, with `then` in the same transaction. Returns the recovery
 * codes, which are not shown again, and what `then` returns. Throws ApiError second-factor.not-enrolled,
 * second-factor.enrolled, second-factor.wrong-code, request.too-many.
 */
export async function confirmSecondFactor<T>(
  deps: SecondFactorDependencies,
  person: Person,
  code: string,
  then: (tx: Transaction) => Promise<T>,
): Promise<{ readonly recoveryCodes: string[]; readonly result: T }> {
  const row = await takeCountedTry(deps, person.id, { confirmed: false });
  const step = deps.totp.findStep(row.encryptedSecret, code, deps.clock());
  if (step === null) throw wrongCode();
  const { codes, hashes } = deps.totp.newRecoveryCodes(person.id);
  return deps.database.transaction(async (tx) => {
    if (!(await useStep(tx, person.id, { step, confirm: true }))) throw new ApiError('second-factor.enrolled');
    await replaceRecoveryCodes(tx, person.id, hashes);
    await record(deps, tx, { person, action: 'second-factor.enrol', left: codes.length });
    await tell(deps, tx, {
      person,
      messageKey: `second-factor:${person.id}:${step}`,
      letter: appOnLetter(deps.settings),
    });
    return { recoveryCodes: codes, result: await then(tx) };
  });
}

/**
 * Uses the code up: one of the app, or a recovery code, about which its owner gets a mail. Throws
 * ApiError second-factor.wrong-code.
 */
async function useCode(
  deps: SecondFactorDependencies,
  tx: Transaction,
  person: Person,
  used: { readonly row: SecondFactorRow; readonly code: string },
) {
  const step = deps.totp.findStep(used.row.encryptedSecret, used.code, deps.clock());
  if (step !== null) {
    if (!(await useStep(tx, person.id, { step, confirm: false }))) throw wrongCode();
    return;
  }
  const hash = deps.totp.hashOf(person.id, used.code);
  if (!(await takeRecoveryCode(tx, person.id, hash))) throw wrongCode();
  await forgetFailures(tx, person.id);
  const left = await countRecoveryCodes(tx, person.id);
  await record(deps, tx, { person, action: 'second-factor.recovery-code', left });
  await tell(deps, tx, {
    person,
    messageKey: `recovery-code:${hash}`,
    letter: recoveryCodeUsedLetter(deps.settings, left),
  });
}

/**
 * Uses a code up, with `then` in the same transaction. Throws ApiError second-factor.not-enrolled,
 * second-factor.wrong-code, request.too-many.
 */
export async function verifySecondFactor<T>(
  deps: SecondFactorDependencies,
  person: Person,
  code: string,
  then: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const row = await takeCountedTry(deps, person.id, { confirmed: true });
  return deps.database.transaction(async (tx) => {
    await useCode(deps, tx, person, { row, code });
    return then(tx);
  });
}

/**
 * New recovery codes in place of the old ones. Throws ApiError second-factor.not-enrolled,
 * second-factor.wrong-code, request.too-many.
 */
export async function renewRecoveryCodes(
  deps: SecondFactorDependencies,
  person: Person,
  code: string,
): Promise<string[]> {
  const { codes, hashes } = deps.totp.newRecoveryCodes(person.id);
  return verifySecondFactor(deps, person, code, async (tx) => {
    await replaceRecoveryCodes(tx, person.id, hashes);
    await record(deps, tx, { person, action: 'second-factor.recovery-codes', left: codes.length });
    return codes;
  });
}

/**
 * Deletes the app and its recovery codes against a code, with `then` in the same transaction. Throws
 * ApiError second-factor.not-enrolled, second-factor.wrong-code, request.too-many.
 */
export async function switchOffSecondFactor(
  deps: SecondFactorDependencies,
  person: Person,
  code: string,
  then: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await verifySecondFactor(deps, person, code, async (tx) => {
    await deleteSecondFactor(tx, person.id);
    await record(deps, tx, { person, action: 'second-factor.off', left: 0 });
    await tell(deps, tx, {
      person,
      messageKey: `second-factor-off:${person.id}:${deps.clock().getTime()}`,
      letter: appOffLetter(deps.settings),
    });
    await then(tx);
  });
}
