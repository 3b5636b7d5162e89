import type { CredentialProof } from '@portal/contract/identity/passkeys';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { holderOf } from '../passkeys/create-challenges.ts';
import { findPasskeyState } from '../passkeys/passkey.repository.ts';
import { type VerifyPasskeyDependencies, verifyPasskey } from '../passkeys/verify-passkey.ts';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  readSecondFactor,
  type SecondFactorDependencies,
  verifySecondFactor,
} from '../second-factor/verify-second-factor.ts';

export type StaffSecondFactorDependencies = SecondFactorDependencies &
  VerifyPasskeyDependencies & {
    /**
     * Records the verification in this browser's session and gives it a new token; returns the
     * Set-Cookie value.
     */
    readonly recordSecondFactor: (database: Queryable, request: FastifyRequest) => Promise<string>;
  };

/**
 * A new app is no way around the second factor that there is: whoever has only the password must not
 * add one. Throws ApiError staff.passkey-only, second-factor.enrolled.
 */
async function requireEnrolment({ database }: StaffSecondFactorDependencies, { user, secondFactor }: Viewer) {
  const { passkeys, passkeyOnly } = await findPasskeyState(database, user.id);
  if (passkeyOnly) throw new ApiError('staff.passkey-only');
  if (passkeys > 0 && !secondFactor) throw new ApiError('second-factor.enrolled');
}

/** How far a sign-in as staff has come, and what would complete it. */
export async function readStaffSecondFactor(deps: StaffSecondFactorDependencies, viewer: Viewer) {
  const { app, recoveryCodesLeft } = await readSecondFactor(deps, viewer.user.id);
  const { passkeys, passkeyOnly } = await findPasskeyState(deps.database, viewer.user.id);
  const ways = { app, passkeys, passkeyOnly };
  if (viewer.secondFactor) return { ...ways, state: 'done' as const, recoveryCodesLeft };
  const state = app || passkeys > 0 ? ('code' as const) : ('enrolment' as const);
  return { ...ways, state, recoveryCodesLeft: null };
}

/** Throws ApiError staff.passkey-only, second-factor.enrolled. */
export async function enrolStaffSecondFactor(deps: StaffSecondFactorDependencies, viewer: Viewer) {
  await requireEnrolment(deps, viewer);
  return enrolSecondFactor(deps, viewer.user);
}

/**
 * Completes a set-up and opens the console for this session. Returns the recovery codes and the
 * Set-Cookie value. Throws ApiError staff.passkey-only and as confirmSecondFactor.
 */
export async function confirmStaffSecondFactor(
  deps: StaffSecondFactorDependencies,
  viewer: Viewer,
  code: string,
  request: FastifyRequest,
): Promise<{ readonly recoveryCodes: string[]; readonly setCookie: string }> {
  await requireEnrolment(deps, viewer);
  const { recoveryCodes, result } = await confirmSecondFactor(deps, viewer.user, code, (tx) =>
    deps.recordSecondFactor(tx, request),
  );
  return { recoveryCodes, setCookie: result };
}

/**
 * Opens the console for this session with a code; returns the Set-Cookie value of its new token. Throws
 * ApiError staff.passkey-only and as verifySecondFactor.
 */
export async function verifyStaffSecondFactor(
  deps: StaffSecondFactorDependencies,
  viewer: Viewer,
  code: string,
  request: FastifyRequest,
): Promise<string> {
  const { passkeyOnly } = await findPasskeyState(deps.database, viewer.user.id);
  if (passkeyOnly) throw new ApiError('staff.passkey-only');
  return verifySecondFactor(deps, viewer.user, code, (tx) => deps.recordSecondFactor(tx, request));
}

/** The same with one of their passkeys. Throws ApiError as verifyPasskey. */
export async function verifyStaffPasskey(
  deps: StaffSecondFactorDependencies,
  viewer: Viewer,
  credential: CredentialProof,
  request: FastifyRequest,
): Promise<string> {
  await verifyPasskey(deps, { holder: holderOf(viewer), userId: viewer.user.id, credential });
  return deps.recordSecondFactor(deps.database, request);
}
