import { brand } from '@portal/brand';
import { errorCodes } from '@portal/contract/platform/error-codes';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/mail';
import type { FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Viewer } from '../../platform/http/session-cookie.ts';
import type { Totp } from './create-totp.ts';
import {
  beginSecondFactor,
  countRecoveryCodes,
  findSecondFactor,
  findWait,
  forgetFailures,
  replaceRecoveryCodes,
  type SecondFactorRow,
  takeRecoveryCode,
  takeTry,
  useStep,
} from './second-factor.repository.ts';

export type SecondFactorDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly totp: Totp;
  /**
   * Records the verification in this browser's session and gives it a new token; returns the
   * Set-Cookie value.
   */
  readonly recordSecondFactor: (tx: Transaction, request: FastifyRequest) => Promise<string>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

function wrongCode(): ApiError {
  return new ApiError('staff.wrong-code', { errors: { code: errorCodes['staff.wrong-code'].message } });
}

/**
 * Counts the try. Throws ApiError staff.not-enrolled where `confirmed` does not match the state of
 * the set-up, and request.too-many after too many failures.
 */
async function takeCountedTry(
  deps: SecondFactorDependencies,
  userId: number,
  wanted: { readonly confirmed: boolean },
): Promise<SecondFactorRow> {
  const known = await findSecondFactor(deps.database, userId);
  if (!known || (wanted.confirmed && known.confirmedAt === null)) throw new ApiError('staff.not-enrolled');
  if (!wanted.confirmed && known.confirmedAt !== null) throw new ApiError('staff.enrolled');
  const row = await takeTry(deps.database, userId);
  if (!row) throw new ApiError('request.too-many', { retryAfterSeconds: await findWait(deps.database, userId) });
  return row;
}

async function record(deps: SecondFactorDependencies, tx: Transaction, userId: number, action: string, left: number) {
  const subject = `customer:${userId}`;
  await deps.recordAudit(tx, { actorId: userId, action, subject, before: null, after: { recoveryCodesLeft: left } });
}

/** The progress of a staff sign-in. */
export async function readSecondFactor(deps: SecondFactorDependencies, viewer: Viewer) {
  const row = await findSecondFactor(deps.database, viewer.user.id);
  const isSetUp = row !== null && row.confirmedAt !== null;
  if (!viewer.secondFactor)
    return { state: isSetUp ? ('code' as const) : ('enrolment' as const), recoveryCodesLeft: null };
  const recoveryCodesLeft = isSetUp ? await countRecoveryCodes(deps.database, viewer.user.id) : null;
  return { state: 'done' as const, recoveryCodesLeft };
}

/**
 * Starts to set up an app; the secret is useless before it is confirmed. Throws ApiError
 * staff.enrolled.
 */
export async function enrolSecondFactor(deps: SecondFactorDependencies, viewer: Viewer) {
  const { encrypted, secret, uri } = deps.totp.newSecret(viewer.user.email);
  if (!(await beginSecondFactor(deps.database, viewer.user.id, encrypted))) throw new ApiError('staff.enrolled');
  return { secret, uri };
}

/**
 * Completes a set-up with a first code, once, and opens the console for this session. Returns the
 * recovery codes, which are not shown again, and the Set-Cookie value. Throws ApiError
 * staff.not-enrolled, staff.enrolled, staff.wrong-code, request.too-many.
 */
export async function confirmSecondFactor(
  deps: SecondFactorDependencies,
  viewer: Viewer,
  code: string,
  request: FastifyRequest,
): Promise<{ readonly recoveryCodes: string[]; readonly setCookie: string }> {
  const userId = viewer.user.id;
  const row = await takeCountedTry(deps, userId, { confirmed: false });
  const step = deps.totp.findStep(row.encryptedSecret, code, deps.clock());
  if (step === null) throw wrongCode();
  const { codes, hashes } = deps.totp.newRecoveryCodes(userId);
  return deps.database.transaction(async (tx) => {
    if (!(await useStep(tx, userId, { step, confirm: true }))) throw new ApiError('staff.enrolled');
    await replaceRecoveryCodes(tx, userId, hashes);
    await record(deps, tx, userId, 'second-factor.enrol', codes.length);
    await deps.queueEmail(tx, {
      category: 'account',
      messageKey: `second-factor:${userId}:${step}`,
      recipient: viewer.user.email,
      subject: 'An authenticator app was set up for your staff account',
      parts: [
        `From now on signing in as staff of ${brand.name} takes a code of this app. If this was not you, tell your operator at once.`,
      ],
    });
    return { recoveryCodes: codes, setCookie: await deps.recordSecondFactor(tx, request) };
  });
}

/**
 * Uses the code up: one of the app, or a recovery code, about which its owner gets a mail. Throws
 * ApiError staff.wrong-code.
 */
async function useCode(
  deps: SecondFactorDependencies,
  tx: Transaction,
  viewer: Viewer,
  row: SecondFactorRow,
  code: string,
) {
  const userId = viewer.user.id;
  const step = deps.totp.findStep(row.encryptedSecret, code, deps.clock());
  if (step !== null) {
    if (!(await useStep(tx, userId, { step, confirm: false }))) throw wrongCode();
    return;
  }
  const hash = deps.totp.hashOf(userId, code);
  if (!(await takeRecoveryCode(tx, userId, hash))) throw wrongCode();
  await forgetFailures(tx, userId);
  const left = await countRecoveryCodes(tx, userId);
  await record(deps, tx, userId, 'second-factor.recovery-code', left);
  await deps.queueEmail(tx, {
    category: 'account',
    messageKey: `recovery-code:${hash}`,
    recipient: viewer.user.email,
    subject: 'A recovery code was used to sign in',
    parts: [
      `Somebody, probably you, has signed in as staff of ${brand.name} with a recovery code. ${left} are left.`,
      'If this was not you, tell your operator at once.',
    ],
  });
}

/**
 * Opens the console for this session; returns the Set-Cookie value of its new token. Throws
 * ApiError staff.not-enrolled, staff.wrong-code, request.too-many.
 */
export async function verifySecondFactor(
  deps: SecondFactorDependencies,
  viewer: Viewer,
  code: string,
  request: FastifyRequest,
): Promise<string> {
  const row = await takeCountedTry(deps, viewer.user.id, { confirmed: true });
  return deps.database.transaction(async (tx) => {
    await useCode(deps, tx, viewer, row, code);
    return deps.recordSecondFactor(tx, request);
  });
}

/**
 * New recovery codes in place of the old ones. Throws ApiError staff.not-enrolled,
 * staff.wrong-code, request.too-many.
 */
export async function renewRecoveryCodes(
  deps: SecondFactorDependencies,
  viewer: Viewer,
  code: string,
): Promise<string[]> {
  const userId = viewer.user.id;
  const row = await takeCountedTry(deps, userId, { confirmed: true });
  const { codes, hashes } = deps.totp.newRecoveryCodes(userId);
  await deps.database.transaction(async (tx) => {
    await useCode(deps, tx, viewer, row, code);
    await replaceRecoveryCodes(tx, userId, hashes);
    await record(deps, tx, userId, 'second-factor.recovery-codes', codes.length);
  });
  return codes;
}
