import * as entries from '@portal/contract/identity/staff-sign-in';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { switchPasskeyOnly } from '../passkeys/switch-passkey-only.ts';
import { renewRecoveryCodes } from '../second-factor/verify-second-factor.ts';
import {
  confirmStaffSecondFactor,
  enrolStaffSecondFactor,
  readStaffSecondFactor,
  type StaffSecondFactorDependencies,
  verifyStaffPasskey,
  verifyStaffSecondFactor,
} from './verify-staff-second-factor.ts';

/** The second factor of staff, between the password and the console (threats S2). */
export function registerStaffSecondFactor(routes: Routes, deps: StaffSecondFactorDependencies): void {
  routes.serve(entries.getSecondFactor, async ({ viewer }) => readStaffSecondFactor(deps, viewer));

  routes.serve(entries.enrolSecondFactor, async ({ viewer }) => {
    const { secret, uri } = await enrolStaffSecondFactor(deps, viewer);
    return { success: true as const, message: 'Add this to your authenticator app.', secret, uri };
  });

  routes.serve(
    entries.confirmSecondFactor,
    async ({ viewer, body, request, reply }) => {
      const { recoveryCodes, setCookie } = await confirmStaffSecondFactor(deps, viewer, body.code, request);
      reply.header('set-cookie', setCookie);
      return { success: true as const, message: 'Keep these recovery codes in a safe place.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.verifySecondFactor,
    async ({ viewer, body, request, reply }) => {
      reply.header('set-cookie', await verifyStaffSecondFactor(deps, viewer, body.code, request));
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
      reply.header('set-cookie', await verifyStaffPasskey(deps, viewer, body.credential, request));
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
