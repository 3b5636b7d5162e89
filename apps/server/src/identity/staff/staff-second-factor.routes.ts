import * as entries from '@portal/contract/identity/staff-sign-in';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { Viewer } from '../../platform/http/session-cookie.ts';
import { holderOf } from '../passkeys/create-challenges.ts';
import { findPasskeyState } from '../passkeys/passkey.repository.ts';
import { switchPasskeyOnly } from '../passkeys/switch-passkey-only.ts';
import { type VerifyPasskeyDependencies, verifyPasskey } from '../passkeys/verify-passkey.ts';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
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

/** The second factor of staff, between the password and the console (threats S2). */
export function registerStaffSecondFactor(routes: Routes, deps: StaffSecondFactorDependencies): void {
  const { database } = deps;

  /** Throws ApiError staff.passkey-only where a code, or a new app, is not enough. */
  async function requireCodes({ user }: Viewer): Promise<void> {
    if ((await findPasskeyState(database, user.id)).passkeyOnly) throw new ApiError('staff.passkey-only');
  }

  /** Whoever has only the password must not add a second factor to the one that there is. */
  async function requireEnrolment({ user, secondFactor }: Viewer): Promise<void> {
    const { passkeys, passkeyOnly } = await findPasskeyState(database, user.id);
    if (passkeyOnly) throw new ApiError('staff.passkey-only');
    if (passkeys > 0 && !secondFactor) throw new ApiError('second-factor.enrolled');
  }

  routes.serve(entries.getSecondFactor, async ({ viewer }) => {
    const { app, recoveryCodesLeft } = await readSecondFactor(deps, viewer.user.id);
    const { passkeys, passkeyOnly } = await findPasskeyState(database, viewer.user.id);
    const missing = app || passkeys > 0 ? ('code' as const) : ('enrolment' as const);
    return viewer.secondFactor
      ? { state: 'done' as const, recoveryCodesLeft, app, passkeys, passkeyOnly }
      : { state: missing, recoveryCodesLeft: null, app, passkeys, passkeyOnly };
  });

  routes.serve(entries.enrolSecondFactor, async ({ viewer }) => {
    await requireEnrolment(viewer);
    const { secret, uri } = await enrolSecondFactor(deps, viewer.user);
    return { success: true as const, message: 'Add this to your authenticator app.', secret, uri };
  });

  routes.serve(
    entries.confirmSecondFactor,
    async ({ viewer, body, request, reply }) => {
      await requireEnrolment(viewer);
      const { recoveryCodes, result } = await confirmSecondFactor(deps, viewer.user, body.code, (tx) =>
        deps.recordSecondFactor(tx, request),
      );
      reply.header('set-cookie', result);
      return { success: true as const, message: 'Keep these recovery codes in a safe place.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.verifySecondFactor,
    async ({ viewer, body, request, reply }) => {
      await requireCodes(viewer);
      const setCookie = await verifySecondFactor(deps, viewer.user, body.code, (tx) =>
        deps.recordSecondFactor(tx, request),
      );
      reply.header('set-cookie', setCookie);
      return { success: true as const, message: 'Welcome to the console.' };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.renewRecoveryCodes,
    async ({ viewer, body }) => {
      const recoveryCodes = await renewRecoveryCodes(deps, viewer.user, body.code);
      return { success: true as const, message: 'The old recovery codes work no more.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.verifyStaffPasskey,
    async ({ viewer, body, request, reply }) => {
      const proof = { holder: holderOf(viewer), userId: viewer.user.id, credential: body.credential };
      await verifyPasskey(deps, proof);
      reply.header('set-cookie', await deps.recordSecondFactor(database, request));
      return { success: true as const, message: 'Welcome to the console.' };
    },
    { limit: 'sign-in' },
  );

  routes.serve(entries.setPasskeyOnly, async ({ viewer, body }) => {
    await switchPasskeyOnly(deps, viewer.user.id, body.passkeyOnly);
    const message = body.passkeyOnly ? 'Only a passkey opens the console for you now.' : 'A code opens it again.';
    return { success: true as const, message, passkeyOnly: body.passkeyOnly };
  });
}
