import {
  confirmSecondFactor as confirmEntry,
  enrolSecondFactor as enrolEntry,
  getSecondFactor,
  renewRecoveryCodes as renewEntry,
  verifySecondFactor as verifyEntry,
} from '@portal/contract/identity/staff-sign-in';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactorDependencies,
  verifySecondFactor,
} from './verify-second-factor.ts';

/** The second factor of staff, between the password and the console (threats S2). */
export function registerSecondFactor(routes: Routes, deps: SecondFactorDependencies): void {
  routes.serve(getSecondFactor, async ({ viewer }) => readSecondFactor(deps, viewer));

  routes.serve(enrolEntry, async ({ viewer }) => {
    const { secret, uri } = await enrolSecondFactor(deps, viewer);
    return { success: true as const, message: 'Add this to your authenticator app.', secret, uri };
  });

  routes.serve(
    confirmEntry,
    async ({ viewer, body, request, reply }) => {
      const { recoveryCodes, setCookie } = await confirmSecondFactor(deps, viewer, body.code, request);
      reply.header('set-cookie', setCookie);
      return { success: true as const, message: 'Keep these recovery codes in a safe place.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    verifyEntry,
    async ({ viewer, body, request, reply }) => {
      reply.header('set-cookie', await verifySecondFactor(deps, viewer, body.code, request));
      return { success: true as const, message: 'Welcome to the console.' };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    renewEntry,
    async ({ viewer, body }) => {
      const recoveryCodes = await renewRecoveryCodes(deps, viewer, body.code);
      return { success: true as const, message: 'The old recovery codes work no more.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );
}
